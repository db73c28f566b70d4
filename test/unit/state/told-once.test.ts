import assert from 'node:assert/strict';
import { ShownNotices } from '../../../src/state';
import { storage } from '../../support/storage';

const here = { name: 'Here', address: 'https://here' };

describe('What is told once', () => {
  it('is told once for a connection, also by a later window', async () => {
    const person = storage();
    const told = new ShownNotices(person, here);
    assert.deepEqual([await told.add('newName'), await told.add('newName')], [true, false]);
    assert.equal(await new ShownNotices(person, here).add('newName'), false);
    for (const other of [
      { ...here, name: 'There' },
      { ...here, address: 'https://there' },
    ])
      assert.equal(await new ShownNotices(person, other).add('newName'), true);
  });

  it('is told again where the store holds something else', async () => {
    for (const wrong of [7, 'newName', { newName: true }, [7, null]]) {
      const person = storage();
      await person.update('told https://here Here', wrong);
      assert.equal(await new ShownNotices(person, here).add('newName'), true);
      assert.equal(await new ShownNotices(person, here).add('newName'), false);
    }
  });
});
