import assert from 'node:assert/strict';
import { openMemory, Tokens, type KeyValue, type SecretBox } from '../../../src/state';

function storage(): KeyValue & { readonly values: Map<string, unknown> } {
  const values = new Map<string, unknown>();
  return { values, get: (key) => values.get(key), update: async (key, value) => void values.set(key, structuredClone(value)) };
}

function secretBox(): SecretBox & { readonly values: Map<string, string> } {
  const values = new Map<string, string>();
  return {
    values,
    get: async (key) => values.get(key),
    store: async (key, value) => void values.set(key, value),
    delete: async (key) => void values.delete(key),
  };
}

describe('What is remembered', () => {
  it('stands with the newest first, and keeps its place when details change', async () => {
    const { sessions } = openMemory(storage(), 'https://a', () => {});
    await sessions.remember({ id: 'one' });
    await sessions.remember({ id: 'two' });
    await sessions.remember({ id: 'one', pool: 'p' });
    assert.deepEqual(sessions.all(), [{ id: 'two' }, { id: 'one', pool: 'p' }]);
  });

  it('keeps a detail that is not told again', async () => {
    const { sessions } = openMemory(storage(), 'https://a', () => {});
    await sessions.remember({ id: 'one', pool: 'p' });
    await sessions.remember({ id: 'one', pool: undefined, gone: true });
    assert.deepEqual(sessions.get('one'), { id: 'one', pool: 'p', gone: true });
  });

  it('is apart for each address', async () => {
    const store = storage();
    await openMemory(store, 'https://a', () => {}).pools.remember({ id: 'p' });
    assert.deepEqual(openMemory(store, 'https://b', () => {}).pools.all(), []);
    assert.deepEqual(openMemory(store, 'https://a', () => {}).pools.all(), [{ id: 'p' }]);
  });

  it('tells of each change which list it was in', async () => {
    const told: string[] = [];
    const memory = openMemory(storage(), 'https://a', (kind) => told.push(kind));
    await memory.extensions.remember({ id: 'e' });
    await memory.extensions.forget('e');
    assert.deepEqual(told, ['extensions', 'extensions']);
    assert.deepEqual(memory.extensions.all(), []);
  });

  it('survives a store that holds something else', () => {
    const broken = storage();
    broken.values.set('sessions https://a', 'nonsense');
    assert.deepEqual(openMemory(broken, 'https://a', () => {}).sessions.all(), []);
  });
});

describe('A token', () => {
  it('is kept under its address alone', async () => {
    const box = secretBox();
    const tokens = new Tokens(box, {});
    await tokens.set('https://a', 'one');
    assert.deepEqual(await tokens.get('https://a'), { value: 'one', source: 'stored' });
    assert.equal(await tokens.get('https://a.example'), undefined);
    await tokens.clear('https://a');
    assert.equal(await tokens.get('https://a'), undefined);
    assert.equal(box.values.size, 0);
  });

  it('comes from the environment only where none is stored', async () => {
    const tokens = new Tokens(secretBox(), { BROWSER_SESSIONS_TOKEN: 'env' });
    assert.deepEqual(await tokens.get('https://a'), { value: 'env', source: 'environment' });
    await tokens.set('https://a', 'own');
    assert.deepEqual(await tokens.get('https://a'), { value: 'own', source: 'stored' });
  });

  it('that another window changed is seen at once', async () => {
    const box = secretBox();
    const [here, there] = [new Tokens(box, {}), new Tokens(box, {})];
    await here.set('https://a', 'old');
    await there.set('https://a', 'new');
    assert.equal((await here.get('https://a'))?.value, 'new');
  });
});
