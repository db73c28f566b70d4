import assert from 'node:assert/strict';
import { createClient } from '../../../src/api';
import { UserError } from '../../../src/core/errors';
import { FaultServer } from './fault-server';
import { faults, set, type Fault } from './faults';
import { operations, type Asked } from './operations';

interface Outcome { requests: number; reads: string; button: string; waits: number[]; ms: number }

describe('A service that misbehaves', () => {
  let server: FaultServer;
  before(async () => (server = await FaultServer.start()));
  after(() => server.stop());

  async function outcome(fault: Fault, { ask }: Asked): Promise<Outcome> {
    set(server, fault);
    const waits: number[] = [];
    const client = createClient({ baseUrl: server.url, token: 'the-token', timeouts: { connect: 300, answer: 400, slowAnswer: 600 }, wait: async ({ milliseconds }) => void waits.push(Math.round(milliseconds / 500) / 2) });
    const start = performance.now();
    const error = await ask(client, new AbortController().signal).then(() => undefined, (reason: unknown) => reason);
    const ms = performance.now() - start;
    client.close();
    const reads = error === undefined ? 'done' : error instanceof UserError ? error.message : `!!! ${String(error)}`;
    return { requests: server.arrived.length, reads: reads.replaceAll(server.url, 'ADDRESS'), button: error instanceof UserError ? (error.help ?? '') : '', waits, ms };
  }

  for (const fault of faults) {
    it(fault.name, async () => {
      for (const operation of operations) {
        const got = await outcome(fault, operation);
        console.log(`      ${operation.name.padEnd(8)} ${got.requests} ${got.ms.toFixed(0)} ms [${got.waits}] ${got.button} | ${got.reads}`);
      }
      assert.ok(true);
    }).timeout(60_000);
  }
});
