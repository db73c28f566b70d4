import type { Client } from '../../../src/api';

/** Each operation, as somebody asks for it. */
export interface Asked {
  readonly name: string;
  /** Whether it must not happen twice. */
  readonly nonIdempotent: boolean;
  readonly ask: (client: Client, signal: AbortSignal) => Promise<unknown>;
}

const zip = Buffer.alloc(20_000_000, 'zip');

export const operations: readonly Asked[] = [
  {
    name: 'upload',
    nonIdempotent: true,
    ask: (client, signal) => client.uploadExtensions('s1', [{ name: 'one', zip }], { signal }),
  },
  { name: 'click', nonIdempotent: true, ask: (client, signal) => client.click('s1', { x: 1, y: 2 }, signal) },
  {
    name: 'release',
    nonIdempotent: true,
    ask: (client, signal) => client.release({ pool: 'p1', sessionId: 's1' }, signal),
  },
  { name: 'delete', nonIdempotent: false, ask: (client, signal) => client.deleteExtension('e1', signal) },
  { name: 'list', nonIdempotent: false, ask: (client, signal) => client.listSessions(signal) },
  { name: 'look-up', nonIdempotent: false, ask: (client, signal) => client.getSession('s1', signal) },
  { name: 'start', nonIdempotent: true, ask: (client, signal) => client.createSession(signal) },
  { name: 'acquire', nonIdempotent: true, ask: (client, signal) => client.acquire('p1', signal) },
  { name: 'picture', nonIdempotent: false, ask: (client, signal) => client.screenshot('s1', signal) },
  { name: 'token check', nonIdempotent: false, ask: (client, signal) => client.checkToken(signal) },
];
