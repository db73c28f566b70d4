import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { SerializedMemento, type KeyValue, type ListedKeyValue } from '../../../src/state';

/**
 * Stores values as VS Code does for an extension: all in one object, which is written a moment later and then reported
 * back as a whole.
 */
function editorStorage(): ListedKeyValue {
  let state: Record<string, unknown> = {};
  return {
    keys: () => Object.keys(state),
    get: (key) => state[key],
    update: async (key, value) => {
      state = { ...state, [key]: value };
      await setImmediate();
      const written = JSON.stringify(state);
      await setImmediate();
      state = JSON.parse(written);
    },
  };
}

/**
 * Writes three lists, each while the previous one is being written.
 * @returns what could be read after each step, and at the end.
 */
async function write(storage: KeyValue): Promise<unknown[][]> {
  const keys = ['sessions', 'pools', 'extensions'];
  const seen: unknown[][] = [];
  const written: PromiseLike<void>[] = [];
  const read = (): unknown[] => keys.slice(0, written.length).map((key) => storage.get(key));
  for (const key of keys) {
    written.push(storage.update(key, [key]));
    seen.push(read());
    await setImmediate();
    seen.push(read());
  }
  await Promise.all(written);
  return [...seen, read()];
}

describe('The storage of the editor, made steady', () => {
  it('would by itself hide or lose what is written while something else is', async () => {
    assert.ok((await write(editorStorage())).some((read) => read.includes(undefined)));
  });

  it('shows what was written at once, and keeps it', async () => {
    const storage = new SerializedMemento(editorStorage());
    const seen = await write(storage);
    assert.ok(
      seen.every((read) => !read.includes(undefined)),
      JSON.stringify(seen),
    );
    assert.deepEqual(seen.at(-1), [['sessions'], ['pools'], ['extensions']]);
  });

  it('keeps the last of several values of one key', async () => {
    const editor = editorStorage();
    const storage = new SerializedMemento(editor);
    const written = [
      storage.update('key', 1),
      storage.update('key', 2),
      storage.update('key', { three: 3, gone: undefined }),
    ];
    assert.deepEqual(storage.get('key'), { three: 3 });
    await Promise.all(written);
    assert.deepEqual([storage.get('key'), editor.get('key')], [{ three: 3 }, { three: 3 }]);
  });

  it('forgets a value that is deleted', async () => {
    const storage = new SerializedMemento(editorStorage());
    await storage.update('key', 1);
    await storage.update('key', undefined);
    assert.equal(storage.get('key'), undefined);
  });

  it('says what went wrong, and goes on with the next', async () => {
    const editor = editorStorage();
    const storage = new SerializedMemento({
      ...editor,
      update: (key, value) => (key === 'bad' ? Promise.reject(new Error('full')) : editor.update(key, value)),
    });
    await assert.rejects(storage.update('bad', 1), /full/);
    await storage.update('good', 2);
    assert.deepEqual([storage.get('bad'), storage.get('good')], [undefined, 2]);
  });
});
