import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { until } from '../../support/until';
import { ExtensionFollower, listLoaded, loadUnpacked, uninstall, type LogEntry } from '../../../src/devtools';
import { nightly } from '../../support/nightly';
import { whenInstalled, texts, useFollowing } from './follow-fixture';

const { signal } = new AbortController();

describe('Following an extension', () => {
  const following = useFollowing();
  const { browser, load, isOfSite, follower, follow, isAttached } = following;

  // More often than targets are followed at a time, so that one that has ended must not count.
  nightly('goes on after a reload in place, again and again', async () => {
    const { id, folder } = await load({ 'sw.js': whenInstalled('version 0') });
    const entries = await follow(id);
    await until('version 0 is reported', () => texts(entries).includes('version 0'));
    for (let version = 1; version <= 32; version++) {
      writeFileSync(path.join(folder, 'sw.js'), whenInstalled(`version ${version}`));
      await loadUnpacked(following.connection, folder, signal);
      await until(`version ${version} is reported`, () => texts(entries).includes(`version ${version}`));
    }
  });

  nightly('follows the worker also if more pages are open than are followed', async () => {
    const { id, folder } = await load({ 'sw.js': 'console.log("removed");' });
    const opened: string[] = [];
    const open = async (): Promise<void> => {
      const { targetId } = Object(
        await following.connection.send('Target.createTarget', { url: `${following.site}/` }, { signal }),
      );
      opened.push(targetId);
    };
    for (let page = 0; page < 31; page++) await open();
    const entries = await follow(id);
    await uninstall(following.connection, id, signal);
    await until('its worker has ended', async () => (await isAttached(id)) === undefined);
    await open();
    writeFileSync(path.join(folder, 'sw.js'), 'console.log("again");');
    await loadUnpacked(following.connection, folder, signal);
    await until('its worker is reported', () => texts(entries).includes('again'));
    for (const targetId of opened) await following.connection.send('Target.closeTarget', { targetId }, { signal });
  });

  it('says nothing twice over another connection', async () => {
    const { id } = await load({ 'sw.js': 'let n = 0; setInterval(() => console.log(`tick ${n++}`), 50);' });
    const { entries, follower: one } = follower(id);
    const first = await browser.connect();
    await one.follow(first, signal);
    await until('the worker ticks', () => entries.length >= 3);
    first.close();
    const before = entries.length;
    await one.follow(following.connection, signal);
    await until('it goes on', () => entries.length > before + 3);
    assert.equal(new Set(texts(entries)).size, entries.length);
  });

  it('lets go: nothing is attached to any more, and nothing is reported', async () => {
    const { id } = await load({ 'sw.js': 'setInterval(() => console.log("tick"), 20);' });
    const end = new AbortController();
    const { entries, follower: one } = follower(id);
    await one.follow(following.connection, end.signal);
    await until('the worker ticks', () => entries.length > 2);
    assert.equal(await isAttached(id), true);
    end.abort();
    await until('nothing is attached to the worker', async () => !(await isAttached(id)));
    const { length } = entries;
    const other = await follow(id);
    await until('the other follows', () => other.length > 5);
    assert.equal(entries.length, length);
  });

  it('keeps nothing of what was followed, while the connection is open', async () => {
    const { id } = await load({ 'sw.js': 'setInterval(() => console.log("tick"), 20);' });
    const kept: WeakRef<object>[] = [];
    for (let round = 0; round < 20; round++) {
      const entries: LogEntry[] = [];
      kept.push(new WeakRef(entries));
      const end = new AbortController();
      await new ExtensionFollower({
        extensionId: id,
        pausesWorkers: true,
        runsIn: isOfSite,
        onEntry: (each) => entries.push(each),
      }).follow(following.connection, end.signal);
      end.abort();
    }
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    await until('all are collected but the last', () => {
      collectGarbage();
      return kept.filter((each) => each.deref()).length <= 1;
    });
  });

  it('is not disturbed by another that follows the same', async () => {
    const { id } = await load({ 'sw.js': 'let n = 0; setInterval(() => console.log(`tick ${n++}`), 50);' });
    const second = await browser.connect();
    const [one, other] = [await follow(id), await follow(id, second)];
    await until('both follow', () => one.length > 3 && other.length > 3);
    second.close();
    const { length } = one;
    await until('the first goes on', () => one.length > length + 3);
    assert.equal(new Set(texts(one)).size, one.length);
  });

  it('lets the workers of others run, and with no pause where none is wanted', async () => {
    const { id } = await load({ 'sw.js': whenInstalled('mine') });
    const entries: LogEntry[] = [];
    const waits: unknown[] = [];
    following.connection.onEvent('Target.attachedToTarget', ({ waitingForDebugger }) => waits.push(waitingForDebugger));
    const options = {
      extensionId: id,
      pausesWorkers: false,
      runsIn: isOfSite,
    };
    await new ExtensionFollower({ ...options, onEntry: (entry) => entries.push(entry) }).follow(
      following.connection,
      signal,
    );
    const { folder } = await load({ 'sw.js': whenInstalled('another') });
    const other = await follow(
      (await listLoaded(following.connection, signal)).find((each) => each.path === folder)?.id ?? '',
    );
    await until('the other one runs', () => texts(other).includes('another'));
    await until('the first one runs', () => texts(entries).includes('mine'));
    assert.ok(waits.length > 0);
    assert.equal(waits[0], false);
  });

  it('says nothing of other extensions', async () => {
    const { id } = await load({ 'sw.js': 'setInterval(() => console.log("mine"), 20);' });
    await load({ 'sw.js': 'setInterval(() => console.log("another"), 20);' });
    const entries = await follow(id);
    await until('it is reported', () => entries.length > 5);
    assert.deepEqual([...new Set(texts(entries))], ['mine']);
  });
});
