import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createClient } from '../../../src/api';
import { UserError } from '../../../src/core/errors';
import { FaultServer } from './fault-server';
import { faults, set, type Fault } from './faults';
import { operations, type Asked } from './operations';
import { tableOf, withoutTimes, type Outcome } from './table';

const TABLE = 'test/service/FAULTS.md';
/** Milliseconds. */
const TIMEOUTS = { connect: 300, answer: 400, slowAnswer: 600 };

describe('A service that misbehaves', () => {
  const seen: Outcome[] = [];
  /** One an operation, so that they can meet a fault at once. */
  const servers = new Map<Asked, FaultServer>();
  before(async () => {
    for (const operation of operations) servers.set(operation, await FaultServer.start());
  });
  after(() => Promise.all([...servers.values()].map((server) => server.stop())));

  const open = (): number => [...servers.values()].reduce((sum, server) => sum + server.open, 0);

  async function outcome(fault: Fault, operation: Asked): Promise<Outcome> {
    const server = servers.get(operation);
    if (!server) throw new Error('no server');
    set(server, fault);
    const waits: number[] = [];
    // Long ones to 5 s: a date that a server names is rounded down, and some time has passed since.
    const wait = async ({ milliseconds }: { milliseconds: number }): Promise<void> => void waits.push(milliseconds < 5000 ? milliseconds / 1000 : Math.round(milliseconds / 5000) * 5);
    const client = createClient({ baseUrl: server.url, token: 'the-token', timeouts: TIMEOUTS, wait });
    const { signal } = new AbortController();
    if (fault.twice) await operation.ask(client, signal);
    const before = server.arrived.length;
    const start = performance.now();
    const error = await operation.ask(client, signal).then(() => undefined, (reason: unknown) => reason);
    const milliseconds = performance.now() - start;
    client.close();
    if (error !== undefined && !(error instanceof UserError)) throw error;
    return {
      fault: fault.name, operation, requests: server.arrived.length - before, waits, milliseconds,
      reads: error?.message.replaceAll(server.url, '<address>') ?? 'done', button: error?.help,
    };
  }

  for (const fault of faults) {
    it(`that ${fault.name}: nothing is done twice, and what is read says what to do next`, async () => {
      const outcomes = await Promise.all(operations.map((operation) => outcome(fault, operation)));
      seen.push(...outcomes);
      for (const got of outcomes) {
        const { operation } = got;
        const told = `${operation.name}: ${JSON.stringify(got)}`;
        assert.ok(got.requests <= (operation.once && !fault.turnsAway ? 1 : 3), told);
        assert.doesNotMatch(got.reads, /<(?!address>)|[{}]|undefined|the-token|\n/, told);
        assert.ok(got.reads.length < 500, told);
        if (got.reads !== 'done') assert.ok(got.button, told);
        // Where no answer came, the person has to know what became of it.
        if (/connection|ended before/i.test(got.reads)) assert.match(got.reads, operation.once ? /may have happened|Nothing was sent/ : /Trying again is safe|Nothing was sent/, told);
      }
      for (const server of servers.values()) server.readOn();
      assert.ok(await until(() => open() === 0), `${open()} connections are open`);
    }).timeout(60_000);
  }

  it('comes out as it stands in the table (npm run faults writes it anew)', () => {
    const table = tableOf(seen);
    if (process.env['WRITE_FAULTS']) fs.writeFileSync(TABLE, table);
    assert.equal(withoutTimes(table), withoutTimes(fs.readFileSync(TABLE, 'utf8')));
  });
});

/** Waits up to 10 s; connections that are kept for a next request end by themselves. */
async function until(condition: () => boolean): Promise<boolean> {
  for (const end = Date.now() + 10_000; Date.now() < end && !condition();) await new Promise((resolve) => setTimeout(resolve, 20));
  return condition();
}
