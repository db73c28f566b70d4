import type { Client } from '../../../src/api';

/** Each operation, as somebody asks for it. */
export interface Asked {
  readonly name: string;
  /** Whether it must not happen twice. */
  readonly once: boolean;
  readonly ask: (client: Client, signal: AbortSignal) => Promise<unknown>;
}

const zip = Buffer.alloc(20_000_000, 'zip');

export const operations: readonly Asked[] = [
  {
    name: 'upload',
    once: true,
    ask: (client, signal) => client.uploadExtensions('s1', [{ name: 'one', zip }], { signal }),
  },
  { name: 'click', once: true, ask: (client, signal) => client.click('s1', { x: 1, y: 2 }, signal) },
  { name: 'release', once: true, ask: (client, signal) => client.release({ pool: 'p1', sessionId: 's1' }, signal) },
  { name: 'delete', once: false, ask: (client, signal) => client.deleteExtension('e1', signal) },
  { name: 'list', once: false, ask: (client, signal) => client.listSessions(signal) },
  { name: 'look-up', once: false, ask: (client, signal) => client.getSession('s1', signal) },
  { name: 'start', once: true, ask: (client, signal) => client.createSession(signal) },
  { name: 'acquire', once: true, ask: (client, signal) => client.acquire('p1', signal) },
  { name: 'picture', once: false, ask: (client, signal) => client.screenshot('s1', signal) },
  { name: 'token check', once: false, ask: (client, signal) => client.checkToken(signal) },
];
