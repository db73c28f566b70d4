import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Packs the last build of the command line for npm. @returns the absolute path of the file. */
export function packCli(): string {
  const packing = `import('./scripts/package-cli.mjs').then((it) => it.packageCli()).then(() => {})`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', packing], { encoding: 'utf8' });
  assert.deepEqual([status, stdout + stderr], [0, '']);
  const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
  return path.resolve(`out/browser-sessions-${version}.tgz`);
}
