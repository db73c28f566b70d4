import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { english } from '../../../../src/core/message';
import { setIncluded } from '../../../../src/packaging';
import { empty, TestFolder } from './folder';
import { requires } from '../../abilities';
import { asSomebody } from '../../somebody';

describe('Odd files and folders', () => {
  const folder = new TestFolder();
  const at = (name: string): string => path.join(folder.root, name);

  it('of any name in Unicode, empty ones, and ones as git would not like them go in; empty folders do not matter', async function () {
    requires(this, 'names');
    const names = [
      '!bang.js',
      '#hash.js',
      'two..js',
      ' space .js',
      '\u{1F600}.js',
      'a\tb.js',
      'back`tick.js',
      'e\u0301.js',
      '\u00e9.js',
      '*?[x].js',
      '\uFFFD.js',
      '日本/ü.js',
    ].toSorted();
    await folder.lay(empty(...names));
    await mkdir(at('nothing/in/here'), { recursive: true });
    assert.deepEqual(await folder.inside(), names);
    assert.deepEqual((await folder.select()).problems, []);
  });

  it('whose name is not UTF-8 are told, and the rest goes in', async function () {
    requires(this, 'names');
    await folder.lay(empty('a.js'));
    const prefix = Buffer.from(`${folder.root}/`);
    await writeFile(Buffer.concat([prefix, Buffer.from([0x62, 0xff, 0x2e, 0x6a, 0x73])]), '');
    await mkdir(Buffer.concat([prefix, Buffer.from([0x64, 0xfe])]));
    assert.deepEqual(await folder.inside(), ['a.js']);
    assert.deepEqual(
      (await folder.select()).problems.map(({ severity, code, message }) => `${severity} ${code} ${english(message)}`),
      [
        'warning name-not-utf-8 “b\uFFFD.js” is excluded: its name isn’t UTF-8. Rename it.',
        'warning name-not-utf-8 “d\uFFFD” is excluded: its name isn’t UTF-8. Rename it.',
      ],
    );
  });

  it('whose name no zip can hold are told, and the rest goes in', async function () {
    requires(this, 'names');
    await folder.lay(empty('a.js', 'a\\b.js', 'c:d.js', 'e/c:d.js'));
    assert.deepEqual(await folder.inside(), ['a.js', 'e/c:d.js']);
    assert.deepEqual(
      (await folder.select()).problems.map(({ severity, code, message }) => `${severity} ${code} ${english(message)}`),
      [
        'warning name-not-in-zip “a\\b.js” is excluded: a zip can’t store its name. Rename it.',
        'warning name-not-in-zip “c:d.js” is excluded: a zip can’t store its name. Rename it.',
      ],
    );
  });

  it('that are neither file nor folder stay out, and no rule can put them in', async function () {
    requires(this, 'pipes');
    await folder.lay(empty('a.js'));
    execFileSync('mkfifo', [at('pipe')]);
    assert.deepEqual(await folder.outside(), ['pipe: neither a file nor a folder (none)']);
    await assert.rejects(setIncluded(folder.root, await folder.select(), 'pipe', true), {
      name: 'UserError',
      message: '“pipe” can’t be included (neither a file nor a folder).',
    });
  });

  describe('without permission', () => {
    before(function () {
      requires(this, 'modes');
    });
    beforeEach(() => chmod(folder.root, 0o755));

    it('to be read, a file and a folder are errors', async () => {
      await folder.lay(empty('a.js', 'b.js', 'c/d.js'));
      await chmod(at('b.js'), 0);
      await chmod(at('c'), 0);
      const { problems, excluded } = await asSomebody(() => folder.select());
      await chmod(at('c'), 0o755);
      assert.deepEqual(
        problems.map(({ severity, code, file }) => `${severity} ${code} ${file}`),
        ['error unreadable b.js', 'error unreadable c'],
      );
      assert.deepEqual(
        excluded.map(({ path: name, rule: { kind } }) => `${name} ${kind}`),
        ['b.js none', 'c none'],
      );
    });

    it('to be listed, a folder that stays out is no problem: it is not entered, not even for what is put back from within', async () => {
      await folder.lay({
        ...empty('a.js', 'node_modules/lib/a.js', 'node_modules/lib/b.js', 'drafts/c.js', 'gen/d.js'),
        '.gitignore': 'gen/\n',
        '.extensionignore': '/drafts/\n!/node_modules/lib/b.js\n',
      });
      const closed = ['node_modules', 'node_modules/lib', 'drafts', 'gen'];
      // These folders can be entered but not listed.
      for (const name of closed) await chmod(at(name), 0o311);
      const { files, problems } = await asSomebody(() => folder.select({ named: ['node_modules/lib/a.js'] }));
      assert.deepEqual(problems, []);
      assert.deepEqual(
        files.map(({ path: name }) => name),
        ['a.js', 'manifest.json', 'node_modules/lib/a.js', 'node_modules/lib/b.js'],
      );
      await assert.rejects(
        asSomebody(async () => (await import('node:fs/promises')).readdir(at('gen'))),
        { code: 'EACCES' },
      );
    });
  });

  it('are no longer looked at once it was cancelled', async () => {
    await folder.lay(empty(...Array.from({ length: 200 }, (_, index) => `d${index}/a.js`)));
    await assert.rejects(folder.select({ signal: AbortSignal.abort() }), { name: 'Cancelled' });
    const controller = new AbortController();
    const selecting = folder.select({ signal: controller.signal });
    setImmediate(() => controller.abort());
    await assert.rejects(selecting, { name: 'Cancelled' });
  });
});
