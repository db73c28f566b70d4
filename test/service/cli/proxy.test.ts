import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Certificates from '../../../scripts/certificates.mjs';
import { startConnectProxy, type ConnectProxy } from '../../support/network/connect-proxy';
import { startTlsServer, type TlsServer } from '../../support/network/tls-server';
import { temporaryFolder } from '../../support/temporary-folder';
import { Person } from './command-line';

const TOKEN = 'token-behind-a-proxy';

describe('The command line, behind a proxy', () => {
  const folder = temporaryFolder();
  let ca = '';
  let service: TlsServer;
  let proxy: ConnectProxy;

  before(async () => {
    const { writeCertificates }: typeof Certificates = await import(
      pathToFileURL(path.resolve('scripts/certificates.mjs')).href
    );
    ca = await writeCertificates(folder);
    service = await startTlsServer(folder, 'company');
    proxy = await startConnectProxy({ 'service.test:443': service.port });
  });
  after(() => Promise.all([service.stop(), proxy.stop()]));

  async function sessionsWith(more: Readonly<Record<string, string>>): Promise<{ err: string; tunnels: string[] }> {
    const before = proxy.log.length;
    const person = new Person({
      BROWSER_SESSIONS_ADDRESS: 'https://service.test',
      BROWSER_SESSIONS_TOKEN: TOKEN,
      NODE_EXTRA_CA_CERTS: ca,
      ...more,
    });
    try {
      const { err } = await person.run('sessions');
      const seen = proxy.log.slice(before);
      assert.ok(!(seen.join('\n') + err).includes(TOKEN));
      return { err, tunnels: seen.filter((line) => line.startsWith('CONNECT')) };
    } finally {
      person.leave();
    }
  }

  it('reaches the service through the proxy of the environment, which may want a login', async () => {
    const before = service.requests;
    const { tunnels } = await sessionsWith({ HTTPS_PROXY: proxy.url });
    assert.match(tunnels[0] ?? '', /^CONNECT service\.test:443 /);
    assert.ok(service.requests > before);
    proxy.login = 'ann:se cret';
    try {
      const known = service.requests;
      const { err } = await sessionsWith({ HTTPS_PROXY: proxy.url });
      assert.match(err, /proxy/i);
      assert.ok(!err.includes('se cret'));
      assert.equal(service.requests, known);
      await sessionsWith({ https_proxy: proxy.url.replace('//', '//ann:se%20cret@') });
      assert.ok(service.requests > known);
    } finally {
      proxy.login = undefined;
    }
  });

  it('uses none for a host of NO_PROXY, or for this machine', async () => {
    const { err, tunnels } = await sessionsWith({ HTTPS_PROXY: proxy.url, NO_PROXY: 'other.test,service.test' });
    assert.match(err, /^Couldn’t reach “https:\/\/service\.test”\./);
    assert.deepEqual(tunnels, []);
    const here = await sessionsWith({
      HTTPS_PROXY: proxy.url,
      HTTP_PROXY: proxy.url,
      BROWSER_SESSIONS_ADDRESS: 'http://127.0.0.1:9',
    });
    assert.match(here.err, /Connection refused/);
    assert.deepEqual(here.tunnels, []);
  });
});
