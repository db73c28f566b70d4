import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { english } from '../../../../src/core/message';
import { inspectExtension, type Inspection } from '../../../../src/packaging';
import { Link } from '../../../verdicts/case';
import { empty, TestFolder } from './folder';

describe('A symbolic link', () => {
  const folder = new TestFolder();
  const problems = async (within = ''): Promise<string[]> =>
    (await folder.select({ within })).problems.map(({ severity, code, file }) => `${severity} ${code} ${file}`);

  it('to a file of the folder goes in as that file', async () => {
    await folder.lay({ 'a.js': 'one', 'lib/b.js': new Link('../a.js'), 'c.js': new Link('lib/b.js') });
    const { files } = await folder.select();
    assert.deepEqual(
      await Promise.all(
        files.slice(0, 3).map(async (file) => `${file.path} ${file.bytes} ${await readFile(file.source, 'utf8')}`),
      ),
      ['a.js 3 one', 'c.js 3 one', 'lib/b.js 3 one'],
    );
  });

  it('to a folder goes in as the files of that folder, each by the rules for the path it gets', async () => {
    await folder.lay({
      ...empty('lib/a.js', 'lib/x/b.js', 'lib/c.log', 'node_modules/pkg/index.js'),
      copy: new Link('lib'),
      'vendor/pkg': new Link('../node_modules/pkg'),
      '.extensionignore': '/copy/x/\n',
    });
    assert.deepEqual(await folder.inside(), ['copy/a.js', 'lib/a.js', 'lib/x/b.js', 'vendor/pkg/index.js']);
    assert.deepEqual(await problems(), []);
  });

  it('that leaves the folder, leads nowhere, or has no end stays out, and that is a warning', async () => {
    await folder.lay({
      'in/manifest.json': '{}',
      'in/sub/a.js': '',
      'secret.txt': '',
      'other/b.js': '',
      'in/leak.txt': new Link('../secret.txt'),
      'in/other': new Link('../other'),
      'in/up': new Link('..'),
      'in/self': new Link('.'),
      'in/sub/loop': new Link('../sub'),
      'in/nothing': new Link('none'),
      'in/knot': new Link('knot'),
      'in/absolute': new Link('/'),
    });
    assert.deepEqual(await folder.inside({ within: 'in' }), ['sub/a.js']);
    const names = ['absolute', 'knot', 'leak.txt', 'nothing', 'other', 'self', 'sub/loop', 'up'];
    assert.deepEqual(
      await problems('in'),
      names.map((name) => `warning link-excluded ${name}`),
    );
    assert.deepEqual(await folder.outside({ within: 'in' }), [
      'absolute: symbolic link out of the folder (none)',
      'knot: broken symbolic link (none)',
      'leak.txt: symbolic link out of the folder (none)',
      'nothing: broken symbolic link (none)',
      'other: symbolic link out of the folder (none)',
      'self: symbolic link to a parent folder (none)',
      'sub/loop: symbolic link to a parent folder (none)',
      'up: symbolic link out of the folder (none)',
    ]);
  });

  it('is no manifest, and gives no name, if it leaves the folder', async () => {
    await folder.lay({
      'secret.json': '{ "name": "Secret", "version": "1", "manifest_version": 3, "message": "Secret" }',
      'messages.json': '{ "name": { "message": "Secret" } }',
      'out/manifest.json': new Link('../secret.json'),
      'in/real.json': '{ "name": "__MSG_name__", "version": "1", "manifest_version": 3, "default_locale": "en" }',
      'in/manifest.json': new Link('real.json'),
      'in/_locales/en/messages.json': new Link('../../../messages.json'),
    });
    const inspect = (within: string): Promise<Inspection> =>
      inspectExtension(path.join(folder.root, within), {}, new AbortController().signal);
    const out = await inspect('out');
    assert.deepEqual([out.manifest, out.files], [undefined, []]);
    assert.deepEqual(
      out.problems.map((each) => `${each.severity} ${each.code} ${english(each.message)}`),
      [
        'error manifest-missing manifest.json isn’t a file, or is a link out of the folder, so it isn’t included. Put the file itself there.',
      ],
    );
    assert.equal((await inspect('in')).manifest?.name, '__MSG_name__');
  });

  it('between folders that lead to one another in all ways comes to an end', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `f${index}`);
    const links = names.flatMap((name) =>
      names.filter((other) => other !== name).map((other) => [`${name}/${other}`, new Link(`../${other}`)] as const),
    );
    await folder.lay({ ...empty(...names.map((name) => `${name}/a.js`)), ...Object.fromEntries(links) });
    const files = await folder.inside();
    assert.equal(files.length, 6 + 6 * 5 + 6 * 5 * 4);
    assert.ok((await problems()).includes('warning link-excluded f0/f1/f2/f3'));
  });

  it('carries nothing in that may hold a secret, under whatever name, unless an own rule says so', async () => {
    await folder.lay({
      ...empty('.env', 'keys/a.key'),
      'env.txt': new Link('.env'),
      'k.txt': new Link('keys/a.key'),
      '.extensionignore': '!k.txt\n',
    });
    assert.deepEqual(await folder.inside(), ['k.txt']);
    assert.deepEqual(await problems(), ['warning link-excluded env.txt']);
  });

  it('that a rule leaves out anyway is no problem', async () => {
    await folder.lay({
      'in/manifest.json': '{}',
      'other/b.js': '',
      'in/node_modules': new Link('../other'),
      'in/a.log': new Link('none'),
    });
    assert.deepEqual(await problems('in'), []);
    assert.deepEqual(await folder.outside({ within: 'in' }), [
      'a.log: log file (*.log)',
      'node_modules/: installed packages (node_modules)',
    ]);
  });

  it('on the way to a file that the manifest names is followed, but not out of the folder', async () => {
    await folder.lay({
      ...empty('in/node_modules/.store/lib/a.js', 'out/b.js'),
      'in/manifest.json': '{}',
      'in/node_modules/lib': new Link('.store/lib'),
      'in/node_modules/out': new Link('../../out'),
    });
    assert.deepEqual(await folder.inside({ within: 'in', named: ['node_modules/lib/a.js', 'node_modules/out/b.js'] }), [
      'node_modules/lib/a.js',
    ]);
  });
});
