import { readFile } from 'node:fs/promises';
import { Agent, ClientRequest, type RequestOptions } from 'node:http';
import * as https from 'node:https';
import { checkServerIdentity, rootCertificates, type PeerCertificate } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import type { HttpsProxyAgent } from 'https-proxy-agent';

/** The user's network settings that the editor does not apply by itself. They are read again for each request. */
export interface NetworkSettings {
  /** Whether a certificate must be verified. */
  readonly strictTls?: boolean;
  /** The proxy for a host, with the header to send to it; undefined if the editor handles the proxy. */
  readonly proxyTo?: (
    host: string,
    port: string,
  ) => { readonly url: string; readonly authorization: string } | undefined;
}

/** Creates a request; nothing has been sent yet. */
export type RequestFactory = (options: RequestOptions) => ClientRequest;

/** Milliseconds that an idle connection is kept. */
const KEPT_FOR = 5000;
/** Milliseconds without a byte after which the system asks whether the other machine, or the proxy, is still there. */
const KEEP_ALIVE = 10_000;

/**
 * The only place that opens connections and chooses the route.
 *
 * To another machine (https): by `https.request`, which the editor replaces with its own version. That one uses the
 * proxies of the settings, the environment, a PAC file and the system, their logins, and the system's certificates. It
 * does not send an extra proxy header, so only a proxy that needs one is reached without it. To this machine (http):
 * directly, whatever the settings are, because the token is not encrypted there and no proxy may see it. `http.request`
 * cannot be used for that: the editor replaces it too, under every name of the module.
 */
export class Network {
  /** Keeps connections for the next request. For https, Node's agent does that, behind the editor's request. */
  private readonly directAgent = new Agent({ keepAlive: true, timeout: KEPT_FOR });
  /** The certificates to trust, if that is not left to the editor. */
  private ca: string[] | undefined;
  private tunnel: { readonly key: string; readonly agent: HttpsProxyAgent<string> } | undefined;

  constructor(private readonly settings: NetworkSettings = {}) {}

  /**
   * @returns a function that creates the request. The caller must add its listeners in the same turn of the event loop,
   * before the first events are emitted.
   */
  async requestFactoryFor(url: URL): Promise<RequestFactory> {
    const create = await this.routeTo(url);
    return (options) => create(options).once('socket', (socket) => socket.setKeepAlive(true, KEEP_ALIVE));
  }

  /**
   * For a host whose certificate was not trusted: also trusts the file of NODE_EXTRA_CA_CERTS. Editors with a Node
   * older than 22.15 ignore that file when they add the system's certificates.
   * @returns whether there are more certificates to trust now.
   */
  async trustExtra(): Promise<boolean> {
    const file = process.env['NODE_EXTRA_CA_CERTS'];
    if (this.ca || !file) return false;
    const extra = await readFile(file, 'utf8').catch(() => undefined);
    if (extra !== undefined) this.ca = [...rootCertificates, extra];
    return extra !== undefined;
  }

  /** Closes idle connections; a connection in use is closed after its answer. */
  close(): void {
    for (const agent of [this.directAgent, this.tunnel?.agent]) {
      if (!agent) continue;
      agent.maxFreeSockets = 0;
      for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
    }
  }

  private async routeTo(url: URL): Promise<RequestFactory> {
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
      // Otherwise the agent would detect the protocol from the call stack, and only through `https.request`.
      agent.protocol = 'https:';
      this.tunnel = { key, agent };
    }
    return this.tunnel.agent;
  }
}

/**
 * The host name that a certificate must contain. Behind a proxy, Node does not pass an IP address on, and would check
 * the certificate against `localhost`.
 */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
