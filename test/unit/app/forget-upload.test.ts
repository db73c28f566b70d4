import assert from 'node:assert/strict';
import { forgetUpload } from '../../../src/app/sessions';
import { openRecords } from '../../../src/state';

describe('Removing an upload from the list', () => {
  it('leaves those of the same request, which were uploaded at the same time', async () => {
    const values = new Map<string, unknown>();
    const { sessions } = openRecords(
      { get: (key) => values.get(key), update: async (key, value) => void values.set(key, structuredClone(value)) },
      { name: 'here', address: 'https://here' },
      () => {},
    );
    const uploads = ['one', 'two', 'three'].map((name) => ({
      name,
      title: name,
      version: '1',
      bytes: 1,
      sha256: '',
      at: 1_000,
      folder: `/${name}`,
    }));
    await sessions.remember({ id: 'a', uploads });
    await forgetUpload(sessions, 'a', { name: 'two' });
    assert.deepEqual(
      sessions.get('a')?.uploads?.map(({ name }) => name),
      ['one', 'three'],
    );
  });
});
