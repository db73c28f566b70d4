import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setIncluded } from '../../../../src/packaging';
import { empty, TestFolder } from './folder';
import { requires } from '../../abilities';

describe('Putting a file in or out by one click', () => {
  const folder = new TestFolder();
  const rulesFile = (): string => path.join(folder.root, '.extensionignore');
  const rules = async (): Promise<string> => readFile(rulesFile(), 'utf8');

  async function set(
    name: string,
    included: boolean,
    request: { within?: string; named?: string[] } = {},
  ): Promise<void> {
    await setIncluded(path.join(folder.root, request.within ?? ''), await folder.select(request), name, included);
    const { files } = await folder.select(request);
    assert.equal(
      files.some((file) => file.path === name || file.path.startsWith(`${name}/`)),
      included,
      `${name} ${included ? 'in' : 'out'}`,
    );
  }

  it('gives what was asked, whatever left it out before, and back again as it was', async () => {
    const names = [
      'a.js',
      'b.log',
      'c.js.map',
      '.env',
      'ignored.js',
      'node_modules/x/y.js',
      'node_modules/x',
      'lib',
      'lib/d.js',
      'gen',
      'gen/e.js',
      'tests',
      'p.ts',
      'own.js',
      'drafts/f.js',
      'z.crx',
    ];
    const before = '# mine\nown.js\n/drafts/\n';
    const laid = {
      ...empty(
        'a.js',
        'b.log',
        'c.js.map',
        '.env',
        'ignored.js',
        'node_modules/x/y.js',
        'lib/d.js',
        'gen/e.js',
        'tests/g.js',
        'p.ts',
        'own.js',
        'drafts/f.js',
        'z.crx',
      ),
      '.gitignore': 'ignored.js\ngen/\n',
    };
    for (const name of names) {
      await folder.lay({ ...laid, '.extensionignore': before });
      const wasIn = (await folder.inside({ named: ['p.ts'] })).some(
        (file) => file === name || file.startsWith(`${name}/`),
      );
      await set(name, !wasIn, { named: ['p.ts'] });
      assert.equal((await rules()).split('\n').length, before.split('\n').length + 1, name);
      await set(name, wasIn, { named: ['p.ts'] });
      assert.equal(await rules(), before, name);
    }
  });

  it('writes a rule for names of any kind, and for nothing else', async () => {
    const odd = ['!bang.js', '#hash.js', '*?[x].js', 'sp ace .js ', '[a-z].js', '日本/ü.js', 'b\u{1F600}', 'tab\t'];
    await folder.lay(empty(...odd, '0x.js', 'a.js', 'ab.js', 'q.js'));
    for (const name of odd) {
      const others = (await folder.inside()).filter((file) => file !== name);
      await set(name, false);
      assert.deepEqual(await folder.inside(), others, name);
    }
    for (const name of odd) await set(name, true);
    assert.equal(existsSync(rulesFile()), false);
  });

  it('keeps comments, order and line ends, and a last line without an end', async () => {
    await folder.lay({
      ...empty('a.js', 'b.js', 'c.js'),
      '.extensionignore': '\uFEFF# mine\r\n\r\n/a.js\r\n# why b\r\n/b.js  ',
    });
    await set('c.js', false);
    assert.equal(await rules(), '\uFEFF# mine\r\n\r\n/a.js\r\n# why b\r\n/b.js  \r\n/c.js\r\n');
    await set('a.js', true);
    assert.equal(await rules(), '\uFEFF# mine\r\n\r\n# why b\r\n/b.js  \r\n/c.js\r\n');
    await set('b.js', true);
    assert.equal(await rules(), '\uFEFF# mine\r\n\r\n# why b\r\n/c.js\r\n');
  });

  it('adds a rule where taking one back is not enough', async () => {
    await folder.lay({ ...empty('a.log', 'b.txt'), '.extensionignore': '/a.log\n*.txt\n/b.txt\n' });
    await set('a.log', true);
    await set('b.txt', true);
    assert.equal(await rules(), '*.txt\n!/a.log\n!/b.txt\n');
    await set('b.txt', false);
    assert.equal(await rules(), '*.txt\n!/a.log\n');
  });

  it('writes nothing where it is so already', async () => {
    await folder.lay(empty('a.js', 'a.log', 'lib/b.js'));
    await set('a.js', true);
    await set('a.log', false);
    await set('lib', true);
    assert.equal(existsSync(rulesFile()), false);
  });

  it('of a build folder writes into the project, which the tool does not wipe', async () => {
    await folder.lay({
      'package.json': '{}',
      'dist/chrome/manifest.json': '{}',
      ...empty('dist/chrome/a.js', 'dist/chrome/.env', 'a.js'),
    });
    await set('a.js', false, { within: 'dist/chrome' });
    await set('.env', true, { within: 'dist/chrome' });
    assert.equal(await rules(), '/dist/chrome/a.js\n!/dist/chrome/.env\n');
    assert.deepEqual(await folder.inside(), ['a.js', 'dist/chrome/.env', 'dist/chrome/manifest.json']);
  });

  it('tells where the rule cannot be written', async () => {
    await folder.lay(empty('a.js'));
    const selection = { ...(await folder.select()), ignoreFile: path.join(folder.root, 'none', '.extensionignore') };
    await assert.rejects(setIncluded(folder.root, selection, 'a.js', false), {
      name: 'UserError',
      message: /Couldn’t write the rule to .*, so nothing was changed: “ENOENT/,
    });
  });

  it('does not write through a link: it may lead to any file of the person', async function () {
    requires(this, 'links');
    await folder.lay(empty('elsewhere/bashrc', 'extension/manifest.json', 'extension/a.js'));
    await mkdir(path.join(folder.root, 'extension/.git'));
    await symlink('../elsewhere/bashrc', path.join(folder.root, 'extension/.extensionignore'));
    await assert.rejects(set('a.js', false, { within: 'extension' }), {
      name: 'UserError',
      message: /\.extensionignore is a symbolic link\. Rules aren’t written through links\./,
    });
    assert.equal(await readFile(path.join(folder.root, 'elsewhere/bashrc'), 'utf8'), '');
  });

  it('puts a new file in the place of the old one, with its permissions, and leaves no other', async function () {
    requires(this, 'modes');
    await folder.lay(empty('a.js'));
    await writeFile(rulesFile(), '# mine\n');
    await chmod(rulesFile(), 0o664);
    const { ino } = await stat(rulesFile());
    await set('a.js', false);
    const now = await stat(rulesFile());
    assert.deepEqual([now.mode & 0o777, now.ino === ino], [0o664, false]);
    assert.deepEqual((await readdir(folder.root)).toSorted(), ['.extensionignore', 'a.js', 'manifest.json']);
  });

  it('tells where no rule can do it', async () => {
    await folder.lay(empty('a.js', 'line\nbreak.js'));
    await assert.rejects(set('line\nbreak.js', false), {
      name: 'UserError',
      message: /the name contains a line break/,
    });
    await assert.rejects(set('manifest.json', false), {
      name: 'UserError',
      message: '“manifest.json” is always included; without it there is no extension.',
    });
  });
});
