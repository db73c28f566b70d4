import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { folderForEachTest, noise, pack, script } from './folder';
import { writeFiles } from '../../../support/files';

const PACK = `
  process.umask(Number(process.argv[3]));
  const { inspectExtension, packExtension } = await import(process.argv[1]);
  const { signal } = new AbortController();
  console.log((await packExtension(await inspectExtension(process.argv[2], {}, signal), signal)).sha256);`;

/** The hash of the folder's zip, packed in its own process. */
function packElsewhere(
  folder: string,
  { node = process.execPath, zone = 'UTC', umask = 0o22, before = [] as string[] } = {},
): string {
  const args = [
    '--input-type=module',
    '--eval',
    PACK,
    '--',
    pathToFileURL('out/packaging.mjs').href,
    folder,
    `${umask}`,
  ];
  const [program = node, ...rest] = [...before, node, ...args];
  return execFileSync(program, rest, { encoding: 'utf8', env: { ...process.env, TZ: zone } }).trim();
}

/** The Node versions of the VS Codes used for tests, if they are installed. */
const otherNodes = ['newest', 'oldest']
  .map((host) => path.resolve(`scripts/vscode/${host}/node_modules/node-linux-${process.arch}/bin/node`))
  .filter((node) => process.platform === 'linux' && existsSync(node));

describe('The same folder', () => {
  const root = folderForEachTest();
  const files = {
    'b.js': script(70_000),
    'a/c.css': script(3000),
    'a.js': script(1_700_000),
    'Z.html': '',
    'ä.png': noise(9000),
    'large.bin': noise(1_100_000),
  };
  beforeEach(() => writeFiles(root(), files));

  it('is the same zip in every process, time zone and umask, and by every Node', async () => {
    const { sha256 } = await pack(root());
    assert.equal(packElsewhere(root(), { zone: 'Pacific/Kiritimati', umask: 0 }), sha256);
    assert.equal(packElsewhere(root(), { zone: 'America/Los_Angeles', umask: 0o77 }), sha256);
    for (const node of otherNodes) assert.equal(packElsewhere(root(), { node }), sha256, node);
  });

  it('is the same zip in another place, with other dates and modes, written in another order', async () => {
    const { sha256 } = await pack(root());
    const other = `${root()}-other`;
    await cp(root(), other, { recursive: true });
    for (const name of Object.keys(files).toReversed())
      await rm(path.join(other, name)).then(() => cp(path.join(root(), name), path.join(other, name)));
    await utimes(path.join(other, 'b.js'), 1, 1);
    await chmod(path.join(other, 'a.js'), 0o755);
    const there = await pack(other);
    await rm(other, { recursive: true });
    assert.equal(there.sha256, sha256);
  });

  it('is the same zip on one core as on several', async function oneCore() {
    if (spawnSync('taskset', ['-c', '0', 'true']).status !== 0) this.skip();
    assert.equal(packElsewhere(root(), { before: ['taskset', '-c', '0'] }), (await pack(root())).sha256);
  });

  it('is this very zip on every machine', async () => {
    // So little of this is compressed that every zlib version gives the same bytes.
    for (const name of Object.keys(files)) await rm(path.join(root(), name), { recursive: true });
    writeFiles(root(), { 'manifest.json': '{"name": "a"}', 'ä/b.png': noise(600_000), 'a.txt': 'a', 'empty.txt': '' });
    assert.equal((await pack(root())).sha256, '5d3fafb2c98695c78d0a2cd07349c6f1d22f923d12340eec722f7d744f45c282');
  });
});
