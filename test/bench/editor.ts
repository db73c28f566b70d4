// VS Code calls run() in the extension host; scripts/bench.mjs reads the results that it writes.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { inspectExtension, packExtension } from '../../src/packaging';
import { openFixture, type Fixture } from '../editor/fixture';

const ID = 'browser-sessions.browser-sessions';
const ROUNDS = process.env['BENCH_QUICK'] ? 1 : 7;

interface Figures {
  readonly host: string;
  /**
   * Milliseconds. `load` and `activate` are measured around our own code; `marked` is the
   * time between the marks that the editor sets before and after `activate`. In that time it also starts other
   * extensions, so even an extension that does nothing takes as long.
   */
  readonly activation: { readonly load: number; readonly activate: number; readonly marked: number };
  /** Our files that are loaded by then, as paths in the project. */
  readonly loaded: readonly string[];
  /** Milliseconds from the command to the 201, and for sending the same zip with the built-in fetch, in turn. */
  readonly uploads: readonly { readonly command: number; readonly fetch: number }[];
  /** Memory of the extension host in bytes: before activation, after it, and at its peak. */
  readonly memory: { readonly before: number; readonly activated: number; readonly peak: number };
}

export async function run(): Promise<void> {
  const before = process.memoryUsage.rss();
  const root = process.env['BROWSER_SESSIONS_ROOT'] ?? '';
  const activation = await measureActivation(root);
  const activated = process.memoryUsage.rss();
  const loaded = Object.keys(require.cache)
    .filter((file) => file.startsWith(path.join(root, 'dist')))
    .map((file) => path.relative(root, file));
  const fixture = await openFixture();
  const uploads = [];
  for (let round = 0; round < ROUNDS; round++)
    uploads.push({ command: await uploadByCommand(fixture, round), fetch: await uploadByFetch(fixture, round) });
  await fixture.clear();
  const memory = { before, activated, peak: process.resourceUsage().maxRSS * 1024 };
  const figures: Figures = {
    host: `VS Code ${vscode.version}, Node ${process.versions.node}`,
    activation,
    loaded,
    uploads,
    memory,
  };
  const results = process.env['TEST_RESULTS'];
  if (results) writeFileSync(results, JSON.stringify({ passed: uploads, failures: [], ...figures }));
}

/** Nothing of the workspace, which is empty, has woken the extension before. */
async function measureActivation(root: string): Promise<Figures['activation']> {
  const own = timeOwnCode(path.join(root, 'dist/extension.js'));
  await vscode.extensions.getExtension(ID)?.activate();
  return { load: own.load, activate: own.activate, marked: markedActivation() };
}

/**
 * Loads our code before the editor does, which then finds it in the cache, and measures the `activate` that the editor
 * calls. The values are NaN if the editor was first.
 */
function timeOwnCode(file: string): { readonly load: number; readonly activate: number } {
  const times = { load: Number.NaN, activate: Number.NaN };
  if (Object.hasOwn(require.cache, file)) return times;
  const start = performance.now();
  const code: { activate(context: unknown): void } = require(file);
  times.load = performance.now() - start;
  const loaded = require.cache[file];
  if (!loaded) throw new Error(`${file} is not loaded.`);
  loaded.exports = {
    activate(context: unknown) {
      const called = performance.now();
      code.activate(context);
      times.activate = performance.now() - called;
    },
  };
  return times;
}

interface Mark {
  readonly name: string;
  readonly startTime: number;
}

/** Milliseconds between two marks of VS Code (its `performance` marks, on which its own startup report is based). */
function markedActivation(): number {
  const marks: readonly Mark[] = Reflect.get(globalThis, 'MonacoPerformanceMarks').getMarks();
  const at = (when: string): number =>
    marks.find(({ name }) => name === `code/extHost/${when}ActivateExtension/${ID}`)?.startTime ?? Number.NaN;
  return at('did') - at('will');
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function sample(): string {
  return path.join(process.env['BROWSER_SESSIONS_ROOT'] ?? '', 'test/sample-workspace/hello-extension');
}

/** Each upload has its own session, because a session with more extensions takes longer to restart. */
async function uploadByCommand(fixture: Fixture, round: number): Promise<number> {
  const session = await fixture.openSession('/plain');
  return timed(() =>
    vscode.commands.executeCommand('browserSessions.uploadFolder', {
      folder: sample(),
      session,
      name: `command-${round}`,
    }),
  );
}

async function uploadByFetch(fixture: Fixture, round: number): Promise<number> {
  const session = await fixture.openSession('/plain');
  const { url, token } = fixture.service;
  const { signal } = new AbortController();
  const { zip } = await packExtension(await inspectExtension(sample(), {}, signal), signal);
  const body = new FormData();
  body.set('extensions[0][name]', `fetch-${round}`);
  body.set('extensions[0][zip_file]', new Blob([new Uint8Array(zip)]), 'sample.zip');
  return timed(async () => {
    const { status } = await fetch(`${url}/browsers/${session}/extensions`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${token}` },
    });
    if (status !== 201) throw new Error(`the service answered ${status}`);
  });
}
