import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import yauzl from 'yauzl';
import { english } from '../../../src/core/message';
import { findExtensionFolders, inspectExtension, packExtension, type PackProgress } from '../../../src/packaging';

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

  it('leaves out what no extension needs, and says why', async () => {
    await write(root, { 'manifest.json': manifest, '.git/config': '', 'node_modules/x/index.js': '', 'a/.DS_Store': '', '.env': 'S=1', '.env.local': 'S=1', '.envrc': 'S=1', 'key.pem': '', 'a/b.js': '' });
    const { files, leftOut } = await inspectExtension(root, {}, signal);
    assert.deepEqual(files.map((file) => file.path), ['a/b.js', 'manifest.json']);
    assert.deepEqual(leftOut.map((file) => [file.path, english(file.reason)]), [
      ['.env', 'may hold a secret'],
      ['.env.local', 'may hold a secret'],
      ['.envrc', 'may hold a secret'],
      ['.git', 'version control'],
      ['a/.DS_Store', 'litter of the operating system'],
      ['key.pem', 'may hold a secret'],
      ['node_modules', 'installed packages'],
    ]);
  });

  it('takes a link inside the folder as the file, and leaves out every other link', async () => {
    await write(root, { 'in/manifest.json': manifest, 'in/a.js': 'a', 'outside.txt': 'secret', 'in/d/e.js': '' });
    await symlink('a.js', path.join(root, 'in/link.js'));
    await symlink('../outside.txt', path.join(root, 'in/leak.txt'));
    await symlink('..', path.join(root, 'in/loop'));
    await symlink('nothing', path.join(root, 'in/dangling'));
    await symlink('d', path.join(root, 'in/folder'));
    await write(root, { 'in/.env': 'S=1' });
    await symlink('.env', path.join(root, 'in/env.txt'));
    const inspection = await inspectExtension(path.join(root, 'in'), {}, signal);
    assert.deepEqual(Object.keys(await unzip((await packExtension(inspection, signal)).zip)), ['a.js', 'd/e.js', 'link.js', 'manifest.json']);
    assert.deepEqual(inspection.leftOut.map(({ path: name }) => name), ['dangling', 'env.txt', 'folder', 'leak.txt', 'loop', '.env'].toSorted());
    assert.deepEqual(inspection.problems.map(({ severity, code, file }) => `${severity} ${code} ${file}`).toSorted(), [
      'warning link-left-out dangling',
      'warning link-left-out env.txt',
      'warning link-left-out folder',
      'warning link-left-out leak.txt',
      'warning link-left-out loop',
    ]);
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
    const told: PackProgress[] = [];
    const inspection = await inspectExtension(await write(root, { 'manifest.json': manifest, 'a.js': 'a', 'b.js': 'b' }), {}, signal);
    await packExtension(inspection, signal, (progress) => told.push(progress));
    assert.deepEqual(told.at(-1), { done: 3, files: 3, bytes: manifest.length + 2, totalBytes: manifest.length + 2 });
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
