import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { readSequenceText } from '../../../src/app/sequences/sequence-text';
import { runSteps, StepFailed } from '../../../src/app/sequences/run-steps';
import { rememberRun, runSequence, type RunMemory, type RunOutcome } from '../../../src/app/sequences/run-sequence';
import { collectReport } from '../../../src/app/report/collect-report';
import { REPORT_PARTS, type Report, type ReportPart } from '../../../src/app/report/report';
import { readSequenceOf } from '../../../src/app/report/report-file';
import { reportPage } from '../../../src/app/report/report-html';
import { SessionHistories } from '../../../src/app/report/session-history';
import { Cancelled, UserError } from '../../../src/core/errors';
import { Localizer } from '../../../src/core/localizer';
import { message } from '../../../src/core/message';
import { pngSize } from '../../../src/core/screen/picture-size';
import { REMOVED } from '../../../src/core/secret-forms';
import type { ResolvedStep } from '../../../src/core/steps';
import { inspectExtension } from '../../../src/packaging';
import { startLocalService, type LocalService } from '../../support/local-service';
import { startPages, type Pages } from '../../support/pages';
import { LoopbackServer } from '../../support/network/loopback-server';
import { ExtensionFolder, openSession, Person } from '../../support/person';
import { nightly } from '../../support/nightly';

const { signal } = new AbortController();
const { t, localize } = new Localizer((template) => template);
const CONNECTION = { name: 'here', address: 'http://here' };
const OTHER_TOKEN = 'another-connection-4b8d2f6a';
const BUTTON = { role: 'button', name: 'Break' };

function stepsOf(...steps: readonly object[]): readonly ResolvedStep[] {
  const read = readSequenceText(JSON.stringify({ steps }), []);
  assert.ok('steps' in read, JSON.stringify(read));
  return read.steps;
}

