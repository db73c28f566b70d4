import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { empty, filesOf, TestFolder } from './folder';

describe('Own rules in .extensionignore', () => {
  const folder = new TestFolder();

  it('leave files out, and never go in themselves', async () => {
    await folder.lay({
      ...empty('a.js', 'drafts/b.js', 'c.psd', 'lib/.extensionignore'),
      '.extensionignore': '*.psd\n/drafts/\n!.extensionignore\n',
    });
    assert.deepEqual(await folder.inside(), ['a.js']);
  });

  it('have the last word over defaults, git, secrets, the manifest and packages at the root', async () => {
    await folder.lay({
      ...empty('.well-known/a.json', '.env', 'b.js', 'README.md', 'lib/c.js', 'a.crx', 'named.js', 'x.js.map'),
      '.gitignore': 'b.js\n/lib/\n',
      '.extensionignore': '!.well-known/\n!.env\n!b.js\nREADME.md\n!/lib\n*.crx\nnamed.js\n!*.map\n',
    });
    const selection = await folder.select({ named: ['named.js'] });
    assert.deepEqual(filesOf(selection), ['.env', '.well-known/a.json', 'b.js', 'lib/c.js', 'x.js.map']);
    assert.deepEqual(
      selection.files.map(
        ({ path: name, why }) => `${name}: ${why?.by.kind === 'ignore-file' ? why.by.line : why?.by.kind}`,
      ),
      ['.env: 2', '.well-known/a.json: 1', 'b.js: 3', 'lib/c.js: 5', 'manifest.json: undefined', 'x.js.map: 8'],
    );
  });

  it('reach with a whole path into a folder that stays out, which is not entered for it', async () => {
    await folder.lay({
      ...empty('node_modules/lib/a.js', 'node_modules/lib/b.js', 'node_modules/css/x/y.css', 'own/a.js', 'own/b.js'),
      '.extensionignore': '/own/\n!/node_modules/lib/a.js\n!node_modules/css/**\n!/own/a.js\n',
    });
    assert.deepEqual(await folder.inside(), ['node_modules/css/x/y.css', 'node_modules/lib/a.js', 'own/a.js']);
    await writeFile(path.join(folder.root, '.extensionignore'), '!/node_modules/lib/a.js\n/node_modules/\n');
    assert.deepEqual(await folder.inside(), ['own/a.js', 'own/b.js']);
  });

  it('that leave out everything but some kinds do not bring installed packages along', async () => {
    await folder.lay({
      ...empty('a.js', 'b.css', 'lib/c.js', 'node_modules/x/d.js', '.git/hooks/e.js'),
      '.extensionignore': '*\n!*/\n!*.js\n',
    });
    assert.deepEqual(await folder.inside(), ['a.js', 'lib/c.js']);
  });

  it('say what else would leave a file out', async () => {
    await folder.lay({ ...empty('a.log', 'b.js'), '.extensionignore': '*.log\nb.js\n' });
    assert.deepEqual(
      (await folder.select()).excluded.slice(1).map(({ path: name, otherwise }) => [name, otherwise]),
      [
        ['a.log', { kind: 'default', pattern: '*.log' }],
        ['b.js', undefined],
      ],
    );
  });

  it('that cannot be read are told and not guessed', async () => {
    await folder.lay({ '.extensionignore': Buffer.from([0xff, 0xfe, 0x61]) });
    await assert.rejects(folder.select(), {
      name: 'UserError',
      message: /^Couldn’t read .*\.extensionignore\. It must be a readable UTF-8 text file/,
    });
  });
});
