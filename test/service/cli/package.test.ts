import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { GOOD, Person } from './command-line';
import { nightly } from '../../support/nightly';
import { packCli } from '../../support/pack-cli';

describe('The command line as a package for npm', () => {
  let person: Person;
  before(() => (person = new Person()));
  after(() => person.leave());

  /** Without what the run of the tests adds to the environment. */
  function environment(): NodeJS.ProcessEnv {
    return Object.fromEntries(Object.entries(person.variables).filter(([name]) => !/^npm_/i.test(name)));
  }

  /** Runs a program in a folder. */
  function run(folder: string, ...[command = '', ...args]: string[]): { code: number | null; out: string } {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env: environment(), encoding: 'utf8' });
    return { code: status, out: stdout + stderr };
  }

  nightly(
    'is packed, is installed in an empty folder without a network, and checks and tests an extension there',
    async () => {
      const tarball = packCli();
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

      // As a job of a CI service does it.
      person.write('empty/tests', {
        'stores.sequence.json': {
          steps: [{ expect: { storage: { local: { count: 3 } } } }, { expect: { noErrors: true } }],
        },
        'fails.sequence.json': { steps: [{ expect: { text: 'none' }, timeout: 100 }] },
      });
      const program = path.join(empty, 'node_modules/browser-sessions/cli.mjs');
      const service = spawn(process.execPath, [program, 'service'], {
        cwd: empty,
        env: environment(),
        stdio: 'ignore',
      });
      const ended = once(service, 'exit');
      try {
        const npx = (...args: string[]): ReturnType<typeof run> =>
          run(empty, 'npx', '--offline', 'browser-sessions', ...args);
        const ready = npx('sessions', '--wait', '90s');
        assert.equal(ready.code, 0, ready.out);
        const passed = npx('test', 'tests/stores.sequence.json', '--extension', 'dist');
        assert.equal(passed.code, 0, passed.out);
        assert.match(passed.out, /^✓ tests\/stores\.sequence\.json .*\n1 passed \(/);
        const all = npx('test', '--extension', 'dist', '--junit', 'junit.xml', '--report', 'report');
        assert.equal(all.code, 1, all.out);
        assert.match(all.out, /^1 passed, 1 failed \(/m);
        assert.deepEqual(readdirSync(path.join(empty, 'report')).toSorted(), ['index.html', 'tests-fails.report.html']);
        const left: unknown = JSON.parse(npx('sessions', '--json').out);
        assert.ok(Array.isArray(left) && left.length === 1, 'all browsers of tests have ended');
      } finally {
        service.kill();
        await ended;
      }
      assert.equal(run(empty, 'npx', '--offline', 'browser-sessions', 'test').code, 2);
    },
  );
});
