import assert from 'node:assert/strict';
import { openRecords } from '../../../src/state';
import { storage } from './storage';

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
    await records.extensions.forget('e');
    assert.deepEqual(told, ['extensions', 'extensions']);
    assert.deepEqual(records.extensions.all(), []);
  });

  it('survives a store that holds something else', async () => {
    const broken = storage();
    await openRecords(broken, A, () => {}).sessions.remember({ id: 'one' });
    for (const key of broken.values.keys()) broken.values.set(key, 'nonsense');
    assert.deepEqual(openRecords(broken, A, () => {}).sessions.all(), []);
  });
});
