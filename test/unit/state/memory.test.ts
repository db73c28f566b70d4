import assert from 'node:assert/strict';
import { openMemory } from '../../../src/state';
import { storage } from './storage';

const A = { name: 'one', address: 'https://a' };
const B = { name: 'one', address: 'https://b' };

describe('What is remembered', () => {
  it('stands with the newest first, and keeps its place when details change', async () => {
    const { sessions } = openMemory(storage(), A, () => {});
    await sessions.remember({ id: 'one' });
    await sessions.remember({ id: 'two' });
    await sessions.remember({ id: 'one', pool: 'p' });
    assert.deepEqual(sessions.all(), [{ id: 'two' }, { id: 'one', pool: 'p' }]);
  });

  it('keeps a detail that is not told again', async () => {
    const { sessions } = openMemory(storage(), A, () => {});
    await sessions.remember({ id: 'one', pool: 'p' });
    await sessions.remember({ id: 'one', pool: undefined, gone: true });
    assert.deepEqual(sessions.get('one'), { id: 'one', pool: 'p', gone: true });
  });

  it('is apart for each address, and for each account at it', async () => {
    const store = storage();
    await openMemory(store, A, () => {}).pools.remember({ id: 'p' });
    assert.deepEqual(openMemory(store, B, () => {}).pools.all(), []);
    assert.deepEqual(openMemory(store, { ...A, name: 'two' }, () => {}).pools.all(), []);
    assert.deepEqual(openMemory(store, A, () => {}).pools.all(), [{ id: 'p' }]);
  });

  it('tells of each change which list it was in', async () => {
    const told: string[] = [];
    const memory = openMemory(storage(), A, (kind) => told.push(kind));
    await memory.extensions.remember({ id: 'e' });
    await memory.extensions.forget('e');
    assert.deepEqual(told, ['extensions', 'extensions']);
    assert.deepEqual(memory.extensions.all(), []);
  });

  it('survives a store that holds something else', async () => {
    const broken = storage();
    await openMemory(broken, A, () => {}).sessions.remember({ id: 'one' });
    for (const key of broken.values.keys()) broken.values.set(key, 'nonsense');
    assert.deepEqual(openMemory(broken, A, () => {}).sessions.all(), []);
  });
});
