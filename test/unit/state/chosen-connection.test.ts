import assert from 'node:assert/strict';
import { ChosenConnection } from '../../../src/state';
import { storage } from '../../support/storage';

describe('The chosen connection', () => {
  it('is that of the workspace, and for a new workspace the last that was chosen anywhere', async () => {
    const [person, one, other] = [storage(), storage(), storage()];
    await new ChosenConnection(one, person).set('Kernel');
    assert.equal(new ChosenConnection(other, person).get(), 'Kernel');
    await new ChosenConnection(other, person).set('Local');
    assert.equal(new ChosenConnection(one, person).get(), 'Kernel');
    assert.equal(new ChosenConnection(storage(), person).get(), 'Local');
  });

  it('that a workspace has taken over stays its own after a reload', async () => {
    const [person, workspace] = [storage(), storage()];
    await new ChosenConnection(storage(), person).set('Staging');
    assert.equal(new ChosenConnection(workspace, person).get(), 'Staging');
    await new ChosenConnection(storage(), person).set('Production');
    assert.equal(new ChosenConnection(workspace, person).get(), 'Staging');
  });

  it('of one window is not changed by another window', async () => {
    const person = storage();
    const here = new ChosenConnection(storage(), person);
    await new ChosenConnection(storage(), person).set('Production');
    assert.equal(here.get(), undefined);
  });

  it('survives a store that holds something else', () => {
    const broken = storage();
    broken.values.set('connection', { name: 'x' });
    assert.equal(new ChosenConnection(broken, broken).get(), undefined);
  });
});
