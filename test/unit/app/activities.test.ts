import assert from 'node:assert/strict';
import { Activities, type Stopped } from '../../../src/app/activities/activities';
import type { Activity, StopReason, WatchActivity } from '../../../src/app/activities/activity';
import { stopWhatMayNotGoOn, wordsForSeveral, wordsForStop } from '../../../src/app/activities/stop-reasons';
import { english } from '../../../src/core/message';
import type { UploadRecord } from '../../../src/state';
import { openConnections, type Opened } from './connections/connections-fixture';

const ONE = { name: 'One', address: 'https://one.example' };
const OTHER = { name: 'Other', address: 'https://other.example' };
const UPLOAD: UploadRecord = { name: 'x', folder: '/x', title: 'X', version: '1', sha256: '', bytes: 1, at: 1 };

/** What was stopped, and what it was told. */
interface Told {
  readonly title: string;
  readonly why: string;
  readonly reason: StopReason;
}

interface Changes extends Partial<Omit<WatchActivity, 'kind' | 'title'>> {
  readonly kind?: 'watch' | 'recording';
  readonly title?: string;
}

interface Fixture extends Opened {
  readonly activities: Activities;
  readonly told: Told[];
  readonly stops: Stopped[];
  readonly start: (changes?: Changes) => void;
}

/** Two connections, each with a session into which a folder was uploaded. */
async function fixture(): Promise<Fixture> {
  const opened = openConnections([ONE, OTHER]);
  for (const { name } of [ONE, OTHER])
    await opened.connections.named(name).records.sessions.remember({ id: 's', name: 'shop', uploads: [UPLOAD] });
  const activities = new Activities(wordsForStop);
  stopWhatMayNotGoOn(activities, opened.connections);
  const told: Told[] = [];
  const stops: Stopped[] = [];
  activities.onDidStop((stopped) => stops.push(stopped));
  const start: Fixture['start'] = (changes = {}) => {
    const { title = 'X' } = changes;
    const base: WatchActivity = {
      kind: 'watch',
      connection: ONE,
      session: { id: 's', name: 'shop' },
      title,
      folder: '/x',
      state: 'uploaded',
      problem: undefined,
      endsInProduction: true,
      stop: (why, reason) => told.push({ title, why: english(why), reason }),
    };
    const activity: Activity = Object.assign(base, changes);
    activities.start(activity);
  };
  return { ...opened, activities, told, stops, start };
}

