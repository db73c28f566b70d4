import assert from 'node:assert/strict';
import { Tokens } from '../../../src/state';
import { secretBox, storage } from '../../support/storage';

const A = { name: 'one', address: 'https://a.example/v1' };
const KERNEL = { name: 'Kernel', address: 'https://api.onkernel.com' };

describe('A token', () => {
  it('is kept for its connection alone', async () => {
    const box = secretBox();
    const tokens = new Tokens(box, storage(), {});
    await tokens.set(A, 'own');
    assert.deepEqual(await tokens.get(A), { value: 'own' });
    assert.equal(await tokens.get({ ...A, name: 'two' }), undefined);
    await tokens.clear(A);
    assert.equal(await tokens.get(A), undefined);
    assert.equal(box.values.size, 0);
  });

  for (const [address, why] of [
    ['https://a.example.com', 'host'],
    ['https://a.example:8443/v1', 'port'],
    ['https://sub.a.example/v1', 'host below it'],
    ['http://localhost/v1', 'scheme'],
  ] as const) {
    it(`stays behind when the address changes to another ${why}`, async () => {
      const tokens = new Tokens(secretBox(), storage(), {});
      await tokens.set(A, 'own');
      assert.equal(await tokens.get({ ...A, address }), undefined);
    });
  }

  it('goes with a connection to another path of the same service', async () => {
    const tokens = new Tokens(secretBox(), storage(), {});
    await tokens.set(A, 'own');
    assert.deepEqual(await tokens.get({ ...A, address: 'https://a.example/v2' }), { value: 'own' });
  });

  it('for a loopback address belongs to the machine where it was set: this one, or that of a remote window', async () => {
    const [box, marks] = [secretBox(), storage()];
    const at = (place?: string): Tokens => new Tokens(box, marks, {}, { place });
    const local = { name: 'local one', address: 'http://localhost:3000' };
    await at('ssh one').set(local, 'of one');
    await at('ssh one').set(A, 'everywhere');
    for (const place of ['ssh two', undefined]) assert.equal(await at(place).get(local), undefined);
    await at().set(local, 'here');
    assert.deepEqual(await at('ssh one').get(local), { value: 'of one' });
    assert.deepEqual(await at().get(local), { value: 'here' });
    assert.deepEqual(await at('ssh two').get(A), { value: 'everywhere' });
    assert.equal(await at('ssh two').isForgotten(local), false);
    await at('ssh two').clearAll(local.name);
    for (const place of ['ssh one', undefined]) assert.equal(await at(place).get(local), undefined);
  });

  it('of the environment that was allowed for a loopback address is allowed on that machine alone', async () => {
    const [box, marks] = [secretBox(), storage()];
    const local = { name: 'local one', address: 'http://localhost:3000' };
    const at = (place: string, environment = {}): Tokens => new Tokens(box, marks, environment, { place });
    await at('ssh one', { BROWSER_SESSIONS_TOKEN: 'of one' }).allowEnvironment(local);
    assert.equal(await at('ssh two').get(local), undefined);
    await at('ssh two').set(local, 'of two');
    assert.deepEqual(await at('ssh two').get(local), { value: 'of two' });
    assert.equal((await at('ssh one', { BROWSER_SESSIONS_TOKEN: 'of one' }).get(local))?.value, 'of one');
  });

  it('is not that of a connection whose name looks like an origin', async () => {
    const tokens = new Tokens(secretBox(), storage(), {});
    await tokens.set({ name: 'https://b.example x', address: 'https://a.example' }, 'own');
    assert.equal(await tokens.get({ name: 'x', address: 'https://b.example' }), undefined);
    assert.equal(await tokens.get({ name: 'https://a.example x', address: 'https://b.example' }), undefined);
  });

  it('comes from the environment only where none is stored', async () => {
    const tokens = new Tokens(secretBox(), storage(), { BROWSER_SESSIONS_TOKEN: ' env ', KERNEL_API_KEY: 'official' });
    assert.deepEqual(await tokens.get(KERNEL), { value: 'env', variable: 'BROWSER_SESSIONS_TOKEN' });
    await tokens.set(KERNEL, 'own');
    assert.deepEqual(await tokens.get(KERNEL), { value: 'own' });
  });

  it('of the environment goes by itself only to this machine and where the official tools go', async () => {
    const tokens = new Tokens(secretBox(), storage(), {
      BROWSER_SESSIONS_TOKEN: 'env',
      KERNEL_BASE_URL: 'https://kernel.example',
    });
    const known = async (address: string): Promise<string | undefined> =>
      (await tokens.get({ name: 'one', address }))?.value;
    for (const address of [
      'http://127.0.0.1:80',
      'http://localhost:1',
      'https://[::1]',
      'https://kernel.example',
      'https://api.onkernel.com',
    ])
      assert.equal(await known(address), 'env', address);
    for (const address of ['https://api.onkernel.co', 'https://a.example', 'https://localhost.example'])
      assert.equal(await known(address), undefined, address);
  });

  it('of the environment serves elsewhere once it was allowed, for that connection and origin, until it is cleared', async () => {
    const tokens = new Tokens(secretBox(), storage(), { BROWSER_SESSIONS_TOKEN: 'env' });
    await tokens.allowEnvironment(A);
    assert.equal((await tokens.get(A))?.variable, 'BROWSER_SESSIONS_TOKEN');
    assert.equal(await tokens.get({ ...A, name: 'two' }), undefined);
    assert.equal(await tokens.get({ ...A, address: 'https://b.example' }), undefined);
    await tokens.clear(A);
    assert.equal(await tokens.get(A), undefined);
  });

  it('leaves with its connection, also those for earlier addresses; others stay', async () => {
    const box = secretBox();
    const tokens = new Tokens(box, storage(), { BROWSER_SESSIONS_TOKEN: 'env' });
    await tokens.set(A, 'own');
    await tokens.set({ ...A, address: 'https://old.example' }, 'older');
    await tokens.allowEnvironment({ ...A, address: 'https://third.example' });
    await tokens.set({ ...A, name: 'not one' }, 'other');
    await tokens.clearAll('one');
    assert.deepEqual([...box.values.values()], ['other']);
    assert.equal(await tokens.get({ ...A, address: 'https://third.example' }), undefined);
    assert.equal((await tokens.get({ ...A, name: 'not one' }))?.value, 'other');
  });

  it('that another window changed is seen at once', async () => {
    const box = secretBox();
    const [here, there] = [new Tokens(box, storage(), {}), new Tokens(box, storage(), {})];
    await here.set(A, 'old');
    await there.set(A, 'new');
    assert.equal((await here.get(A))?.value, 'new');
  });
});

