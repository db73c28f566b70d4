import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { Tokens, type SecretBox } from '../../../src/state';
import { secretBox, storage } from '../../support/storage';

const A = { name: 'one', address: 'https://a.example' };
const HOME = { name: 'home', address: 'http://localhost:3000' };
const ENVIRONMENT = { BROWSER_SESSIONS_TOKEN: 'env' };
/** Milliseconds. The storage never answers, so the exact time does not matter. */
const WAIT = 20;

const broken = async (): Promise<never> => Promise.reject(new Error('the keyring is locked'));
const silent = (): Promise<never> => new Promise(() => {});
const throwing = (): never => {
  throw new Error('the keyring is locked');
};

const BOXES: Record<string, { box: SecretBox; cause: string }> = {
  'that refuses': { box: { get: broken, store: broken, delete: broken }, cause: 'Reason: “the keyring is locked”.' },
  'that throws': {
    box: { get: throwing, store: throwing, delete: throwing },
    cause: 'Reason: “the keyring is locked”.',
  },
  'that never answers': {
    box: { get: silent, store: silent, delete: silent },
    cause: 'The system keyring didn’t respond within 1 s.',
  },
};

for (const [how, { box, cause }] of Object.entries(BOXES)) {
  describe(`A secret storage ${how}`, () => {
    const remedy = 'Unlock or repair it, or set BROWSER_SESSIONS_TOKEN in the environment.';
    let tokens: (environment?: typeof ENVIRONMENT) => Tokens;
    beforeEach(() => (tokens = (environment) => new Tokens(box, storage(), { ...environment }, { wait: WAIT })));

    it('is told where the token is needed: what failed, why, and what to do', async () => {
      const words = { name: 'UserError', message: `Couldn’t read VS Code’s secret storage. ${cause} ${remedy}` };
      await assert.rejects(tokens().get(A), words);
    });

    it('is told where a token is to be kept', async () => {
      const words = `Couldn’t store the token in VS Code’s secret storage. ${cause} ${remedy}`;
      await assert.rejects(tokens().set(A, 'own'), { name: 'UserError', message: words });
    });

    it('is told where a token is to be deleted', async () => {
      const failed = 'Couldn’t delete the token from VS Code’s secret storage.';
      const words = { name: 'UserError', message: `${failed} ${cause} ${remedy}` };
      await assert.rejects(tokens().clear(A), words);
      const marks = storage();
      await new Tokens(secretBox(), marks, {}).set(A, 'own');
      await assert.rejects(new Tokens(box, marks, {}, { wait: WAIT }).clearAll(A.name), words);
    });

    it('keeps no token of the environment from serving where it is at home', async () => {
      assert.deepEqual(await tokens(ENVIRONMENT).get(HOME), { value: 'env', variable: 'BROWSER_SESSIONS_TOKEN' });
    });

    it('lets no token of the environment go where it is not', async () => {
      await assert.rejects(tokens(ENVIRONMENT).get(A), { name: 'UserError' });
    });

    it('lets the token of the environment be allowed, and then serve', async () => {
      const here = tokens(ENVIRONMENT);
      await here.allowEnvironment(A);
      assert.equal((await here.get(A))?.variable, 'BROWSER_SESSIONS_TOKEN');
    });

    it('has forgotten nothing: it cannot be read', async () => {
      const marks = storage();
      await new Tokens(secretBox(), marks, {}).set(A, 'own');
      assert.equal(await new Tokens(box, marks, {}, { wait: WAIT }).isForgotten(A), false);
    });
  });
}

describe('A secret storage that is slow', () => {
  it('serves again as soon as it answers', async () => {
    const keyring = new EventEmitter();
    const locked = once(keyring, 'unlocked').then(([token]) => String(token));
    const tokens = new Tokens({ ...secretBox(), get: () => locked }, storage(), {}, { wait: WAIT });
    await assert.rejects(tokens.get(A), /didn’t respond/);
    keyring.emit('unlocked', 'own');
    assert.deepEqual(await tokens.get(A), { value: 'own' });
  });

  it('is believed that a token is still there where it cannot delete it', async () => {
    const box = secretBox();
    const marks = storage();
    await new Tokens(box, marks, {}).set(A, 'own');
    const tokens = new Tokens({ ...box, delete: broken }, marks, ENVIRONMENT, { wait: WAIT });
    await assert.rejects(tokens.allowEnvironment(A), /Couldn’t delete the token/);
    assert.deepEqual(await tokens.get(A), { value: 'own' });
  });
});
