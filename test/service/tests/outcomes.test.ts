import assert from 'node:assert/strict';
import { english } from '../../../src/core/message';
import { UserError } from '../../../src/core/errors';
import { manifest } from '../../support/files';
import { startSdkService, type SdkService } from '../../support/sdk-service';
import { addIdleSessionRoutes, IdleSessions } from '../../support/sdk-service/idle-sessions';
import { errors, outcomes, TestRunner } from '../../support/test-runner';

const PASSING = { steps: [{ wait: 10 }] };
/** A click that the service refuses as often as the test says. */
const FAILING = { steps: [{ wait: 10 }, { click: { x: 1, y: 1 } }] };

describe('Tests, by what comes of them', () => {
  const state = new IdleSessions();
  let service: SdkService;
  let runner: TestRunner;

  before(async () => {
    service = await startSdkService((app) => addIdleSessionRoutes(app, state));
    runner = new TestRunner(service);
  });
  beforeEach(() => {
    runner.clear();
    state.click = () => 400;
    state.most = 0;
  });
  afterEach('every session has ended', () => assert.deepEqual([...state.running], []));
  after(async () => {
    runner.leave();
    await service.stop();
  });

  /** @returns what is wrong with the files, a line each. */
  async function refused(files: Record<string, object>): Promise<string> {
    runner.write(files);
    const { bad } = await runner.find();
    return bad.map(({ file, line, text }) => `${file}:${line} ${text}`).join('\n');
  }

  it('passes, fails, is skipped, and is flaky if it passes when it is run again', async () => {
    runner.write({
      'good.sequence.json': PASSING,
      'bad.sequence.json': FAILING,
      'flaky.sequence.json': { steps: [{ click: { x: 2, y: 1 } }] },
      'later.sequence.json': { ...PASSING, skip: 'not yet' },
    });
    let clicks = 0;
    state.click = (x) => (x === 2 && ++clicks === 3 ? 200 : 400);
    const run = await runner.run({ retries: 2, workers: 4 });
    assert.deepEqual(outcomes(run), { good: 'passed', bad: 'failed', flaky: 'flaky', later: 'skipped' });
    assert.deepEqual(
      run.results.map(({ test, attempts, reason }) => [test.id, attempts.length, reason]),
      [
        ['bad.sequence.json', 3, undefined],
        ['flaky.sequence.json', 3, undefined],
        ['good.sequence.json', 1, undefined],
        ['later.sequence.json', 0, 'not yet'],
      ],
    );
    assert.match(errors(run)['bad'] ?? '', /Couldn’t click/);
    assert.equal(run.results[0]?.attempts[0]?.run?.done, 1);
  });

  it('is run so often as asked, each time in another session, and never more at a time than workers', async () => {
    runner.write({ 'a.sequence.json': PASSING, 'b.sequence.json': PASSING });
    const before = state.made;
    let running = 0;
    let most = 0;
    const listener = {
      onStart: () => void (most = Math.max(most, ++running)),
      onEnd: () => void running--,
    };
    const run = await runner.run({ repeatEach: 5, workers: 3, listener });
    assert.equal(run.results.length, 10);
    assert.ok(run.results.every(({ outcome }) => outcome === 'passed'));
    assert.equal(outcomes(run)['a 5'], 'passed');
    assert.equal(state.made - before, 10);
    assert.equal(most, 3);
  });

  it('begins no more after so many failures, those that wait for a browser included', async () => {
    runner.write(Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`t${n}.sequence.json`, FAILING])));
    state.startTime = 20;
    const run = await runner.run({ maxFailures: 2, workers: 1 });
    state.startTime = 0;
    assert.deepEqual(Object.values(outcomes(run)), [
      'failed',
      'failed',
      ...Array.from({ length: 7 }, () => 'canceled'),
    ]);
    assert.deepEqual(run.left, []);
    const many = await runner.run({ maxFailures: 1, workers: 9, retries: 1 });
    // What has begun goes on to its end, without another try.
    assert.ok(many.results.filter(({ outcome }) => outcome === 'failed').length >= 1);
    assert.equal(many.failure, undefined);
  });

  it('fails when its time is over, that of its file before that of the run', async () => {
    const long = { steps: [{ wait: 10 }, { wait: 60_000 }] };
    runner.write({
      'own.sequence.json': { ...long, timeout: 200 },
      'given.sequence.json': long,
      'short.sequence.json': { steps: [{ wait: 900 }], timeout: 30_000 },
    });
    const run = await runner.run({ timeout: 500, workers: 3 });
    assert.deepEqual(outcomes(run), { own: 'failed', given: 'failed', short: 'passed' });
    assert.deepEqual(errors(run), { own: 'It took longer than 200 ms.', given: 'It took longer than 500 ms.' });
    const own = run.results.find(({ test }) => test.id.startsWith('own'))?.attempts[0];
    assert.equal(own?.run?.done, 1);
  });

  it('is begun in the order of what took longest the last time, with what is new first', async () => {
    const waits = { a: 30, b: 300, c: 150 };
    for (const [name, wait] of Object.entries(waits))
      runner.write({ [`${name}.sequence.json`]: { steps: [{ wait }] } });
    await runner.run({ workers: 3 });
    runner.write({ 'd.sequence.json': PASSING });
    const began: string[] = [];
    const run = await runner.run({ listener: { onStart: ({ id }) => void began.push(id.slice(0, 1)) } });
    assert.deepEqual(began, ['d', 'b', 'c', 'a']);
    // What is told is in the order in which the tests were given.
    assert.deepEqual(Object.keys(outcomes(run)), ['a', 'b', 'c', 'd']);
  });

  it('runs what is to run before it in the same session, in order, and fails where that fails', async () => {
    runner.write({
      'a.sequence.json': { setup: 'setup/two.sequence.json', steps: [{ click: { x: 3, y: 1 } }] },
      'setup/two.sequence.json': { setup: 'one.sequence.json', steps: [{ click: { x: 2, y: 1 } }] },
      'setup/one.sequence.json': { steps: [{ click: { x: 1, y: 1 } }] },
    });
    const clicks: [number, string][] = [];
    state.click = (x, session) => {
      clicks.push([x, session]);
      return 200;
    };
    const [result] = (await runner.run({ files: ['a.sequence.json'] })).results;
    assert.equal(result?.outcome, 'passed');
    assert.deepEqual(
      clicks.map(([x]) => x),
      [1, 2, 3],
    );
    assert.equal(new Set(clicks.map(([, session]) => session)).size, 1);
    state.click = (x) => (x === 2 ? 400 : 200);
    const [failed] = (await runner.run({ files: ['a.sequence.json'] })).results;
    assert.equal(failed?.outcome, 'failed');
    assert.equal(failed.attempts[0]?.of.name, 'two.sequence.json');
  });

  describe('refuses before it runs', () => {
    it('what would run before itself, is outside of the project, is missing, or is no sequence', async () => {
      const before = state.asked;
      assert.equal(
        await refused({
          'a.sequence.json': { setup: 'b.sequence.json', ...PASSING },
          'b.sequence.json': { setup: 'a.sequence.json', ...PASSING },
          'c.sequence.json': { setup: '../../c.sequence.json', ...PASSING },
          'd.sequence.json': { setup: 'gone.sequence.json', ...PASSING },
          'e.sequence.json': { setup: 'package.json', ...PASSING },
          'f.sequence.json': { setup: 'broken.sequence.json', ...PASSING },
          'broken.sequence.json': { steps: [{ jump: 1 }] },
        }),
        [
          'b.sequence.json:2 “a.sequence.json” would run before itself.',
          'a.sequence.json:2 “b.sequence.json” would run before itself.',
          'broken.sequence.json:3 A step needs one of open, click, type, press, scroll, wait, waitFor, expect, worker, storage, mock, upload, screenshot.',
          'c.sequence.json:2 “c.sequence.json” is outside of the project.',
          'd.sequence.json:2 File not found: gone.sequence.json.',
          'e.sequence.json:2 “package.json” isn’t a sequence.',
          'broken.sequence.json:3 A step needs one of open, click, type, press, scroll, wait, waitFor, expect, worker, storage, mock, upload, screenshot.',
        ].join('\n'),
      );
      assert.equal(state.asked, before);
    });

    it('an extension that is missing, or outside of the project, and finds one from where it is named', async () => {
      assert.equal(
        await refused({
          'tests/a.sequence.json': { extension: '../gone', ...PASSING },
          'tests/b.sequence.json': { extension: '../../elsewhere', ...PASSING },
          'tests/c.sequence.json': { extension: '../dist', ...PASSING },
          'tests/deep/er/d.sequence.json': { setup: '../../c.sequence.json', ...PASSING },
          'dist/manifest.json': manifest('Dist'),
        }),
        [
          'tests/a.sequence.json:2 No extension of the project is in “../gone”.',
          'tests/b.sequence.json:2 No extension of the project is in “../../elsewhere”.',
        ].join('\n'),
      );
      const { tests } = await runner.find(['tests/**/[cd].sequence.json']);
      assert.deepEqual(
        tests.map(({ extension }) => extension),
        [`${runner.folder}/dist`, `${runner.folder}/dist`],
      );
      runner.write({ 'other/manifest.json': manifest('Other'), 'tests/e.sequence.json': PASSING });
      const given = await runner.find(['tests/[ce].sequence.json'], 'other');
      assert.deepEqual(
        given.tests.map(({ extension }) => extension),
        [`${runner.folder}/dist`, `${runner.folder}/other`],
      );
    });
  });

  it('ends with the error of the service where it makes none, and runs nothing', async () => {
    runner.write({ 'a.sequence.json': PASSING });
    await assert.rejects(runner.run({ source: { kind: 'pool', pool: 'other' } }), (error: unknown) => {
      assert.ok(error instanceof UserError);
      assert.match(english(error.text), /^Pool “other” no longer exists/);
      return true;
    });
  });
});
