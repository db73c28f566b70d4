import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Certificates from '../../../scripts/certificates.mjs';
import { createClient } from '../../../src/api';
import { UserError } from '../../../src/core/errors';
import { ConnectionError } from '../../../src/core/service-error';
import { PATIENCE, until } from '../../support/until';
import { FaultServer, type Certificate } from '../../support/faults/fault-server';
import { faults, set, type Fault } from '../../support/faults/faults';
import { temporaryFolder } from '../../support/temporary-folder';
import { largeOperations, operations, type Asked } from './operations';
import { tableOf, type Outcome } from './table';

const TABLE = 'test/service/FAULTS.md';
/** Nothing listens on this port. */
const NOWHERE = 'http://127.0.0.1:9';
/** Milliseconds. Where something comes, no time-out may end it, however busy this machine is. */
const GENEROUS = { connect: PATIENCE, answer: PATIENCE, slowAnswer: PATIENCE };
const SHORT = { ...GENEROUS, answer: 2000, slowAnswer: 3000 };

function timeoutsOf({ silent, where }: Fault): typeof GENEROUS {
  if (!silent) return GENEROUS;
  return where === 'behind TLS' ? { ...GENEROUS, connect: SHORT.answer } : SHORT;
}

async function outcome(fault: Fault, operation: Asked, server: FaultServer): Promise<Outcome> {
  const url = fault.where === 'nowhere' ? NOWHERE : server.url;
  set(server, fault);
  const waits: number[] = [];
  // Long waits are rounded to 5 s: a date from a server is rounded down, and some time has passed since.
  const wait = async ({ milliseconds }: { milliseconds: number }): Promise<void> =>
    void waits.push(milliseconds < 5000 ? milliseconds / 1000 : Math.round(milliseconds / 5000) * 5);
  const client = createClient({ baseUrl: url, token: 'the-token', timeouts: timeoutsOf(fault), wait });
  const { signal } = new AbortController();
  if (fault.twice) await operation.ask(client, signal);
  const before = server.arrived.length;
  const error = await operation.ask(client, signal).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  client.close();
  if (error !== undefined && !(error instanceof UserError)) throw error;
  return {
    fault: fault.name,
    operation,
    requests: server.arrived.length - before,
    waits,
    unanswered: error instanceof ConnectionError,
    reads: error?.message.replaceAll(url, '<address>') ?? 'done',
    button: error?.recovery,
  };
}

/** Those that keep a process from ending. */
const timers = (): number => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;

describe('A service that misbehaves', () => {
  const seen = new Map<Fault, Outcome[]>();
  const temporary = temporaryFolder();
  let certificate: Certificate;
  /**
   * The faults that only a time-out ends. They wait together, and before the others begin: those keep this process
   * busy, and a time-out must not be over before a request has arrived.
   */
  const waiting = new Map<Fault, Promise<Outcome[]>>();

  before(async () => {
    const { writeCertificates }: typeof Certificates = await import(
      pathToFileURL(path.resolve('scripts/certificates.mjs')).href
    );
    await writeCertificates(temporary);
    const [key = '', cert = ''] = ['key', 'cert'].map((name) =>
      readFileSync(path.join(temporary, `stranger-${name}.pem`), 'utf8'),
    );
    certificate = { key, cert };
    for (const fault of faults.filter(({ silent }) => silent)) waiting.set(fault, outcomesOf(fault));
    await Promise.allSettled(waiting.values());
  });
  /** All operations at the same time, each at a server of its own. */
  async function outcomesOf(fault: Fault): Promise<Outcome[]> {
    const all = fault.large ? largeOperations : operations;
    const asked = await Promise.all(
      all
        .filter(({ name }) => fault.of?.includes(name) ?? true)
        .map(async (operation) => {
          const server = await FaultServer.start(fault.where === 'behind TLS' ? certificate : undefined);
          return { operation, server };
        }),
    );
    const servers = asked.map(({ server }) => server);
    try {
      const outcomes = await Promise.all(asked.map(({ operation, server }) => outcome(fault, operation, server)));
      for (const server of servers) server.readOn();
      const open = (): number => servers.reduce((sum, server) => sum + server.open, 0);
      await until(`no connection is open after a service that ${fault.name}`, () => open() === 0);
      return outcomes;
    } finally {
      // One that is left open keeps this process from ending.
      await Promise.all(servers.map((server) => server.stop()));
    }
  }

  for (const fault of faults) {
    it(`that ${fault.name}: nothing is done twice, and what is read says what to do next`, async () => {
      const outcomes = await (waiting.get(fault) ?? outcomesOf(fault));
      seen.set(fault, outcomes);
      for (const got of outcomes) {
        const { operation } = got;
        const told = `${operation.name}: ${JSON.stringify(got)}`;
        assert.ok(got.requests <= (operation.nonIdempotent && !fault.turnsAway ? 1 : 3), told);
        assert.doesNotMatch(got.reads, /<(?!address>)|[{}]|undefined|the-token|\n/, told);
        assert.ok(got.reads.length < 500, told);
        if (got.reads !== 'done') assert.ok(got.button, told);
        // If no answer came, the user must learn what may have happened.
        if (got.unanswered)
          assert.match(
            got.reads,
            operation.nonIdempotent ? / before you |Nothing was sent/ : /You can try again|Nothing was sent/,
            told,
          );
      }
    });
  }

  it('leaves no timer behind', () => {
    assert.equal(timers(), 0);
  });

  it('comes out as it stands in the table (npm run faults writes it anew)', () => {
    const table = tableOf(faults.flatMap((fault) => seen.get(fault) ?? []));
    if (process.env['WRITE_FAULTS']) writeFileSync(TABLE, table);
    assert.equal(table, readFileSync(TABLE, 'utf8'));
  });
});
