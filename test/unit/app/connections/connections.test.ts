import assert from 'node:assert/strict';
import { LOCAL } from '../../../../src/core/connection-settings';
import { openConnections, type Opened } from './connections-fixture';

const ONE = { name: 'one', address: 'https://one.example' };
const TWO = { name: 'two', address: 'https://two.example' };
/** An entry of a later version, or a mistake: it must not be changed. */
const UNREADABLE = { name: 'broken', address: 7, more: true };

/** Remembers something of each kind. */
async function remember({ connections }: Opened, name: string): Promise<void> {
  const { records, shownNotices } = connections.named(name);
  await records.sessions.clicked({ session: 's', text: '1, 2', began: 0, ended: 1 });
  await records.pools.remember({ id: 'p' });
  await records.extensions.remember({ id: 'e' });
  await shownNotices.add('newName');
}

describe('The connections of the settings, without the editor', () => {
  it('are told where there is none, or the one that is meant is wrong', () => {
    const { connections } = openConnections([]);
    assert.throws(() => connections.active(), { recovery: 'addConnection' });
    assert.throws(() => openConnections([UNREADABLE]).connections.active(), { recovery: 'editConnections' });
    assert.throws(() => openConnections([ONE]).connections.named('two'), { recovery: 'switchConnection' });
  });

  it('are added and changed without touching what cannot be read', async () => {
    const { connections, list } = openConnections([UNREADABLE]);
    await connections.add({ ...ONE, production: false });
    assert.equal(connections.active().name, 'one');
    await connections.change('one', { production: true });
    assert.deepEqual(list.read(), [UNREADABLE, { ...ONE, production: true }]);
    assert.equal(connections.active().settings.production, true);
  });

  it('stay the one in use when the list is in another order', async () => {
    const { connections, list } = openConnections([ONE, TWO]);
    assert.equal(connections.active().name, 'one');
    await list.write([TWO, ONE]);
    assert.equal(connections.active().name, 'one');
  });

  it('go with their tokens; the next in the list does not come into use by itself', async () => {
    const { connections, tokens, list } = openConnections([ONE, TWO]);
    await tokens.set(ONE, 'own');
    await connections.remove('one');
    assert.deepEqual(list.read(), [TWO]);
    assert.equal(await tokens.get(ONE), undefined);
    assert.throws(() => connections.active(), { recovery: 'switchConnection' });
    await connections.activate('two');
    assert.equal(connections.active().name, 'two');
  });

  it('take with them what was remembered, also when one of the same name is added again', async () => {
    const like = { name: 'two of https://one.example one', address: TWO.address };
    const opened = openConnections([ONE, TWO, like]);
    const { connections, stored } = opened;
    for (const { name } of [ONE, TWO, like]) await remember(opened, name);
    assert.equal(stored.size, 12);
    await connections.remove('one');
    assert.deepEqual(
      [...stored.keys()].filter((key) => !key.includes(`${TWO.address} `)),
      [],
    );
    assert.equal(stored.size, 8);
    await connections.add({ ...ONE, production: false });
    const { records, shownNotices } = connections.named('one');
    assert.deepEqual([records.sessions.all(), records.pools.all(), records.extensions.all()], [[], [], []]);
    assert.equal(await shownNotices.add('newName'), true);
  });

  it('take with them what is too much to be stored, and how far the list was read', async () => {
    const { connections } = openConnections([ONE, TWO]);
    const listed = Array.from({ length: 2001 }, (_, number) => ({ id: `s${number}` }));
    const { records } = connections.named('one');
    await records.sessions.replace(listed, () => true, { end: 2001, isCut: true });
    assert.equal(records.sessions.all().length, 2001);
    await connections.remove('one');
    await connections.add({ ...ONE, production: false });
    const { sessions } = connections.named('one').records;
    assert.deepEqual(sessions.all(), []);
    assert.deepEqual(sessions.listEnd, { end: 0, isCut: false });
  });

  it('forget what was remembered of an earlier address, but nothing for another change', async () => {
    const opened = openConnections([ONE, TWO]);
    const { connections, stored } = opened;
    for (const { name } of [ONE, TWO]) await remember(opened, name);
    await connections.change('one', { production: true });
    assert.equal(stored.size, 8);
    await connections.change('one', { address: 'https://other.example' });
    assert.deepEqual(
      [...stored.keys()].map((key) => key.split(' ').slice(1).join(' ')),
      Array.from({ length: 4 }, () => `${TWO.address} two`),
    );
    await connections.change('one', { address: ONE.address });
    assert.deepEqual(connections.named('one').records.sessions.all(), []);
  });

  it('tell of each change of theirs, until they are disposed', async () => {
    const localService = { url: 'http://127.0.0.1:1', token: 't' };
    const { connections, list } = openConnections([ONE, { name: 'here', address: LOCAL }], { localService });
    let told = 0;
    const listening = connections.onDidChange(() => told++);
    connections.onDidChange(() => told++);
    await list.write([ONE]);
    await connections.local.start();
    await connections.activate('one');
    assert.equal(told, 6);
    listening.dispose();
    await list.write([TWO]);
    assert.equal(told, 7);
    connections.dispose();
    await list.write([ONE]);
    assert.equal(told, 7);
  });

  it('keep apart what they remember; that of the service on this machine lies with it', async () => {
    const { connections } = openConnections([ONE, TWO, { name: 'here', address: LOCAL }]);
    await connections.named('one').records.sessions.remember({ id: 's' });
    assert.equal(connections.named('one').records.sessions.all().length, 1);
    assert.equal(connections.named('two').records.sessions.all().length, 0);
    await connections.named('here').records.sessions.remember({ id: 'of-here' });
    assert.notEqual(connections.local.storage.get(`sessions ${LOCAL} here`), undefined);
  });
});
