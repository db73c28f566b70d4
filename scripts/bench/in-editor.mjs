// Runs a benchmark of test/bench in the extension host of a real VS Code.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isQuick } from './amount.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * The workspace is empty, because a manifest would activate the extension before the measurement starts.
 * @param host `newest` or `oldest`.
 * @param folder for the results and the workspace.
 * @returns what the benchmark wrote.
 */
export function runInEditor(host, name, folder, env = {}) {
  const workspace = path.join(folder, 'empty');
  fs.mkdirSync(workspace, { recursive: true });
  const results = path.join(folder, `${host}.json`);
  const { status, stderr } = spawnSync(
    process.execPath,
    ['scripts/editor-tests.mjs', host, `out/test/bench/${name}.cjs`, workspace],
    {
      cwd: root,
      env: { ...process.env, ...(isQuick && { BENCH_QUICK: 'yes' }), TEST_RESULTS: results, ...env },
      encoding: 'utf8',
    },
  );
  const told = fs.existsSync(results) ? JSON.parse(fs.readFileSync(results, 'utf8')) : {};
  if (status !== 0) throw new Error(`The bench in VS Code (${host}) failed.\n${told.error ?? stderr}`);
  return told;
}
