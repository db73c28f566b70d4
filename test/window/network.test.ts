import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Certificates from '../../scripts/certificates.mjs';
import { nightly } from '../support/nightly';
import { startConnectProxy, type ConnectProxy } from '../support/network/connect-proxy';
import { startTlsServer, type TlsServer } from '../support/network/tls-server';
import { buttonsOf, pictures } from './actions';
import { speaksTo } from '../support/faults/faulty-service';
import { TOKEN } from '../support/service-fixture';
import { temporaryFolder } from '../support/temporary-folder';
import { useWindow } from './window';

const root = process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd();

/**
 * Two services that differ only in the issuer of their certificates, and a proxy. The environment names the proxy and
 * the trusted CA.
 */
describe('The network of a company, in the window', () => {
  const certificates = temporaryFolder();
  let company: TlsServer;
  let stranger: TlsServer;
  let proxy: ConnectProxy;
  const window = useWindow(async () => {
    const { writeCertificates }: typeof Certificates = await import(
      pathToFileURL(path.join(root, 'scripts/certificates.mjs')).href
    );
    const ca = await writeCertificates(certificates);
    [company, stranger] = await Promise.all([
      startTlsServer(certificates, 'company', '0.0.0.0'),
      startTlsServer(certificates, 'stranger'),
    ]);
    proxy = await startConnectProxy({ 'service.test:443': company.port });
    const addresses = [
      'https://service.test',
      ...[2, 3].map((host) => `https://127.0.0.${host}:${company.port}`),
      `https://127.0.0.1:${stranger.port}`,
    ];
    return speaksTo('https://service.test', {
      settings: {
        'browserSessions.connections': [
          ...addresses.map((address) => ({ name: new URL(address).host, address })),
          // Where the token of the environment has not been allowed yet.
          { name: 'refused', address: 'https://service.test' },
        ],
      },
      env: { HTTPS_PROXY: proxy.url, NO_PROXY: '127.0.0.2', NODE_EXTRA_CA_CERTS: ca },
      opens: 'once',
    });
  });
  beforeEach(() => {
    company.requests = stranger.requests = 0;
    proxy.log.length = 0;
  });
  after(() => Promise.all([company, stranger, proxy].map((each) => each.stop())));

  const connects = (): string[] => proxy.log.flatMap((line) => /^CONNECT (\S+)/.exec(line)?.[1] ?? []);

  /** @param allow answers the box for the token, where that from the environment is not used without permission. */
  async function clickAt(
    address: string,
    allow?: () => Promise<void>,
    connection = new URL(address).host,
  ): Promise<void> {
    const { workbench } = window;
    await workbench.useConnection(connection);
    if (allow) {
      await workbench.palette.run('Browser Sessions: Set Token…');
      await allow();
      await workbench.statusBar.item('uses the token from BROWSER_SESSIONS_TOKEN').waitFor();
    }
    await workbench.palette.run('Browser Sessions: Show Session by ID…');
    await workbench.palette.answer('ID of a running browser session', 'some-session');
    await workbench.palette.run('Browser Sessions: Click at Coordinates…');
    await workbench.palette.answer('such as 640, 360', '10, 20');
  }

  /** The token is sent to a host of the network only after the user allowed it, by leaving the box empty. */
  async function leaveEmpty(): Promise<void> {
    await window.workbench.palette.asked('leave this empty to use BROWSER_SESSIONS_TOKEN').waitFor();
    assert.equal(company.requests, 0);
    await window.workbench.page.keyboard.press('Enter');
  }

  nightly('goes by the proxy that the environment names, which sees no token', async () => {
    await clickAt('https://service.test', leaveEmpty);
    await window.workbench.statusBar.item(/Clicked .* in “some-session”/).waitFor();
    // The check of the token, and the click.
    assert.deepEqual([company.requests, connects()], [2, ['service.test:443', 'service.test:443']]);
    assert.ok(!proxy.log.join('\n').includes(TOKEN));
  });

  nightly(
    'goes by the proxy to a host that the environment does not exempt, whose certificate has to name it',
    async () => {
      await clickAt(`https://127.0.0.3:${company.port}`);
      await window.workbench.notifications.toast('The certificate is for another host.').waitFor();
      assert.deepEqual([company.requests, connects()], [0, [`127.0.0.3:${company.port}`]]);
    },
  );

  nightly('goes past the proxy to the host that the environment exempts', async () => {
    await clickAt(`https://127.0.0.2:${company.port}`);
    await window.workbench.statusBar.item(/Clicked .* in “some-session”/).waitFor();
    assert.deepEqual([company.requests, connects()], [1, []]);
  });

  nightly('with a service that nobody vouches for: nothing is sent, and the way out is told', async () => {
    await clickAt(`https://127.0.0.1:${stranger.port}`);
    const toast = window.workbench.notifications.toast('The host’s certificate couldn’t be verified');
    await toast.filter({ hasText: 'NODE_EXTRA_CA_CERTS' }).filter({ hasText: 'Nothing was sent.' }).waitFor();
    assert.deepEqual(await buttonsOf(toast), ['Show Log']);
    await pictures(window.workbench, 'network-certificate', toast);
    assert.equal(stranger.requests, 0);
  });

  nightly('with a proxy that does not let it through says so', async () => {
    proxy.refuses = 403;
    const allow = async (): Promise<void> => {
      await leaveEmpty();
      await window.workbench.palette.validation
        .filter({ hasText: 'The proxy refused the connection (403).' })
        .waitFor();
      await window.workbench.page.keyboard.press('Enter');
    };
    await clickAt('https://service.test', allow, 'refused');
    const toast = window.workbench.notifications.toast(
      'Couldn’t reach “refused”. The proxy refused the connection (403). Nothing was sent.',
    );
    await toast.waitFor();
    assert.deepEqual(await buttonsOf(toast), ['Open Proxy Settings']);
    await pictures(window.workbench, 'network-proxy', toast);
    proxy.refuses = undefined;
  });
});