describe('A report of a session', () => {
  let service: LocalService;
  let pages: Pages;
  let person: Person;
  let folder: ExtensionFolder;
  let first: string;
  let histories: SessionHistories;

  before(async () => {
    [service, pages] = await Promise.all([startLocalService(), startPages()]);
    person = new Person(service);
    folder = new ExtensionFolder({
      options_page: 'options.html',
      permissions: ['storage'],
      host_permissions: ['http://127.0.0.1/*'],
    });
    folder.write(
      'options.html',
      '<!doctype html><title>options</title><button>Break</button><script src="o.js"></script>',
    );
    // What it says has the token, as if the service had told it to a page.
    folder.write(
      'o.js',
      `console.log('loaded with ${service.token}');
       console.info('and of another connection: ${OTHER_TOKEN}, as base64 ${Buffer.from(`x:${service.token}`).toString('base64')}');
       document.querySelector('button').onclick = () => {
         void fetch('${pages.url}/nothing-here?access_token=planted-9f8e7d&page=2').finally(() => document.body.append('Asked'));
         throw new Error('broken by ${service.token}');
       };`,
    );
    folder.write(`data/${service.token}.json`, '{}');
    folder.write('worker.js', `chrome.storage.local.set({ count: 3, apiKey: 'short', said: '${service.token}' });`);
    first = await openTested();
  });
  beforeEach(() => (histories = new SessionHistories()));
  after(async () => {
    person.close();
    await Promise.all([service.stop(), pages.stop()]);
  });

  async function openTested(): Promise<string> {
    const session = await openSession(service, `${pages.url}/plain`);
    await person.upload(folder.path, session, 'tested');
    return session;
  }

  const memory = (): RunMemory => ({ connection: CONNECTION, histories, localize });
  const access = (): Parameters<typeof runSequence>[0] => ({
    client: person.client,
    sessions: person.records.sessions,
    devtools: person.devtools,
  });

  async function run(
    session: string,
    steps: readonly ResolvedStep[],
    name = 'break.sequence.json',
  ): Promise<RunOutcome> {
    const request = { sessionIds: [session], topOf: String, memory: memory() };
    const [outcome] = await runSequence(access(), { name, extension: undefined, steps }, request, signal);
    return outcome ?? assert.fail('it was not run');
  }

  const failing = (): readonly ResolvedStep[] =>
    stepsOf(
      { open: 'options' },
      { click: BUTTON },
      { waitFor: { text: 'Asked' } },
      { expect: { text: `Thanks, ${service.token}` }, timeout: 0 },
      { click: { x: 1, y: 1 } },
    );

  function collect(session: string, parts: readonly ReportPart[] = REPORT_PARTS, stop = signal): Promise<Report> {
    const needs = {
      access: access(),
      session: { id: session },
      connection: { ...CONNECTION, address: service.url },
      history: histories.of(CONNECTION, session),
      tokens: [OTHER_TOKEN],
      versions: { extension: '1.2.3', editor: '' },
      inspect: (wanted: string) => inspectExtension(wanted, {}, signal),
      topOf: (wanted: string) => wanted,
      localize,
    };
    return collectReport(needs, new Set(parts), stop);
  }

  it('tells what was run, said, asked for and loaded, with the times, and no secret of it', async () => {
    await run(first, failing());
    const report = await collect(first);
    assert.deepEqual(report.notes, []);
    const { path, picture, log, extensions, storage } = report;
    assert.deepEqual(
      path?.results.map(({ state }) => state),
      ['passed', 'passed', 'passed', 'failed', 'skipped'],
    );
    assert.ok(path?.results[1]?.point, 'where it clicked');
    assert.ok(path?.results.every(({ began, ended, state }) => state === 'skipped' || (began ?? 0) <= (ended ?? -1)));
    for (const each of [picture, path?.picture]) assert.ok(each && pngSize(each.png));

    const requests = log?.lines.filter(({ isRequest }) => isRequest) ?? [];
    assert.deepEqual(
      requests.map(({ text }) => text),
      [`GET ${pages.url}/nothing-here?access_token=${REMOVED}&page=2 404 Not Found`],
    );
    const errors = log?.lines.filter(({ isUncaught }) => isUncaught) ?? [];
    assert.equal(errors.length, 1);
    assert.match(errors[0]?.place ?? '', /^o\.js:\d+:\d+$/);
    assert.ok(log?.lines.some(({ text }) => text === 'loaded with …'));
    const clicked = path?.results[1];
    assert.ok(clicked?.began !== undefined && Math.abs((errors[0]?.at ?? 0) - clicked.began) < 5000, 'on one clock');

    const [extension, ...others] = extensions ?? [];
    assert.equal(others.length, 0);
    assert.equal(extension?.name, 'Again');
    assert.equal(extension?.upload?.folder, 'same');
    assert.equal(extension?.upload?.sha256, person.record(folder.path, first)?.sha256);
    assert.ok(extension?.upload?.files.some((file) => file.path === 'worker.js' && /^[0-9a-f]{64}$/.test(file.sha256)));
    assert.match(report.versions.chromium, /^\d+\.\d+\.\d+\.\d+$/);
    const [area] = storage ?? [];
    assert.deepEqual(JSON.parse(area?.json ?? ''), { apiKey: REMOVED, count: 3, said: '…' });

    const page = reportPage(report, { t, localize, language: 'en' });
    const devtools = await person.client.devToolsAddress(first, signal);
    const secret = devtools?.pathname.split('/').at(-1) ?? '';
    assert.ok(secret.length > 20);
    for (const each of [
      service.token,
      service.token.slice(0, 12),
      OTHER_TOKEN,
      secret,
      'planted-9f8e7d',
      service.url,
      folder.path,
    ])
      assert.ok(!page.includes(each), each);
  });

  it('has no picture of a session that was released, or in which something else was run meanwhile', async () => {
    const steps = stepsOf({ wait: 1 });
    const outcome = { sessionId: first, done: 1, byPoint: [], times: [1, 2], points: [], screenshots: [], log: [] };
    const remember = (name: string): Promise<unknown> =>
      rememberRun(access(), memory(), { name, extension: undefined, steps }, outcome, signal);
    await Promise.all([remember('older'), remember('newer')]);
    assert.equal(histories.of(CONNECTION, first).path?.name, 'newer');
    const remembered = remember('released');
    histories.forget(CONNECTION, first);
    await remembered;
    assert.equal(histories.of(CONNECTION, first).path, undefined);
  });

  it('has the picture of a failure when the page has painted, or says that the page was blank', async () => {
    const session = await openSession(service, `${pages.url}/plain`);
    const shop = await new LoopbackServer((_, response) => {
      const paint = `setTimeout(() => document.body.append('The shop is open.'), Number(location.search.slice(1)))`;
      response.setHeader('content-type', 'text/html').end(`<!doctype html><body><script>${paint}</script>`);
    }).start();
    const nothing = stepsOf({ expect: { text: 'Paid' }, timeout: 0 });
    const failedAt = async (page: string): Promise<RunOutcome> => {
      const opened = await run(session, [{ kind: 'open', page }, ...nothing]);
      assert.equal(opened.done, 1);
      return opened;
    };
    // Its text comes when the step has failed already: what painted it is what the picture shows.
    const late = await failedAt(`${shop.url}/?900`);
    assert.ok(late.picture && late.picture.isBlank === undefined);
    const painted = (await failedAt(`${shop.url}/?0`)).picture;
    assert.deepEqual(late.picture.png, painted?.png);

    const blank = await failedAt(`${pages.url}/blank`);
    assert.equal(blank.picture?.isBlank, true);
    assert.notDeepEqual(blank.picture.png, late.picture.png);
    const sentence = localize(new StepFailed({ name: 'pay', steps: nothing }, blank).text);
    assert.match(sentence, /doesn’t show “Paid”\. The page was blank\.$/);
    const page = reportPage(await collect(session), { t, localize, language: 'en' });
    assert.match(page, /<div class="verdict bad"><p>[^]*? The page was blank\.<\/p>/);
    await shop.stop();
    assert.match(page, /<figcaption>When step 2 failed, [^<]*<time[^>]*>[^<]*<\/time>\. The page was blank\./);
  });

  it('has only what was chosen', async () => {
    await run(first, stepsOf({ wait: 1 }));
    const { picture, path, extensions, log, storage } = await collect(first, ['log']);
    assert.deepEqual([picture, path, extensions, storage], [undefined, undefined, undefined, undefined]);
    assert.ok(log);
    const steps = await collect(first, ['path']);
    assert.equal(steps.path?.picture, undefined, 'no picture without the part that has pictures');
  });

  it('tells what the extension said before anybody listened', async () => {
    const session = await openTested();
    await runSteps(access(), { sessionIds: [session], steps: stepsOf({ open: 'options' }) }, signal);
    const { log } = await collect(session, ['log']);
    const line = { text: 'loaded with …', source: { kind: 'page', path: 'options.html' } };
    const [said] = log?.lines.map(({ text, source }) => ({ text, source })) ?? [];
    assert.deepEqual(said, line);
  });

  nightly('tells each line once, also if its log was followed', async () => {
    const session = await openTested();
    await run(session, stepsOf({ open: 'options' }, { wait: 200 }));
    const { log } = await collect(session, ['log']);
    assert.equal(log?.lines.filter(({ text }) => text === 'loaded with …').length, 1);
  });

  it('tells if the folder has changed since the upload, and if it is gone', async () => {
    const other = new ExtensionFolder();
    const session = await openSession(service, `${pages.url}/plain`);
    await person.upload(other.path, session, 'other');
    other.change();
    const [changed] = (await collect(session, ['extensions'])).extensions ?? [];
    assert.equal(changed?.upload?.folder, 'changed');
    rmSync(other.path, { recursive: true });
    const [gone] = (await collect(session, ['extensions'])).extensions ?? [];
    assert.deepEqual([gone?.upload?.folder, gone?.upload?.files], ['gone', []]);
  });

  it('removes what is typed into a field for a password wherever it is, and keeps the rest of the steps', async () => {
    const password = { role: 'textbox', name: 'Your password *' };
    const steps = stepsOf(
      { type: 'hunter2', into: password, timeout: 0 },
      { click: { ...password, role: 'searchbox' }, timeout: 0 },
      { type: 'correct horse' },
      { press: 'Tab' },
      { type: 'Ada' },
      { expect: { text: 'Hello Ada, hunter2 correct horse' }, timeout: 0 },
    );
    const error = new UserError(message('The page doesn’t show “{0}”.', 'correct horse'));
    const outcome = {
      sessionId: first,
      done: 5,
      error,
      byPoint: [],
      times: [1, 2, 3, 4, 5, 6, 7],
      points: [],
      screenshots: [],
      log: [],
    };
    await rememberRun(access(), memory(), { name: 'x', extension: undefined, steps }, outcome, signal);
    const report = await collect(first, ['path']);
    assert.deepEqual(
      report.path?.steps.map((step) => step.kind === 'type' && step.text),
      [REMOVED, false, REMOVED, false, 'Ada', false],
    );
    const page = reportPage(report, { t, localize, language: 'en' });
    for (const each of ['hunter2', 'correct horse']) assert.ok(!page.includes(each), each);
  });

  it('has its steps as a sequence that ends alike in a second session, and tells which of them lack a secret', async () => {
    await run(first, failing());
    const original = await collect(first);
    const { steps, incomplete } = readSequenceOf(reportPage(original, { t, localize, language: 'en' }), 'x');
    assert.deepEqual(steps, original.path?.steps);
    assert.deepEqual(incomplete, [3]);
    const second = await openTested();
    await run(second, steps);
    const again = await collect(second, ['path']);
    assert.deepEqual(
      again.path?.results.map(({ state }) => state),
      original.path?.results.map(({ state }) => state),
    );
  });

  it('notes what it cannot find out, and ends when it is canceled', async () => {
    const none = await collect('no-such-session');
    assert.ok(none.notes.length >= 2, JSON.stringify(none.notes));
    assert.deepEqual(none.extensions, []);
    assert.equal(none.picture, undefined);
    const stopping = new AbortController();
    stopping.abort();
    await assert.rejects(collect(first, REPORT_PARTS, stopping.signal), Cancelled);
  });
});
