import assert from 'node:assert/strict';
import { createClient, type Client } from '../../../src/api';
import { findKnownSessions, findSessions, keepFound } from '../../../src/app/sessions';
import { openRecords, type ConnectionRecords } from '../../../src/state';
import { storage } from '../../support/storage';
import { startServer } from '../api/recording-server';

const { signal } = new AbortController();

interface Listed {
  readonly session_id: string;
  readonly name?: string;
}

const many = (count: number): Listed[] => Array.from({ length: count }, (_, index) => ({ session_id: `s${index}` }));

describe('The search for a session', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let client: Client;
  let sessions: ConnectionRecords['sessions'];

  /** A service with these sessions. */
  async function serve(all: readonly Listed[], { searches = true } = {}): Promise<void> {
    server = await startServer((response, { url }) => {
      const { searchParams } = new URL(url, 'http://localhost');
      const query = searches ? (searchParams.get('query') ?? '') : '';
      const found = all.filter(({ session_id: id, name = '' }) => `${id} ${name}`.includes(query));
      response.writeHead(200).end(JSON.stringify(found.slice(0, Number(searchParams.get('limit')))));
    });
    client = createClient({ baseUrl: server.url, token: 'the-token-of-a-test' });
  }

  beforeEach(() => {
    ({ sessions } = openRecords(storage(), { name: 'a', address: 'https://a' }, () => {}));
  });
  afterEach(() => {
    client.close();
    server.server.closeAllConnections();
    server.server.close();
  });

  const find = (text: string): ReturnType<typeof findSessions> => findSessions({ client, sessions }, text, signal);
  const found = async (text: string): Promise<string[]> => (await find(text))?.sessions.map(({ id }) => id) ?? [];

  it('finds what is remembered by each of its names, whatever the case, and sends nothing', async () => {
    await serve([]);
    await sessions.replace([
      { id: 'one', name: 'Checkout' },
      { id: 'two', alias: 'My checkout' },
      { id: 'three', pool: 'checkout-pool' },
      { id: 'four' },
      { id: 'five', name: 'checkout', released: true },
    ]);
    const known = (text: string): string[] => findKnownSessions(sessions, text).sessions.map(({ id }) => id);
    assert.deepEqual(known('CHECK'), ['one', 'two', 'three']);
    assert.deepEqual(known('fou'), ['four']);
    assert.deepEqual(known(''), ['one', 'two', 'three', 'four']);
    assert.deepEqual(server.arrived, []);
  });

  it('asks the service for one page, and finds what was not loaded', async () => {
    await serve([{ session_id: 'far', name: 'a & b?' }, ...many(300)]);
    assert.deepEqual(await found('a & b?'), ['far']);
    assert.deepEqual(
      server.arrived.map(({ url }) => url),
      ['/browsers?limit=100&offset=0&status=active&query=a%20%26%20b%3F'],
    );
  });

  it('has what is remembered first, with newer details, and each session once', async () => {
    await serve([{ session_id: 'new-1' }, { session_id: 'old-1', name: 'newer' }]);
    await sessions.replace([
      { id: 'other' },
      { id: 'old-1', alias: 'mine', gone: true },
      { id: 'old-2', alias: 'not at the service: 1' },
    ]);
    const { sessions: all = [], isCut } = (await find('1')) ?? {};
    assert.deepEqual(
      all.map(({ id, name, alias, gone }) => ({ id, name, alias, gone })),
      [
        { id: 'old-1', name: 'newer', alias: 'mine', gone: false },
        { id: 'old-2', name: undefined, alias: 'not at the service: 1', gone: undefined },
        { id: 'new-1', name: undefined, alias: undefined, gone: false },
      ],
    );
    assert.equal(isCut, false);
  });

  it('searches the answer of a service that does not search', async () => {
    await serve([{ session_id: 'a' }, { session_id: 'b' }], { searches: false });
    assert.deepEqual(await found('b'), ['b']);
  });

  it('ends after a hundred, and says that there are more', async () => {
    await serve(many(300));
    const { sessions: all, isCut } = (await find('s')) ?? {};
    assert.deepEqual([all?.length, isCut], [100, true]);
    assert.equal(server.arrived.length, 1);
  });

  it('keeps what was chosen at the top or at its place, and loses no other, however many there are', async () => {
    await serve([]);
    const before = many(2000).map(({ session_id: id }) => ({ id }));
    await sessions.replace(before, () => true);
    await keepFound(sessions, { id: 'found' });
    assert.deepEqual(sessions.all(), [{ id: 'found' }, ...before]);
    await keepFound(sessions, { id: 's1999', name: 'newer' });
    assert.deepEqual(sessions.all(), [{ id: 'found' }, ...before.slice(0, -1), { id: 's1999', name: 'newer' }]);
  });

  it('finds nothing at a service without a list', async () => {
    await serve([]);
    server.server.removeAllListeners('request');
    server.server.on('request', (_request, response) => response.writeHead(404).end());
    assert.equal(await find('a'), undefined);
  });

  it('never sends the token, even if it was pasted into the box', async () => {
    await serve([]);
    await assert.rejects(find('the-token-of-a-test'), /Nothing was sent/);
    assert.deepEqual(server.arrived, []);
  });
});