describe('What runs in a window', () => {
  it('is listed in its order, by kind and by session, and changes are told once each', async () => {
    const { activities, start } = await fixture();
    let changes = 0;
    activities.onDidChange(() => (changes += 1));
    start({ title: 'first' });
    start({ title: 'second', connection: OTHER });
    start({ kind: 'recording' });
    assert.deepEqual(
      activities.all.map(({ kind, title }) => [kind, title]),
      [
        ['watch', 'first'],
        ['watch', 'second'],
        ['recording', 'X'],
      ],
    );
    assert.equal(activities.of('watch').length, 2);
    assert.deepEqual(
      activities.in('watch', OTHER, 's').map(({ title }) => title),
      ['second'],
    );
    assert.equal(activities.in('watch', OTHER, 'another').length, 0);
    assert.equal(changes, 3);
  });

  it('says what is new of it, and nothing after its end', () => {
    const activities = new Activities(wordsForStop);
    let changes = 0;
    activities.onDidChange(() => (changes += 1));
    const running = activities.start<WatchActivity>({
      kind: 'watch',
      connection: ONE,
      session: { id: 's' },
      title: 'X',
      folder: '/x',
      state: 'uploaded',
      problem: undefined,
      endsInProduction: false,
      stop: () => assert.fail('it was not stopped'),
    });
    running.update({ state: 'uploaded' });
    assert.equal(changes, 1, 'nothing was new');
    running.update({ state: { errors: 2 } });
    assert.deepEqual(activities.of('watch')[0]?.state, { errors: 2 });
    running.end();
    running.update({ state: 'uploaded' });
    running.stop('stopped');
    running.end();
    assert.deepEqual([changes, activities.all.length], [3, 0]);
  });

  it('is stopped as it is meant, the rest goes on, and it is told once for all', async () => {
    const { activities, start, told, stops } = await fixture();
    start({ title: 'first' });
    start({ title: 'second' });
    start({ title: 'third', connection: OTHER });
    const stopped = activities.stopWhere(({ connection }) => connection === ONE, 'stopped');
    assert.deepEqual(
      stopped.map(({ title }) => title),
      ['first', 'second'],
    );
    assert.deepEqual(
      told.map(({ title, reason }) => [title, reason]),
      [
        ['first', 'stopped'],
        ['second', 'stopped'],
      ],
    );
    assert.deepEqual(
      activities.all.map(({ title }) => title),
      ['third'],
    );
    assert.deepEqual(stops, [{ activities: stopped, reason: 'stopped' }]);
    assert.deepEqual(
      activities.stopWhere(() => false, 'stopped'),
      [],
    );
    assert.equal(stops.length, 1);
  });

  for (const [what, happens, why] of [
    ['connection is removed', ({ list }) => list.write([OTHER]), 'Stopped watching “X”: connection “One” was removed.'],
    [
      'connection has another address',
      ({ list }) => list.write([{ ...ONE, address: 'https://new.example' }, OTHER]),
      'Stopped watching “X”: the address or project of connection “One” has changed.',
    ],
    [
      'connection becomes production',
      ({ list }) => list.write([{ ...ONE, production: true }, OTHER]),
      'Stopped watching “X”: “One” is a production connection now. Start again to confirm.',
    ],
    [
      'token is cleared',
      async ({ connections }) => connections.tokenCleared(ONE),
      'Stopped watching “X”: the token for “One” was cleared.',
    ],
    [
      'session is released',
      ({ connections }) => connections.named('One').records.sessions.replace([{ id: 's', released: true }]),
      'Stopped watching “X”: “shop” was released.',
    ],
    [
      'session has ended',
      ({ connections }) => connections.named('One').records.sessions.remember({ id: 's', gone: true }),
      'Stopped watching “X”: “shop” has ended.',
    ],
    [
      'session is ended here',
      ({ connections }) => connections.named('One').records.sessions.remove('s'),
      'Stopped watching “X”: “shop” was ended or removed from the list.',
    ],
    [
      'upload is removed from the list',
      ({ connections }) => connections.named('One').records.sessions.remember({ id: 's', uploads: [] }),
      'Stopped watching “X”: it was removed from the list of “shop”.',
    ],
  ] as const satisfies readonly (readonly [string, (fixture: Fixture) => Promise<void>, string])[])
    it(`ends when its ${what}, and says so; what is elsewhere goes on`, async () => {
      const opened = await fixture();
      opened.start();
      opened.start({ title: 'elsewhere', connection: OTHER });
      await happens(opened);
      assert.deepEqual(
        opened.told.map((told) => told.why),
        [why],
      );
      assert.deepEqual(
        opened.activities.all.map(({ title }) => title),
        ['elsewhere'],
      );
    });

  it('goes on at a connection for production if that was confirmed', async () => {
    const { activities, list, start } = await fixture();
    start({ endsInProduction: false });
    await list.write([{ ...ONE, production: true }, OTHER]);
    assert.equal(activities.all.length, 1);
  });

  it('that was begun in a session that counted as ended finds out by itself', async () => {
    const { activities, connections, start } = await fixture();
    start({ session: { id: 's', gone: true } });
    await connections.named('One').records.sessions.remember({ id: 's', gone: true });
    assert.equal(activities.all.length, 1);
  });

  it('is named together where it is stopped together', async () => {
    const { activities, start } = await fixture();
    start({ title: 'A' });
    start({ title: 'B' });
    const [first] = activities.all;
    assert.ok(first);
    assert.equal(
      english(wordsForSeveral(activities.all, first, 'connectionRemoved')),
      'Stopped watching “A”, “B”: connection “One” was removed.',
    );
  });

  it('is stopped when the window closes, and nothing is told of it', async () => {
    const { activities, start, told, stops } = await fixture();
    start();
    activities.dispose();
    assert.deepEqual([told[0]?.reason, stops.length, activities.all.length], ['closing', 0, 0]);
  });
});
