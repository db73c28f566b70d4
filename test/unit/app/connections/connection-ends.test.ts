import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Client } from '../../../../src/api';
import { DevToolsSessions } from '../../../../src/app/devtools-sessions';
import { runSteps } from '../../../../src/app/sequences/run-steps';
import { openRecords } from '../../../../src/state';
import { until } from '../../../support/until';
import { storage } from '../../../support/storage';
import { LoopbackServer } from '../../../support/network/loopback-server';
import { openConnections, type Opened } from './connections-fixture';

const { signal } = new AbortController();
const CLEARED = /^Stopped: the token for “one” was cleared\./;
const GONE = /^Stopped: connection “one” was removed, or its address or project has changed\./;

describe('What uses a connection', () => {
  let service: LoopbackServer;
  let opened: Opened;
  let client: Client;
  let requests: number;
  beforeEach(async () => {
    requests = 0;
    // It never answers.
    service = await new LoopbackServer(() => {
      requests += 1;
    }).start();
    opened = openConnections([{ name: 'one', address: service.url }]);
    await opened.tokens.set(one(), 'own');
    client = await opened.connections.active().client();
  });
  afterEach(async () => {
    opened.connections.dispose();
    await service.stop();
  });
  const one = (): { name: string; address: string } => ({ name: 'one', address: service.url });

  for (const [what, end, sentence] of [
    ['its token is cleared, in whatever window', (): Promise<void> => opened.tokens.clear(one()), CLEARED],
    ['it is removed, in whatever window', (): Promise<void> => opened.list.write([]), GONE],
    [
      'it has another address',
      (): Promise<void> => opened.connections.change('one', { address: 'https://other.example' }),
      GONE,
    ],
  ] as const) {
    it(`ends when ${what}: the request under way, and each later one is not sent`, async () => {
      const underWay = assert.rejects(client.getSession('s', signal), { name: 'UserError', message: sentence });
      await until('it has asked', () => requests > 0);
      await end();
      await underWay;
      await assert.rejects(client.getSession('s', signal), { name: 'UserError', message: sentence });
      assert.equal(requests, 1);
    });

    it(`ends when ${what}: a sequence in the middle of a pause`, async () => {
      const { sessions } = openRecords(storage(), one(), () => {});
      const steps = [{ kind: 'wait', milliseconds: 60_000 }] as const;
      const running = runSteps(
        { client, sessions, devtools: new DevToolsSessions() },
        { sessionIds: ['s'], steps },
        signal,
      );
      await end();
      const [outcome] = await running;
      assert.equal(outcome?.done, 0);
      assert.match(String(outcome.error), new RegExp(sentence.source.replace('^', 'UserError: ')));
      assert.equal(requests, 0);
    });
  }

  it('asks for no token where it is not in the settings any more', async () => {
    const before = opened.connections.active();
    await opened.connections.remove('one');
    await assert.rejects(before.client(), {
      name: 'UserError',
      message: 'Connection “one” was removed, or its address or project has changed. Run the command again.',
    });
  });

  for (const [what, end] of [
    ['is removed', (): Promise<void> => opened.connections.remove('one')],
    [
      'gets another address',
      (): Promise<void> => opened.connections.change('one', { address: 'https://other.example' }),
    ],
  ] as const)
    it(`neither keeps nor uses a token that is entered after it ${what}`, async () => {
      const asked = openConnections([{ name: 'one', address: service.url }], {
        askToken: async () => {
          await end();
          return 'entered';
        },
      });
      opened.connections.dispose();
      opened = asked;
      const before = opened.connections.active();
      await assert.rejects(before.client(), {
        name: 'UserError',
        message: 'Connection “one” was removed, or its address or project has changed. Run the command again.',
      });
      assert.equal(await opened.tokens.get(one()), undefined);
      assert.equal(opened.clients(), 0);
    });

  it('goes on where its token is replaced, or something else of it changes', async () => {
    await opened.tokens.set(one(), 'other');
    await opened.connections.change('one', { production: true });
    await opened.connections.add({ name: 'two', address: 'https://two.example', production: false });
    await opened.tokens.set({ name: 'two', address: 'https://two.example' }, 'second');
    await opened.connections.remove('two');
    assert.equal(client.ended.aborted, false);
  });

  it('may begin anew with another token', async () => {
    const ended = once(client.ended, 'abort');
    await opened.tokens.clear(one());
    await ended;
    await opened.tokens.set(one(), 'other');
    const next = await opened.connections.active().client();
    assert.equal(next.ended.aborted, false);
    const stop = new AbortController();
    const sent = assert.rejects(next.getSession('s', stop.signal), { name: 'Cancelled' });
    await until('it has asked', () => requests > 0);
    stop.abort();
    await sent;
  });
});
