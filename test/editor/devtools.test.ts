import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createClient, type Client } from '../../src/api';
import { DevToolsConnection, listLoaded, NotReachable } from '../../src/devtools';
import { networkSettings } from '../../src/ui/editor/network-settings';
import { startConnectProxy, type ConnectProxy } from '../support/network/connect-proxy';
import { startTlsProxy, type TlsProxy } from '../support/network/tls-proxy';
import { startLocalService, type LocalService } from '../support/local-service';

const CERTIFICATES = process.env['BROWSER_SESSIONS_CERTIFICATES'] ?? '';
const SLOTS = [1, 2].map((version) => Symbol.for(`undici.globalDispatcher.${version}`));
const { signal } = new AbortController();

describe('DevTools of a session, through the editor’s network', () => {
  let service: LocalService;
  let client: Client;
  let company: TlsProxy;
  let stranger: TlsProxy;
  let proxy: ConnectProxy;
  /** Path of the session's DevTools, with its secret. */
  let secretPath: string;

  before(async () => {
    service = await startLocalService();
    client = createClient({ baseUrl: service.url, token: service.token, network: networkSettings });
    const address = await client.devToolsAddress(service.session, signal);
    assert.ok(address);
    secretPath = address.pathname;
    const port = Number(address.port);
    [company, stranger] = await Promise.all([
      startTlsProxy(CERTIFICATES, 'company', port),
      startTlsProxy(CERTIFICATES, 'stranger', port),
    ]);
    proxy = await startConnectProxy({ 'service.test:443': company.port });
  });
  afterEach(async () => {
    for (const name of ['proxy', 'proxyAuthorization'])
      await vscode.workspace.getConfiguration('http').update(name, undefined, vscode.ConfigurationTarget.Global);
    assert.ok(!proxy.log.join('\n').includes(secretPath), 'the proxy has seen the secret');
    proxy.login = undefined;
    proxy.log.length = 0;
  });
  after(async () => {
    client.close();
    await Promise.all([company.stop(), stranger.stop(), proxy.stop(), service.stop()]);
  });

  const open = (origin: string): Promise<DevToolsConnection> =>
    DevToolsConnection.open(new URL(origin + secretPath), client.network, signal);

  async function works(origin: string): Promise<void> {
    const connection = await open(origin);
    assert.deepEqual(await listLoaded(connection, signal), []);
    connection.close();
  }

  it('straight, on this machine', () => works(service.url.replace('http', 'ws')));

  it('straight, with TLS and a certificate of the company', () => works(`wss://127.0.0.1:${company.port}`));

  it('straight, to a host that nobody vouches for: refused', async () => {
    await assert.rejects(open(`wss://127.0.0.1:${stranger.port}`), NotReachable);
  });

  it('by the proxy of the settings, to a name that only the proxy knows', async () => {
    await vscode.workspace.getConfiguration('http').update('proxy', proxy.url, vscode.ConfigurationTarget.Global);
    await works('wss://service.test');
    assert.ok(proxy.log.some((line) => line.startsWith('CONNECT service.test:443')));
  });

  for (const [where, settings] of [
    ['its address', (url: string) => ({ proxy: url.replace('//', '//user:p%40ss@') })],
    [
      'a setting of its own',
      (url: string) => ({ proxy: url, proxyAuthorization: `Basic ${Buffer.from('user:p@ss').toString('base64')}` }),
    ],
  ] as const) {
    it(`by a proxy that wants a login, which stands in ${where}`, async () => {
      proxy.login = 'user:p@ss';
      for (const [name, value] of Object.entries(settings(proxy.url)))
        await vscode.workspace.getConfiguration('http').update(name, value, vscode.ConfigurationTarget.Global);
      await works('wss://service.test');
    });
  }

  it('leaves the fetch of all extensions alone', async () => {
    await fetch(`${service.url}/browsers`);
    const before = [globalThis.fetch, ...SLOTS.map((slot): unknown => Reflect.get(globalThis, slot))];
    await works(service.url.replace('http', 'ws'));
    assert.deepEqual([globalThis.fetch, ...SLOTS.map((slot): unknown => Reflect.get(globalThis, slot))], before);
  });
});
