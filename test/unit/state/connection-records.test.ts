import assert from 'node:assert/strict';
import { openRecords, recentOf, type ClickMade } from '../../../src/state';
import { storage } from '../../support/storage';

const A = { name: 'one', address: 'https://a' };
const B = { name: 'one', address: 'https://b' };

describe('What is remembered', () => {
  it('stands with the newest first, and keeps its place when details change', async () => {
    const { sessions } = openRecords(storage(), A, () => {});
    await sessions.remember({ id: 'one' });
    await sessions.remember({ id: 'two' });
    await sessions.remember({ id: 'one', pool: 'p' });
    assert.deepEqual(sessions.all(), [{ id: 'two' }, { id: 'one', pool: 'p' }]);
  });

  it('keeps a detail that is not told again', async () => {
    const { sessions } = openRecords(storage(), A, () => {});
    await sessions.remember({ id: 'one', pool: 'p' });
    await sessions.remember({ id: 'one', pool: undefined, gone: true });
    assert.deepEqual(sessions.get('one'), { id: 'one', pool: 'p', gone: true });
  });

  it('is meant by its ID, else by its names; what has ended or was released only where no other has the name', async () => {
    const { sessions } = openRecords(storage(), A, () => {});
    const items = [
      { id: 'a', alias: 'work' },
      { id: 'b', name: 'work' },
      { id: 'work-2', name: 'b' },
      { id: 'c', name: 'work', gone: true },
      { id: 'd', alias: 'work', released: true },
      { id: 'e', name: 'old', gone: true },
      { id: 'f', name: 'old', gone: true },
    ];
    await sessions.replace(items);
    const meant = ['work', 'b', 'old', 'c', 'Work'].map((wanted) => sessions.named(wanted).map(({ id }) => id));
    assert.deepEqual(meant, [['a', 'b'], ['b'], ['e'], ['c'], []]);
    assert.equal(sessions.find('work')?.id, 'a');
  });

  it('is apart for each address, and for each account at it', async () => {
    const store = storage();
    await openRecords(store, A, () => {}).pools.remember({ id: 'p' });
    assert.deepEqual(openRecords(store, B, () => {}).pools.all(), []);
    assert.deepEqual(openRecords(store, { ...A, name: 'two' }, () => {}).pools.all(), []);
    assert.deepEqual(openRecords(store, A, () => {}).pools.all(), [{ id: 'p' }]);
  });

  it('tells of each change which list it was in', async () => {
    const told: string[] = [];
    const records = openRecords(storage(), A, (kind) => told.push(kind));
    await records.extensions.remember({ id: 'e' });
    await records.extensions.remove('e');
    assert.deepEqual(told, ['extensions', 'extensions']);
    assert.deepEqual(records.extensions.all(), []);
  });

  it('keeps in memory what the service has listed and is too much to be stored', async () => {
    const store = storage();
    let changes = 0;
    const { sessions } = openRecords(store, A, () => changes++);
    const listed = Array.from({ length: 3000 }, (_, index) => ({ id: `s${index}` }));
    await sessions.replace(listed, () => true, { end: 3000, isCut: true });
    assert.deepEqual([sessions.all(), sessions.listEnd], [listed, { end: 3000, isCut: true }]);
    assert.equal(openRecords(store, A, () => {}).sessions.all().length, 2000);
    await sessions.remember({ id: 's2900', pool: 'p' });
    await sessions.remove('s2950');
    assert.equal(sessions.all().length, 2999);
    assert.deepEqual(sessions.all()[2900], { id: 's2900', pool: 'p' });
    assert.ok(openRecords(store, A, () => {}).sessions.get('s2900'), 'what was used is stored');
    changes = 0;
    await sessions.replace(sessions.all(), () => true, { end: 3000, isCut: false });
    assert.deepEqual([changes, sessions.listEnd.isCut], [1, false]);
  });

  it('survives a store that holds something else', async () => {
    const broken = storage();
    await openRecords(broken, A, () => {}).sessions.remember({ id: 'one' });
    for (const key of broken.values.keys()) broken.values.set(key, 'nonsense');
    assert.deepEqual(openRecords(broken, A, () => {}).sessions.all(), []);
  });

  it('have the last ten clicks of a session, each once and the newest first, and tell each to whoever listens', async () => {
    const told: ClickMade[] = [];
    const { sessions } = openRecords(storage(), A, () => {});
    sessions.onDidClick((click) => told.push(click));
    const texts = [...Array.from({ length: 12 }, (_, x) => `${x}, 0`), '5, 0 right', '8, 0'];
    for (const [began, text] of texts.entries())
      await sessions.clicked({ session: 's', text, began, ended: began + 1 });
    const session = sessions.get('s');
    assert.ok(session);
    assert.equal(session.lastClick?.text, '8, 0');
    assert.deepEqual(recentOf(session), ['8, 0', '5, 0 right', ...[11, 10, 9, 7, 6, 5, 4, 3].map((x) => `${x}, 0`)]);
    assert.deepEqual(
      told.map(({ session: id, text, began }) => [id, text, began]),
      texts.map((text, began) => ['s', text, began]),
    );
  });

  it('have the one click that an older version remembered', () => {
    assert.deepEqual(recentOf({ id: 's', lastClick: { text: '1, 2', at: 0 } }), ['1, 2']);
    assert.deepEqual(recentOf({ id: 's' }), []);
  });
});