describe('The token of the official tools', () => {
  const official = { value: 'official', variable: 'KERNEL_API_KEY' };

  for (const [address, base, goes] of [
    ['https://api.onkernel.com', undefined, true],
    ['https://api.onkernel.com/v1', undefined, true],
    ['https://API.ONKERNEL.COM:443', undefined, true],
    ['https://kernel.example', 'https://kernel.example/v2/', true],
    ['http://localhost:3000', 'http://localhost:3000', true],
    ['https://api.onkernel.com.example', undefined, false],
    ['https://onkernel.com', undefined, false],
    ['https://api.onkernel.com:8443', undefined, false],
    ['http://127.0.0.1:3000', undefined, false],
    ['https://kernel.example', undefined, false],
    ['https://kernel.example:8443', 'https://kernel.example', false],
    ['https://kernel.example', 'http://kernel.example', false],
    ['https://kernel.example', 'kernel.example', false],
  ] as const) {
    it(`${goes ? 'goes' : 'does not go'} to ${address}${base ? ` where KERNEL_BASE_URL is ${base}` : ''}`, async () => {
      const tokens = new Tokens(secretBox(), storage(), {
        KERNEL_API_KEY: 'official',
        ...(base && { KERNEL_BASE_URL: base }),
      });
      assert.deepEqual(await tokens.get({ name: 'one', address }), goes ? official : undefined);
    });
  }
});

describe('A token that the editor has forgotten', () => {
  it('is noticed, once', async () => {
    const box = secretBox();
    const marks = storage();
    await new Tokens(box, marks, {}).set(A, 'own');
    box.values.clear(); // what an editor without a keyring does when it closes
    const tokens = new Tokens(box, marks, {});
    assert.equal(await tokens.isForgotten(A), true);
    assert.equal(await tokens.isForgotten(A), false);
  });

  it('is none where it is there, was cleared, or never was', async () => {
    const tokens = new Tokens(secretBox(), storage(), {});
    assert.equal(await tokens.isForgotten(A), false);
    await tokens.set(A, 'own');
    assert.equal(await tokens.isForgotten(A), false);
    await tokens.clear(A);
    assert.equal(await tokens.isForgotten(A), false);
  });

  it('leaves nothing of itself in the marks', async () => {
    const marks = storage();
    await new Tokens(secretBox(), marks, {}).set(A, 'a-secret-of-this-test');
    assert.ok(!JSON.stringify([...marks.values]).includes('a-secret-of-this-test'));
  });

  it('that the editor refuses to store is told in a sentence', async () => {
    const refusing = { ...secretBox(), store: async () => Promise.reject(new Error('the keyring is locked')) };
    await assert.rejects(
      new Tokens(refusing, storage(), {}).set(A, 'own'),
      /Couldn’t store the token in VS Code’s secret storage\..* Reason: “the keyring is locked”/,
    );
  });
});
