import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import yauzl from 'yauzl';
import { findExtensionFolders, inspectExtension, packExtension } from '../../../src/packaging';

const { signal } = new AbortController();

async function write(root: string, files: Record<string, string | Buffer>): Promise<string> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), content);
  }
  return root;
}

async function unzip(zip: Buffer): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const file = await yauzl.fromBufferPromise(zip);
  for await (const entry of file.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await file.openReadStreamPromise(entry)) chunks.push(chunk);
    files[entry.fileName] = Buffer.concat(chunks).toString();
  }
  return files;
}

const manifest = JSON.stringify({ manifest_version: 3, name: 'a', version: '1' });

describe('The zip', () => {
  let root: string;
  beforeEach(async () => (root = await mkdtemp(path.join(tmpdir(), 'zip-'))));
  afterEach(() => rm(root, { recursive: true }));

  const pack = async (folder = root): ReturnType<typeof packExtension> => packExtension(await inspectExtension(folder, {}, signal), signal);

  it('holds the contents of the folder at its root, with names of any script', async () => {
    const files = { 'manifest.json': manifest, 'js/ä ö/日本.js': 'one', 'empty.txt': '', 'update.xml': '<x/>', 'a.crx': 'crx' };
    assert.deepEqual(await unzip((await pack(await write(root, files))).zip), files);
  });

  it('is the same for the same folder, whatever its dates and modes', async () => {
    const files = { 'b.js': 'b', 'a/c.js': 'c', 'manifest.json': manifest, 'a.js': 'a' };
    const one = await pack(await write(path.join(root, 'one'), files));
    const two = await write(path.join(root, 'two'), Object.fromEntries(Object.entries(files).toReversed()));
    await utimes(path.join(two, 'b.js'), 1, 1);
    await chmod(path.join(two, 'a.js'), 0o755);
    assert.equal((await pack(two)).sha256, one.sha256);
  });

  it('says so when a file vanishes after it was looked at', async () => {
    const inspection = await inspectExtension(await write(root, { 'manifest.json': manifest, 'a.js': 'a' }), {}, signal);
    await rm(path.join(root, 'a.js'));
    await assert.rejects(packExtension(inspection, signal), /a.js is gone or cannot be read. Nothing was sent/);
  });

  it('stops when it is told to', async () => {
    const inspection = await inspectExtension(await write(root, { 'manifest.json': manifest, 'a.js': 'a' }), {}, signal);
    const controller = new AbortController();
    await assert.rejects(packExtension(inspection, controller.signal, () => controller.abort()), { name: 'Cancelled' });
    await assert.rejects(inspectExtension(root, {}, AbortSignal.abort()), { name: 'Cancelled' });
  });

  it('tells how many files are done', async () => {
    const told: number[] = [];
    const inspection = await inspectExtension(await write(root, { 'manifest.json': manifest, 'a.js': 'a', 'b.js': 'b' }), {}, signal);
    await packExtension(inspection, signal, ({ done }) => told.push(done));
    assert.deepEqual(told, [1, 2, 3]);
  });
});

describe('The search for extensions below a folder', () => {
  let root: string;
  beforeEach(async () => (root = await mkdtemp(path.join(tmpdir(), 'find-'))));
  afterEach(() => rm(root, { recursive: true }));

  const find = async (): Promise<string[]> => (await findExtensionFolders(root, signal)).map((folder) => path.relative(root, folder));

  it('finds the folder itself and then nothing below it', async () => {
    await write(root, { 'manifest.json': '', 'dist/manifest.json': '' });
    assert.deepEqual(await find(), ['']);
  });

  it('finds the nearest first, and enters neither node_modules nor .git', async () => {
    await write(root, { 'packages/one/dist/manifest.json': '', 'dist/manifest.json': '', 'node_modules/x/manifest.json': '', '.git/manifest.json': '' });
    assert.deepEqual(await find(), ['dist', 'packages/one/dist']);
  });

  it('finds nothing where nothing is', async () => assert.deepEqual(await find(), []));
});
