// VS Code calls run() in the extension host.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import * as vscode from 'vscode';
import { TEST_LIMIT_MS, writeResults } from '../../scripts/test-results.mjs';

/** What differs between versions of the editor: what it is told of us, its network, and the main job. */
const DIFFERS = [
  'agent-tools',
  'activation',
  'contributions',
  'devtools',
  'fetch',
  'main-job',
  'manifest-schema',
  'network',
  'official-token',
];

/** The workbench adds lines of its own, and its log takes one line at a time, so each of our lines is marked. */
function printMarked(...values: unknown[]): void {
  for (const line of format(...values).split('\n')) console.log(`[test] ${line}`);
}

function hostName(): string {
  const electron = process.versions['electron'];
  return `${vscode.env.appName} ${vscode.version}, ${electron ? `Electron ${electron}, ` : ''}Node ${process.versions.node}`;
}

/** In the oldest editor, by default, only the tests of what differs there. */
function testFiles(): string[] {
  const all = readdirSync(__dirname).filter((file) => file.endsWith('.test.cjs'));
  const isPart = process.env['BROWSER_SESSIONS_VSCODE_HOST'] === 'oldest' && !process.env['TEST_NIGHTLY'];
  return all.filter((file) => !isPart || DIFFERS.some((name) => file === `${name}.test.cjs`)).toSorted();
}

export async function run(): Promise<void> {
  Object.assign(Mocha.reporters.Base, { consoleLog: printMarked });
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: TEST_LIMIT_MS,
    color: false,
    forbidOnly: Boolean(process.env['CI']),
    grep: process.env['GREP'] ?? '',
  });
  for (const file of testFiles()) mocha.addFile(path.join(__dirname, file));
  const failed = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    // The launcher takes a picture of the window then.
    runner.on('fail', (test) => console.log(`[failed] ${test.fullTitle()}`));
    // VS Code treats a host that crashes as success, so the launcher trusts only what is written.
    writeResults(runner, { host: hostName() });
  });
  if (failed) throw new Error(`${failed} failed`);
}
