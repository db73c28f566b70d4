import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Certificates from '../../../scripts/certificates.mjs';
import { createClient } from '../../../src/api';
import { UserError } from '../../../src/core/errors';
import { ConnectionError } from '../../../src/core/service-error';
import { FaultServer } from './fault-server';
import { faults, set, type Fault } from './faults';
import { operations, type Asked } from './operations';
import { tableOf, withoutTimes, type Outcome } from './table';

const TABLE = 'test/service/FAULTS.md';
/** Nothing listens on this port. */
const NOWHERE = 'http://127.0.0.1:9';
/** Milliseconds. */
const TIMEOUTS = { connect: 5000, answer: 2000, slowAnswer: 3000 };

describe('A service that misbehaves', () => {
  const seen: Outcome[] = [];
  const temporary = mkdtempSync(path.join(tmpdir(), 'faults-'));
  /** Two servers for each operation, so that all operations can be tested with a fault at the same time. */
  const servers = new Map<Asked, { plain: FaultServer; secured: FaultServer }>();
  const all = (): FaultServer[] => [...servers.values()].flatMap(({ plain, secured }) => [plain, secured]);
  before(async () => {
    const { writeCertificates }: typeof Certificates = await import(
      pathToFileURL(path.resolve('scripts/certificates.mjs')).href
    );
    await writeCertificates(temporary);
    const [key, cert] = ['key', 'cert'].map((name) =>
      readFileSync(path.join(temporary, `stranger-${name}.pem`), 'utf8'),
    );
    for (const operation of operations)
      servers.set(operation, {
        plain: await FaultServer.start(),
        secured: await FaultServer.start({ key: key ?? '', cert: cert ?? '' }),
      });
  });
  after(async () => {
    await Promise.all(all().map((server) => server.stop()));
    rmSync(temporary, { recursive: true });
  });

  const open = (): number => all().reduce((sum, server) => sum + server.open, 0);

  async function outcome(fault: Fault, operation: Asked): Promise<Outcome> {
    const both = servers.get(operation);
    if (!both) throw new Error('no server');
    const server = fault.where === 'behind TLS' ? both.secured : both.plain;
    const url = fault.where === 'nowhere' ? NOWHERE : server.url;
    set(server, fault);
    const waits: number[] = [];
    // Long waits are rounded to 5 s: a date from a server is rounded down, and some time has passed since.
    const wait = async ({ milliseconds }: { milliseconds: number }): Promise<void> =>
      void waits.push(milliseconds < 5000 ? milliseconds / 1000 : Math.round(milliseconds / 5000) * 5);
    const client = createClient({ baseUrl: url, token: 'the-token', timeouts: TIMEOUTS, wait });
    const { signal } = new AbortController();
    if (fault.twice) await operation.ask(client, signal);
    const before = server.arrived.length;
    const start = performance.now();
    const error = await operation.ask(client, signal).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const milliseconds = performance.now() - start;
    client.close();
    if (error !== undefined && !(error instanceof UserError)) throw error;
    return {
      fault: fault.name,
      operation,
      requests: server.arrived.length - before,
      waits,
      milliseconds,
      unanswered: error instanceof ConnectionError,
      reads: error?.message.replaceAll(url, '<address>') ?? 'done',
      button: error?.recovery,
    };
  }

  for (const fault of faults) {
    it(`that ${fault.name}: nothing is done twice, and what is read says what to do next`, async () => {
      const outcomes = await Promise.all(operations.map((operation) => outcome(fault, operation)));
      seen.push(...outcomes);
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
            operation.nonIdempotent
              ? /check before retrying|check first|Nothing was sent/
              : /You can try again|Nothing was sent/,
            told,
          );
      }
      for (const server of all()) server.readOn();
      assert.ok(await until(() => open() === 0), `${open()} connections are open`);
    }).timeout(120_000);
  }

  it('comes out as it stands in the table (npm run faults writes it anew)', () => {
    const table = tableOf(seen);
    if (process.env['WRITE_FAULTS']) writeFileSync(TABLE, table);
    assert.equal(withoutTimes(table), withoutTimes(readFileSync(TABLE, 'utf8')));
  });
});

/** Waits up to 10 s; connections that are kept for a next request end by themselves. */
async function until(condition: () => boolean): Promise<boolean> {
  for (const end = Date.now() + 10_000; Date.now() < end && !condition();)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return condition();
}
