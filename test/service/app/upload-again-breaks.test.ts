import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Cancelled, UserError } from '../../../src/core/errors';
import type { AgainOutcome } from '../../../src/app';
import { startLocalService, type LocalService } from '../../local-service';
import { BreakingFront, type Call, type Fault } from '../../network/breaking-front';
import { startPages, type Pages } from '../../pages';
import { browserOf } from '../local-service/processes';
import { until } from '../../until';
import { ExtensionFolder, filesIn, openSession, Person } from './again-stage';

const isHttp = ({ name }: Call): boolean => /^[A-Z]+ /.test(name);

const FAULTS: readonly (readonly [name: string, fault: Fault, of: (call: Call) => boolean])[] = [
  ['each call cut before it reaches the service', 'cut before', () => true],
  ['each call cut after it has reached the service', 'cut after', () => true],
  ['each call answered with an error', 500, () => true],
  ...[400, 404, 409, 503].map((status) => [`each request answered with ${status}`, status, isHttp] as const),
];

describe('Uploading again, while something breaks', () => {
  let service: LocalService;
  let pages: Pages;
  let front: BreakingFront;
  let person: Person;
  let folder: ExtensionFolder;
  let session: string;
  /** The calls of an upload that nothing disturbs. */
  let calls: readonly Call[];
  /** Where the session has the extension. */
  let place: string;

  before(async () => {
    [service, pages] = [await startLocalService(), await startPages()];
    front = await BreakingFront.start(service.url);
    person = new Person({ url: front.url, token: service.token });
    folder = new ExtensionFolder({ content_scripts: [{ matches: [`${pages.url}/*`], js: ['worker.js'] }] });
    session = await openSession(service, `${pages.url}/plain`);
    await person.upload(folder.path, session, 'again');
    folder.change();
    await reconnected().again(folder.path, session);
    place = (await person.loaded(session))[0]?.path ?? '';
    // Only a page that is there again is reloaded.
    await runs();
    folder.change();
    front.breakAt(() => undefined);
    const outcome = await reconnected().again(folder.path, session);
    assert.ok(outcome.kind === 'reloaded' && outcome.pages === 1 && outcome.files.removed === 1);
    calls = [...front.calls];
  });
  after(async () => {
    person.close();
    await front.stop();
    await Promise.all([service.stop(), pages.stop()]);
    folder.remove();
  });

  /** The same person in a window that was opened just now: with no connection. */
  function reconnected(): Person {
    person.close();
    person = new Person({ url: front.url, token: service.token }, person.storage);
    return person;
  }

  async function runs(): Promise<{ version: string | undefined; files: Record<string, string> }> {
    const straight = new Person(service);
    // A page that is being reloaded is found only when it is there again.
    await until('the page is there', async () => (await straight.pages(session)).includes(`${pages.url}/plain`));
    const [only] = await straight.loaded(session);
    straight.close();
    return { version: only?.version, files: filesIn(place) };
  }

  /** What came of an upload: its outcome, or the error that a person reads. */
  async function attempt(stop?: AbortSignal): Promise<AgainOutcome | UserError | Cancelled> {
    return person.again(folder.path, session, stop).catch((error: unknown) => {
      if (error instanceof UserError || error instanceof Cancelled) return error;
      throw error;
    });
  }

  /** Whatever is claimed is so, and what is remembered too. */
  async function assertTrue(told: AgainOutcome | UserError | Cancelled, before: Awaited<ReturnType<typeof runs>>) {
    const now = await runs();
    const wanted = filesIn(folder.path);
    if (told instanceof UserError) {
      assert.match(told.message, /^[“A-Z].*[.”]$/s);
      assert.doesNotMatch(told.message, /undefined|\{\d\}|\[object|devtools\//);
      assert.ok(!told.message.includes(service.token));
      assert.ok(now.version === before.version || now.version === versionOf(wanted), `${now.version}`);
      if (/Nothing was sent/.test(told.message)) assert.deepEqual(now, before);
    } else if (!(told instanceof Cancelled)) {
      assert.notEqual(told.kind, 'unchanged');
      if (told.kind === 'notPossible') assert.deepEqual(now, before);
      else assert.deepEqual(now, { version: versionOf(wanted), files: wanted });
    }
    const record = person.record(folder.path, session);
    if (record?.digests === undefined) return;
    assert.equal(record.version, now.version);
    assert.deepEqual(now.files, now.version === before.version ? before.files : wanted);
  }

  async function assertMended(): Promise<void> {
    front.breakAt(() => undefined);
    const { kind } = await person.again(folder.path, session);
    assert.ok(kind === 'reloaded' || kind === 'unchanged', kind);
    const files = filesIn(folder.path);
    assert.deepEqual(await runs(), { version: versionOf(files), files });
    assert.equal(readdirSync(path.join(place, '.browser-sessions')).length, 1);
    assert.equal((await person.again(folder.path, session)).kind, 'unchanged');
  }

  it('makes these calls, of each kind at least one', () => {
    const names = new Set(calls.map(({ name }) => name));
    for (const name of [
      'GET session',
      'DevTools',
      'Extensions.getExtensions',
      'GET fs/list_files',
      'POST fs/upload_zip',
      'PUT fs/delete_file',
      'Extensions.loadUnpacked',
      'Page.reload',
    ])
      assert.ok(names.has(name), `${name} is missing: ${[...names].join(', ')}`);
  });

  for (const [name, fault, isMeant] of FAULTS) {
    it(`${name}: what is claimed is so, and the next time mends it`, async () => {
      for (const broken of calls.filter(isMeant)) {
        const before = await runs();
        folder.change();
        let happened = false;
        front.breakAt((call) => {
          if (call.name !== broken.name || call.nth !== broken.nth) return undefined;
          happened = true;
          return fault;
        });
        reconnected();
        const told = await attempt();
        try {
          assert.ok(happened, 'the call was not made');
          await assertTrue(told, before);
          await assertMended();
        } catch (error) {
          throw new Error(`${broken.name} ${broken.nth}: ${String('kind' in told ? told.kind : told)}`, {
            cause: error,
          });
        }
      }
    });
  }

  it('the service is gone from a call on: what is claimed is so, and the next time mends it', async () => {
    for (const broken of calls.filter(({ nth }) => nth === 1)) {
      const before = await runs();
      folder.change();
      let isCut = false;
      front.breakAt((call) => {
        isCut ||= call.name === broken.name && call.nth === broken.nth;
        return isCut ? 'cut before' : undefined;
      });
      reconnected();
      const told = await attempt();
      try {
        await assertTrue(told, before);
        await assertMended();
      } catch (error) {
        throw new Error(`${broken.name} ${broken.nth}: ${String('kind' in told ? told.kind : told)}`, { cause: error });
      }
    }
  }).timeout(240_000);

  it('canceled at each call: what is remembered is so, and the next time mends it', async () => {
    for (const broken of calls) {
      const before = await runs();
      folder.change();
      const cancelling = new AbortController();
      front.breakAt((call) =>
        call.name === broken.name && call.nth === broken.nth ? () => cancelling.abort() : undefined,
      );
      reconnected();
      const told = await attempt(cancelling.signal);
      assert.ok(told instanceof Cancelled || ('kind' in told && told.kind === 'reloaded'), broken.name);
      await assertTrue(told, before);
      await assertMended();
    }
  });

  const MOMENTS = [
    ['before anything is asked', 'GET session'],
    ['while files are written', 'POST fs/upload_zip'],
    ['right before the reload', 'Extensions.loadUnpacked'],
    ['right after the reload', 'Target.getTargets'],
    ['while a page is reloaded', 'Page.reload'],
  ] as const;
  for (const [when, name] of MOMENTS) {
    it(`the browser is killed ${when}: what is claimed is so, and the next time mends it`, async () => {
      const before = await runs();
      folder.change();
      let isKilled = false;
      front.breakAt((call) =>
        call.name === name && call.nth === 1
          ? () => {
              const pid = browserOf(service.pid, session);
              assert.ok(pid);
              process.kill(pid, 'SIGKILL');
              isKilled = true;
            }
          : undefined,
      );
      reconnected();
      const told = await attempt();
      assert.ok(isKilled);
      await assertTrue(told, before);
      await assertMended();
    });
  }
});

function versionOf(files: Record<string, string>): string {
  const { version }: { version: string } = JSON.parse(files['manifest.json'] ?? '{}');
  return version;
}
