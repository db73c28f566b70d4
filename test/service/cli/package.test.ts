import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { GOOD, Person } from './command-line';

describe('The command line as a package for npm', () => {
  let person: Person;
  before(() => (person = new Person()));
  after(() => person.leave());

  /** Runs a program in a folder, without what the run of the tests adds to the environment. */
  function run(folder: string, ...[command = '', ...args]: string[]): { code: number | null; out: string } {
    const env = Object.fromEntries(Object.entries(person.variables).filter(([name]) => !/^npm_/i.test(name)));
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' });
    return { code: status, out: stdout + stderr };
  }

  it('is packed, is installed in an empty folder without a network, and checks an extension there', () => {
    const packing = `import('./scripts/package-cli.mjs').then((it) => it.packageCli()).then(() => {})`;
    assert.deepEqual(run(process.cwd(), process.execPath, '-e', packing), { code: 0, out: '' });
    const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
    const tarball = path.resolve(`out/browser-sessions-${version}.tgz`);
    const empty = path.join(person.folder, 'empty');
    mkdirSync(empty);
    const installed = run(empty, 'npm', 'install', '--offline', '--no-audit', '--no-fund', tarball);
    assert.equal(installed.code, 0, installed.out);
    assert.deepEqual(
      readdirSync(path.join(empty, 'node_modules')).filter((name) => !name.startsWith('.')),
      ['browser-sessions'],
    );
    assert.deepEqual(readdirSync(path.join(empty, 'node_modules/browser-sessions')).toSorted(), [
      'LICENSE',
      'README.md',
      'ThirdPartyNotices.txt',
      'cli.mjs',
      'local-service.mjs',
      'package.json',
      'packaging-thread.cjs',
    ]);
    const readme = readFileSync(path.join(empty, 'node_modules/browser-sessions/README.md'), 'utf8');
    assert.doesNotMatch(readme, /\]\((?!https:\/\/|#)/);
    person.write('empty/dist', GOOD);
    const checked = run(empty, 'npx', '--offline', 'browser-sessions', 'check', 'dist');
    assert.deepEqual(checked, { code: 0, out: '0 errors, 0 warnings. “Hello” 1.2: 2 files, 227 B.\n' });
  });
});
