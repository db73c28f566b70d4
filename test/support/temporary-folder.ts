import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Those that the test has made that runs now, and those of whole suites. */
let ofTest: string[] | undefined;
const ofAll: string[] = [];

/** A new folder. It is removed after the test that it is made in or in a `beforeEach` of; else after all tests. */
export function temporaryFolder(): string {
  // Short, because browsers have sockets below it.
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 't')));
  (ofTest ?? ofAll).push(folder);
  return folder;
}

/** A process that is just ending may still write into it. */
function remove(folders: readonly string[]): void {
  for (const each of folders) rmSync(each, { recursive: true, force: true, maxRetries: 20 });
}

/**
 * Of all suites: mocha requires this file, also in each process of its own. What a test begins in its folder has ended
 * before, in hooks of its own. In the editor they do not run: there the folder of the whole run is removed.
 */
export const mochaHooks = {
  beforeEach(): void {
    ofTest = [];
  },
  afterEach(): void {
    remove(ofTest ?? []);
    ofTest = undefined;
  },
  afterAll(): void {
    remove(ofAll.splice(0));
  },
};
