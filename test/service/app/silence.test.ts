import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { offerTargets } from '../../../src/app/debug/offer-targets';
import { followLog } from '../../../src/app/log/follow-log';
import { ScreenFeed } from '../../../src/app/screen/screen-feed';
import { PageChoice } from '../../../src/devtools';
import { startLocalService, type LocalService } from '../../support/local-service';
import { BreakingProxy } from '../../support/network/breaking-proxy';
import { SilentGate } from '../../support/network/silent-gate';
import { nightly } from '../../support/nightly';
import { startPages, type Pages } from '../../support/pages';
import { until } from '../../support/until';
import { showPage } from '../local-service/session';
import { ExtensionFolder, Person } from '../../support/person';

describe('A network that passes nothing on, and closes nothing', () => {
  let service: LocalService;
  let pages: Pages;
  let proxy: BreakingProxy;
  let gate: SilentGate;
  let folder: ExtensionFolder;
  let person: Person;
  let feed: ScreenFeed;
  const states: string[] = [];
  const end = new AbortController();

  before(async () => {
    [service, pages] = await Promise.all([startLocalService(), startPages()]);
    proxy = await BreakingProxy.start(service.url);
    gate = await SilentGate.before(proxy.url);
    proxy.gate = gate.host;
    folder = new ExtensionFolder({ host_permissions: ['<all_urls>'] });
    person = new Person({ url: gate.url, token: service.token });
  });
  after(async () => {
    end.abort();
    feed.dispose();
    person.close();
    await gate.stop();
    await proxy.stop();
    await Promise.all([service.stop(), pages.stop()]);
  });

  /** How often each has begun and broken. */
  const log = { begun: 0, broken: 0, lines: 0 };
  const debugged = { begun: 0, broken: 0 };

  before(async () => {
    const { session } = service;
    await showPage(service, session, pages, '/button');
    folder.write('worker.js', 'setInterval(() => console.log("tick"), 200);');
    await person.upload(folder.path, session, 'again');
    const { id: extensionId } = (await person.loaded(session)).find(({ name }) => name === 'Again') ?? assert.fail();
    const devtools = person.devtools.of(person.client, session);
    const common = { extensionId, pausesWorkers: true, matches: () => [] };
    followLog(
      devtools,
      common,
      {
        onFollow: () => (log.begun += 1),
        onBreak: () => (log.broken += 1),
        onLines: ({ length }) => (log.lines += length),
      },
      end.signal,
    ).catch(() => {});
    offerTargets(
      devtools,
      { ...common, folder: folder.path, kinds: ['worker'], choice: new PageChoice(), files: () => [] },
      {
        onBegin: () => (debugged.begun += 1),
        onBreak: () => (debugged.broken += 1),
        onTarget: () => {},
        onPause: () => {},
        onTargetEnd: () => {},
        onTooMany: () => {},
        onTooManyOwn: () => {},
      },
      end.signal,
    ).catch(() => {});
    feed = new ScreenFeed(
      { client: person.client, sessions: person.records.sessions, devtools: person.devtools },
      session,
      {
        onPicture: ({ id }) => void setImmediate(() => feed.drawn(id)),
        onPopup: () => {},
        onState: ({ kind }) => void states.push(kind),
        onTabs: () => {},
        onClick: () => {},
        onPopupClick: () => {},
        onBegin: () => {},
      },
    );
    feed.setVisible(true);
    await until('all three have begun', () => states.at(-1) === 'live' && log.begun === 1 && debugged.begun === 1);
  });

  /** While the browser goes on sending. */
  async function untilNothingIsSent(): Promise<void> {
    for (;;) {
      const { bytes } = gate;
      const { lines } = log;
      await until('the worker has said more', () => log.lines > lines + 4);
      if (gate.bytes === bytes) return;
    }
  }

  for (const [what, act] of [
    ['once the clock has jumped, as after a sleep', (now) => (Date.now = () => now() + 3_600_000)],
    ['by Refresh of a live screen', () => feed.refresh()],
  ] as const satisfies [string, (now: () => number) => void][])
    it(`is asked at once, though bytes come: ${what}`, async () => {
      const { now } = Date;
      await untilNothingIsSent();
      const { bytes } = gate;
      try {
        act(now);
        await until('it is asked', () => gate.bytes > bytes);
      } finally {
        Date.now = now;
      }
      assert.equal(log.broken + debugged.broken, 0);
      assert.equal(states.at(-1), 'live');
    });

  it('is looked for by the system too, on each connection', async () => {
    const port = `:${Number(new URL(gate.url).port).toString(16).toUpperCase().padStart(4, '0')}`;
    /** Of the connections of this process to the gate: 2 is keep-alive. Columns: remote address, state, timer. */
    const timers = (): string[] =>
      readFileSync('/proc/self/net/tcp', 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter((columns) => columns[2]?.endsWith(port) && columns[3] === '01')
        .map((columns) => columns[5]?.slice(0, 2) ?? '');
    await until('all have the timer', () => timers().length > 0 && timers().every((timer) => timer === '02'));
  });

  nightly('is noticed by the screen, the log and the debugger, which come back when bytes pass again', async () => {
    gate.setSilent(true);
    await until('all three say so', () => states.at(-1) === 'connecting' && log.broken > 0 && debugged.broken > 0);
    gate.setSilent(false);
    await until('all three are back', () => states.at(-1) === 'live' && log.begun > 1 && debugged.begun > 1);
    const { lines } = log;
    await until('the worker is heard again', () => log.lines > lines);
  });
});
