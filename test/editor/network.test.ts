import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createClient } from '../../src/api';
import { networkSettings } from '../../src/ui/editor/network-settings';
import { FaultServer } from '../support/faults/fault-server';
import { answer } from '../support/faults/faults';
import { startConnectProxy, type ConnectProxy } from '../support/network/connect-proxy';
import { startTlsServer, type TlsServer } from '../support/network/tls-server';

const CERTIFICATES = process.env['BROWSER_SESSIONS_CERTIFICATES'] ?? '';
const TOKEN = 'the-token-of-the-network-test';
/** In the format of `http.proxyAuthorization`. */
const LOGIN = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;

/** The settings of a user behind a company's proxy. */
type Settings = Partial<
  Record<'proxy' | 'noProxy' | 'proxySupport' | 'proxyStrictSSL' | 'proxyAuthorization', unknown>
>;

async function set(settings: Settings): Promise<void> {
  for (const name of ['proxy', 'noProxy', 'proxySupport', 'proxyStrictSSL', 'proxyAuthorization'] as const) {
    await vscode.workspace.getConfiguration('http').update(name, settings[name], vscode.ConfigurationTarget.Global);
  }
}

/** Clicks, and returns what a user would read: `done`, or the message. */
async function click(baseUrl: string): Promise<string> {
  const client = createClient({
    baseUrl,
    token: TOKEN,
    network: networkSettings,
    timeouts: { connect: 30_000, answer: 30_000 },
  });
  return client
    .click('s1', { x: 1, y: 2 }, new AbortController().signal)
    .then(
      () => 'done',
      (error: Error) => error.message,
    )
    .finally(() => client.close());
}

