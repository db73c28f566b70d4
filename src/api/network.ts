import { readFile } from 'node:fs/promises';
import { Agent, ClientRequest, type RequestOptions } from 'node:http';
import * as https from 'node:https';
import { checkServerIdentity, rootCertificates, type PeerCertificate } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import type { HttpsProxyAgent } from 'https-proxy-agent';

/** What the person says of the network, where the editor does not do it by itself. Read again for each request. */
export interface NetworkSettings {
  /** Whether a certificate has to be verified. */
  readonly strictTls?: boolean;
  /** The proxy to a host, with a header that has to be sent to it; undefined where the editor knows the way. */
  readonly proxyTo?: (
    host: string,
    port: string,
  ) => { readonly url: string; readonly authorization: string } | undefined;
}

/** Begins a request; nothing has left yet. */
export type RequestFactory = (options: RequestOptions) => ClientRequest;

/** Milliseconds that an unused connection is kept. */
const KEPT_FOR = 5000;

/**
 * The one place where a connection is opened, and where it is decided by which way.
 *
 * To another machine (https): by `https.request`, which the editor replaces by its own: the proxies of its settings, of
 * the environment, of a PAC file and of the system, their logins, and the certificates of the system. Only a proxy that
 * wants a header of its own is reached past it, since it does not send that. To this machine (http): directly, whatever
 * the settings say: the token is not protected on this way, and no proxy may see it.
 * `http.request` would not do: it is the editor's too, under each name of the module.
 */
export class Network {
  /** Keeps connections for the next request; for https that is done by the agent of Node, behind the editor's. */
  private readonly directAgent = new Agent({ keepAlive: true, timeout: KEPT_FOR });
  /** Whom to trust, where that is not left to the editor. */
  private ca: string[] | undefined;
  private tunnel: { readonly key: string; readonly agent: HttpsProxyAgent<string> } | undefined;

  constructor(private readonly settings: NetworkSettings = {}) {}

  /** @returns what begins a request, in the same turn: whoever asks for it has to be there when its events come. */
  async requestFactoryFor(url: URL): Promise<RequestFactory> {
    if (url.protocol !== 'https:')
      return (options) => new ClientRequest({ ...urlToHttpOptions(url), ...options, agent: this.directAgent });
    const trust = { rejectUnauthorized: this.settings.strictTls !== false, ...(this.ca && { ca: this.ca }) };
    const proxy = this.settings.proxyTo?.(url.hostname, url.port || '443');
    const verified = {
      ...trust,
      checkServerIdentity: (_name: string, certificate: PeerCertificate) =>
        checkServerIdentity(hostOf(url), certificate),
    };
    if (!proxy) return (options) => https.request(url, { ...options, ...verified });
    const agent = await this.tunnelBy(proxy, trust);
    return (options) => new ClientRequest({ ...urlToHttpOptions(url), ...options, ...verified, agent });
  }

  /**
   * For a host whose certificate was not trusted: trusts the file of NODE_EXTRA_CA_CERTS too. Editors with a Node older
   * than 22.15 forget it where they add the certificates of the system. @returns whether there is anything more to
   * trust.
   */
  async trustExtra(): Promise<boolean> {
    const file = process.env['NODE_EXTRA_CA_CERTS'];
    if (this.ca || !file) return false;
    const extra = await readFile(file, 'utf8').catch(() => undefined);
    if (extra !== undefined) this.ca = [...rootCertificates, extra];
    return extra !== undefined;
  }

  /** Closes what nobody uses; what is in use is closed after its answer. */
  close(): void {
    for (const agent of [this.directAgent, this.tunnel?.agent]) {
      if (!agent) continue;
      agent.maxFreeSockets = 0;
      for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
    }
  }

  private async tunnelBy(
    proxy: { readonly url: string; readonly authorization: string },
    trust: { readonly rejectUnauthorized: boolean; readonly ca?: string[] },
  ): Promise<HttpsProxyAgent<string>> {
    const key = JSON.stringify([proxy, trust]);
    if (this.tunnel?.key !== key) {
      const { HttpsProxyAgent: Tunnel } = await import('https-proxy-agent');
      const agent = new Tunnel(proxy.url, {
        keepAlive: true,
        timeout: KEPT_FOR,
        ...trust,
        headers: { 'Proxy-Authorization': proxy.authorization },
      });
      // It would find out by the stack, and through `https.request` alone.
      agent.protocol = 'https:';
      this.tunnel = { key, agent };
    }
    return this.tunnel.agent;
  }
}

/**
 * Whom a certificate has to name. Behind a proxy Node is not told an IP address, and holds the certificate against
 * `localhost`.
 */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
