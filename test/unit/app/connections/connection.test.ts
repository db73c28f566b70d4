import assert from 'node:assert/strict';
import { Cancelled } from '../../../../src/core/errors';
import { LOCAL } from '../../../../src/core/connection-settings';
import { openConnections, TokenService, type Opened } from './connections-fixture';

const { signal } = new AbortController();

/** Sends a request to the service. */
async function request({ connections }: Opened): Promise<void> {
  const client = await connections.active().client();
  await client.getSession('s', signal);
}

describe('A connection, without the editor', () => {
  let service: TokenService;
  let opened: Opened | undefined;
  beforeEach(async () => (service = await new TokenService().start()));
  afterEach(async () => {
    opened?.connections.dispose();
    await service.stop();
  });

  function open(...[options, address = service.url]: [Parameters<typeof openConnections>[1], string?]): Opened {
    opened = openConnections([{ name: 'one', address }], options);
    return opened;
  }

  it('has a client as soon as somebody says its token, which is asked for once', async () => {
    const asked: unknown[] = [];
    const here = open({
      askToken: async ({ name, address }) => {
        asked.push([name, address]);
        return ' own ';
      },
    });
    assert.equal(await here.connections.active().isReady(), false);
    await request(here);
    await request(here);
    assert.deepEqual(asked, [['one', service.url]]);
    assert.deepEqual(service.tokens, ['Bearer own', 'Bearer own']);
    assert.equal(here.clients(), 1);
    assert.equal(await here.connections.active().isReady(), true);
  });

  it('to a browser by its DevTools asks for nothing, and takes no token of the environment, which is for services', async () => {
    const here = open({ environment: { BROWSER_SESSIONS_TOKEN: 'env' } }, service.url.replace('http', 'ws'));
    const connection = here.connections.active();
    assert.deepEqual(
      [connection.isBrowser, await connection.isReady(), await connection.token()],
      [true, true, undefined],
    );
    const client = await connection.client();
    await assert.rejects(client.listSessions(signal), /answers, but not as a browser with remote debugging/);
    assert.deepEqual(service.tokens, [undefined]);
    const secret = 'a-secret-of-24-characters';
    await here.tokens.set(connection.settings, `${service.url}/?token=${secret}`);
    assert.deepEqual(await here.connections.knownTokens(), [secret]);
    assert.equal((await connection.client()).redact(`at ${service.url}?token=${secret}`), `at ${service.url}?token=…`);
  });

  it('asks for nothing where a token is kept, and opens another client for another token', async () => {
    const here = open({});
    const { settings } = here.connections.active();
    for (const token of ['first', 'second']) {
      await here.tokens.set(settings, token);
      await request(here);
    }
    assert.deepEqual(service.tokens, ['Bearer first', 'Bearer second']);
    assert.equal(here.clients(), 2);
  });

  it('uses the token of the environment where nothing else is said, and tells of it', async () => {
    const here = open(
      { environment: { BROWSER_SESSIONS_TOKEN: 'env' }, askToken: async () => '' },
      'https://a.example',
    );
    const connection = here.connections.active();
    let told = 0;
    here.connections.onDidChange(() => told++);
    assert.equal(await connection.token(), undefined);
    assert.equal((await connection.askToken()).variable, 'BROWSER_SESSIONS_TOKEN');
    assert.equal(told, 1);
    assert.equal((await connection.token())?.value, 'env');
  });

  for (const [said, words] of [
    ['', /^Paste a token/],
    ['a b', /^Tokens can’t contain spaces/],
    ['a\nb', /^Tokens can’t contain spaces/],
  ] as const) {
    it(`takes no ${JSON.stringify(said)} for a token`, async () => {
      const here = open({ askToken: async () => said });
      await assert.rejects(here.connections.active().client(), { name: 'UserError', message: words });
      assert.equal(await here.connections.active().token(), undefined);
      assert.equal(here.clients(), 0);
    });
  }

  it('has no client where nobody says a token', async () => {
    const here = open({ askToken: () => Promise.reject(new Cancelled()) });
    await assert.rejects(here.connections.active().client(), { name: 'Cancelled' });
    assert.equal(here.clients(), 0);
  });

  it('to the service on this machine starts it, and asks for no token', async () => {
    const here = open({ localService: { url: service.url, token: 'of-its-own' } }, LOCAL);
    assert.equal(here.connections.active().address, undefined);
    await request(here);
    assert.equal(here.connections.active().address, service.url);
    assert.deepEqual(service.tokens, ['Bearer of-its-own']);
    assert.equal(await here.connections.active().token(), undefined);
  });
});