describe('The network of a company, through the editor', () => {
  let company: TlsServer;
  let stranger: TlsServer;
  let proxy: ConnectProxy;
  before(async () => {
    [company, stranger] = await Promise.all([
      startTlsServer(CERTIFICATES, 'company', '0.0.0.0'),
      startTlsServer(CERTIFICATES, 'stranger'),
    ]);
    proxy = await startConnectProxy({ 'service.test:443': company.port, 'stranger.test:443': stranger.port });
  });
  beforeEach(() => {
    company.requests = stranger.requests = 0;
    proxy.log.length = 0;
    proxy.login = proxy.refuses = undefined;
  });
  afterEach(async () => {
    await set({});
    assert.ok(!proxy.log.join('\n').includes(TOKEN), 'the proxy has seen the token');
  });
  after(() => Promise.all([company.stop(), stranger.stop(), proxy.stop()]));

  const connects = (): number => proxy.log.filter((line) => line.startsWith('CONNECT')).length;

  it('straight, to a service whose certificate the company has issued', async () => {
    assert.equal(await click(`https://127.0.0.1:${company.port}`), 'done');
    assert.equal(connects(), 0);
  });

  it('straight, by IPv6', async () => {
    const six = await startTlsServer(CERTIFICATES, 'company', '::1');
    assert.equal(await click(`https://[::1]:${six.port}`), 'done');
    await six.stop();
  });

  it('straight, to a service that nobody vouches for: nothing is sent, and the way out is told', async () => {
    assert.match(
      await click(`https://127.0.0.1:${stranger.port}`),
      /certificate couldn’t be verified.*NODE_EXTRA_CA_CERTS.*Nothing was sent/,
    );
    assert.equal(stranger.requests, 0);
  });

  it('to the same when the person has said that certificates do not matter', async () => {
    await set({ proxyStrictSSL: false });
    assert.equal(await click(`https://127.0.0.1:${stranger.port}`), 'done');
  });

  it('by the proxy of the settings, to a name that only the proxy knows', async () => {
    await set({ proxy: proxy.url });
    assert.equal(await click('https://service.test'), 'done');
    assert.equal(company.requests, 1);
    assert.ok(connects() > 0);
  });

  it('by the proxy, to a service that nobody vouches for', async () => {
    await set({ proxy: proxy.url });
    assert.match(await click('https://stranger.test'), /certificate couldn’t be verified.*Nothing was sent/);
    assert.equal(stranger.requests, 0);
  });

  it('by the proxy, to an IP address that the certificate does not name, though it names this machine', async () => {
    for (const proxyAuthorization of [undefined, LOGIN]) {
      await set({ proxy: proxy.url, proxyAuthorization });
      assert.match(
        await click(`https://127.0.0.3:${company.port}`),
        /The certificate is for another host\. Nothing was sent/,
      );
      assert.equal(await click(`https://127.0.0.2:${company.port}`), 'done');
    }
    assert.equal(company.requests, 2);
  });

  it('by a proxy that wants a login, which stands in its address', async () => {
    proxy.login = 'user:p@ss';
    await set({ proxy: proxy.url.replace('//', '//user:p%40ss@') });
    assert.equal(await click('https://service.test'), 'done');
  });

  it('by a proxy that wants a login, which stands in a setting of its own', async () => {
    proxy.login = 'user:p@ss';
    await set({ proxy: proxy.url, proxyAuthorization: LOGIN });
    assert.equal(await click('https://service.test'), 'done');
  });

  it('by a proxy that wants a login, and there is none', async () => {
    proxy.login = 'user:p@ss';
    await set({ proxy: proxy.url });
    assert.match(
      await click('https://service.test'),
      /^Couldn’t reach “https:\/\/service.test”\. The proxy requires a login\. Nothing was sent/,
    );
  });

  it('by a proxy that wants another login', async () => {
    proxy.login = 'other:login';
    await set({ proxy: proxy.url, proxyAuthorization: LOGIN });
    assert.match(await click('https://service.test'), /The proxy requires a login\. Nothing was sent/);
  });

  it('by a proxy that refuses', async () => {
    proxy.refuses = 403;
    await set({ proxy: proxy.url });
    assert.match(await click('https://service.test'), /The proxy refused the connection \(403\)\. Nothing was sent/);
    assert.equal(company.requests, 0);
  });

  it('by a proxy that is not there', async () => {
    await set({ proxy: 'http://127.0.0.1:9' });
    assert.match(
      await click('https://service.test'),
      /The proxy 127\.0\.0\.1:9 couldn’t be reached\. Nothing was sent/,
    );
  });

  it('past the proxy, to a host that is exempt, with and without a login', async () => {
    await set({ proxy: proxy.url, noProxy: ['127.0.0.2'] });
    assert.equal(await click(`https://127.0.0.2:${company.port}`), 'done');
    await set({ proxy: proxy.url, noProxy: ['127.0.0.2'], proxyAuthorization: LOGIN });
    assert.equal(await click(`https://127.0.0.2:${company.port}`), 'done');
    assert.equal(connects(), 0);
    await set({ proxy: proxy.url });
    assert.equal(await click(`https://127.0.0.2:${company.port}`), 'done');
    assert.ok(connects() > 0);
  });

  it('past the proxy, when proxies are off', async () => {
    await set({ proxy: proxy.url, proxySupport: 'off', proxyAuthorization: LOGIN });
    assert.equal(await click(`https://127.0.0.2:${company.port}`), 'done');
    assert.equal(connects(), 0);
  });

  it('past the proxy, to a service of this machine that has no TLS', async () => {
    for (const host of ['127.0.0.1', '127.0.0.2']) {
      const plain = await FaultServer.start(undefined, host);
      plain.will(({ body, write }) => body().then(() => write(answer(200))));
      for (const proxyAuthorization of [undefined, LOGIN]) {
        await set({ proxy: proxy.url, proxyAuthorization });
        assert.equal(await click(plain.url), 'done');
      }
      assert.deepEqual([plain.arrived.length, proxy.log], [2, []]);
      await plain.stop();
    }
  });
});
