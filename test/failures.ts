import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A name for a file or folder. */
export const fileName = (title: string): string => title.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '').slice(0, 100);

/**
 * A new folder for what tells why a test has failed; the launcher prints where these are. Undefined if it does not ask
 * for them.
 */
export function failureFolder(title: string): string | undefined {
  const all = process.env['TEST_FAILURES'];
  if (!all) return undefined;
  const folder = path.join(all, fileName(title));
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Keeps a text of each test that fails. */
export function keepIfFailed(name: string, text: () => string): void {
  // A benchmark has no tests.
  (globalThis as Partial<Pick<typeof globalThis, 'afterEach'>>).afterEach?.(function keep() {
    const folder = this.currentTest?.isFailed() ? failureFolder(this.currentTest.fullTitle()) : undefined;
    if (folder !== undefined) writeFileSync(path.join(folder, name), text());
  });
}
