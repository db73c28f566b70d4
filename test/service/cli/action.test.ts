import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { startLocalService, type LocalService } from '../../support/local-service';
import { nightly } from '../../support/nightly';
import { packCli } from '../../support/pack-cli';
import { runAction, type Job } from '../../support/runner';
import { GOOD, Person } from './command-line';

const PASSES = { steps: [{ expect: { storage: { local: { count: 3 } } } }, { expect: { noErrors: true } }] };
const FAILS = { steps: [{ expect: { text: 'none' }, timeout: 100 }] };
/** Names that a shell, an output or an option would make more of. */
const HOSTILE = '-x $(touch pwned) `touch pwned` "; touch pwned; \' it’s';

describe('The action', () => {
  let person: Person;
  let tarball = '';
  before(() => (tarball = packCli()));
  beforeEach(() => (person = new Person()));
  afterEach(() => person.leave());

  /** A job in the repository of the person. */
  async function run(inputs: Readonly<Record<string, string>>): Promise<Job> {
    const folder = path.join(person.folder, 'action');
    mkdirSync(folder, { recursive: true });
    for (const name of ['action.yml', 'action', 'package.json'])
      cpSync(name, path.join(folder, name), { recursive: true });
    const workspace = path.join(person.folder, 'repository');
    person.write('repository', { '.git/HEAD': '' });
    const environment = Object.fromEntries(
      Object.entries(person.variables).filter(([name]) => !/^(npm_|INPUT_|RUNNER_|CI$)/i.test(name)),
    );
    const temporary = path.join(person.folder, 'runner temp');
    const job = await runAction(folder, { package: tarball, ...inputs }, { temporary, workspace, environment });
    for (const at of [workspace, folder, temporary, path.join(workspace, 'packages')])
      assert.ok(!existsSync(path.join(at, 'pwned')), at);
    return job;
  }

  nightly('checks and tests in browsers of the runner, keeps the results, and stops what it has started', async () => {
    person.write(`repository/packages/${HOSTILE}/dist`, GOOD);
    person.write('repository/packages/tests', {
      [`${HOSTILE}.sequence.json`]: PASSES,
      'a.sequence.json': PASSES,
      'b.sequence.json': PASSES,
    });
    const inputs = {
      folder: `${HOSTILE}/dist`,
      'working-directory': 'packages',
      results: 'all\nresults=x',
      coverage: 'true',
      retries: '1',
    };
    const job = await run({ ...inputs, shard: '1/2' });
    assert.ok(job.passed, job.log);
    assert.match(job.log, /^0 errors, 0 warnings\. “Hello”/m);
    const { results = '', ...counts } = job.outputs;
    assert.deepEqual(counts, { tests: '2', failures: '0' });
    assert.equal(results, path.join(person.folder, 'repository/packages/all\nresults=x'));
    assert.deepEqual(readdirSync(results).toSorted(), [
      'coverage.json',
      'junit.xml',
      'lcov.info',
      'report',
      'service.log',
    ]);
    assert.match(job.summary, /^### Browser Sessions: 2 passed/);
    const [kept, ...more] = job.used;
    assert.deepEqual([kept?.with['name'], kept?.with['path'], more], ['browser-sessions-1-of-2', results, []]);
    const left = await person.run('sessions');
    assert.equal(left.code, 2, left.out);
  });

  describe('with a service', () => {
    let service: LocalService;
    before(async () => {
      service = await startLocalService();
    });
    after(() => service.stop());

    nightly('fails as the command does, shows the lines, and prints no token', async () => {
      const inputs = { token: service.token, address: service.url, artifact: '' };
      person.write('repository/dist', { ...GOOD, 'manifest.json': { ...GOOD['manifest.json'], version: 'x' } });
      const refused = await run({ ...inputs, folder: 'dist' });
      assert.deepEqual([refused.passed, refused.outputs['tests']], [false, '']);
      assert.match(refused.log, /^::add-matcher::.*\/problems\.json$/m);
      const { problemMatcher } = JSON.parse(readFileSync('action/problems.json', 'utf8'));
      const pattern = new RegExp(problemMatcher[0].pattern[0].regexp, 'm');
      const [, file, , , severity] = pattern.exec(refused.log) ?? [];
      assert.deepEqual([file, severity], ['dist/manifest.json', 'error'], refused.log);
      assert.match(refused.log, /^::remove-matcher owner=browser-sessions::$/m);

      person.write('repository/dist', GOOD);
      person.write('repository/tests', {
        'a.sequence.json': PASSES,
        'b.sequence.json': FAILS,
        '-c.sequence.json': FAILS,
      });
      const failed = await run({ ...inputs, folder: 'dist', tests: '\ntests/a.sequence.json\n  \ntests/b.*\n' });
      assert.equal(failed.passed, false);
      assert.deepEqual([failed.outputs['tests'], failed.outputs['failures']], ['2', '1'], failed.log);
      assert.match(failed.log, /^::error file=tests\/b\.sequence\.json,line=\d+/m);
      assert.match(failed.summary, /failed/);
      assert.deepEqual(failed.used, []);
      for (const text of [failed.log, failed.summary, JSON.stringify(failed.outputs)])
        assert.ok(!text.includes(service.token));

      const wrong = await run({ ...inputs, folder: 'dist', workers: '--help', tests: '--help' });
      assert.equal(wrong.passed, false);
      assert.match(wrong.log, /workers/);
    });
  });
});
