// VS Code calls run() in the extension host.
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import * as vscode from 'vscode';

const TIMEOUT_MS = 180_000;

/** The workbench adds lines of its own, and its log takes one line at a time, so each of our lines is marked. */
function printMarked(...values: unknown[]): void {
  for (const line of format(...values).split('\n')) console.log(`[test] ${line}`);
}

function hostName(): string {
  const electron = process.versions['electron'];
  return `${vscode.env.appName} ${vscode.version}, ${electron ? `Electron ${electron}, ` : ''}Node ${process.versions.node}`;
}

export async function run(): Promise<void> {
  Object.assign(Mocha.reporters.Base, { consoleLog: printMarked });
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: TIMEOUT_MS,
    color: false,
    forbidOnly: Boolean(process.env['CI']),
    grep: process.env['GREP'] ?? '',
  });
  for (const file of readdirSync(__dirname).toSorted())
    if (file.endsWith('.test.cjs')) mocha.addFile(path.join(__dirname, file));
  const failures: { title: string; message: string }[] = [];
  const { runner, failed } = await new Promise<{ runner: Mocha.Runner; failed: number }>((resolve) => {
    const started = mocha.run((count) => resolve({ runner: started, failed: count }));
    started.on('fail', (test, error: unknown) =>
      failures.push({ title: test.fullTitle(), message: error instanceof Error ? error.message : String(error) }),
    );
  });
  // VS Code treats a host that crashes as success, so the launcher trusts only this file.
  const results = process.env['TEST_RESULTS'];
  if (results)
    writeFileSync(
      results,
      JSON.stringify({
        host: hostName(),
        passed: runner.stats?.passes ?? 0,
        failed,
        skipped: runner.stats?.pending ?? 0,
        failures,
      }),
    );
  if (failed) throw new Error(`${failed} failed`);
}
