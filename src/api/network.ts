import { readFile } from 'node:fs/promises';
import { Agent, ClientRequest, type RequestOptions } from 'node:http';
import * as https from 'node:https';
import { checkServerIdentity, rootCertificates, type PeerCertificate } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import type { HttpsProxyAgent } from 'https-proxy-agent';
import { message, type Message } from '../core/message';
import type { NetworkFault } from '../core/service-error';

/** The user's network settings that the editor does not apply by itself. They are read again for each request. */
export interface NetworkSettings {
  /** Whether a certificate must be verified. */
  readonly strictTls?: boolean;
  /** The proxy for a host; undefined if there is none, or the editor handles it. */
  readonly proxyTo?: (host: string, port: string) => Proxy | undefined;
  /**
   * Asked before each request to this machine, where another program may listen at the port of a service that has
   * ended. Rejects with an error of Node, or with the code `NOT_PROVED`, if nothing may be sent there.
   */
  readonly prove?: () => Promise<void>;
}

/** The code of an error: the program that listens has not proved to be the service that is meant. */
export const NOT_PROVED = 'NOT_PROVED';

export interface Proxy {
  /** A login may be in it. */
  readonly url: string;
  /** The header to send to it. */
  readonly authorization?: string;
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
   * @throws NetworkFailure if the service of this machine is not there any more.
   */
  async requestFactoryFor(url: URL): Promise<RequestFactory> {
    if (url.protocol !== 'https:')
      await this.settings.prove?.().catch((error: unknown) => {
        throw diagnose(error, false);
      });
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
    proxy: Proxy,
    trust: { readonly rejectUnauthorized: boolean; readonly ca?: string[] },
  ): Promise<HttpsProxyAgent<string>> {
    const key = JSON.stringify([proxy, trust]);
    if (this.tunnel?.key !== key) {
      const { HttpsProxyAgent: Tunnel } = await import('https-proxy-agent');
      const agent = new Tunnel(proxy.url, {
        keepAlive: true,
        timeout: KEPT_FOR,
        ...trust,
        ...(proxy.authorization !== undefined && { headers: { 'Proxy-Authorization': proxy.authorization } }),
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

export interface NetworkFailureOptions {
  /** Whether a byte of the request may have been sent before. */
  readonly sent: boolean;
  /** Whether another attempt is likely to succeed in a moment. */
  readonly transient?: boolean;
  /** Whether the issuer of the host's certificate is not trusted. */
  readonly untrusted?: boolean;
  readonly fault?: NetworkFault;
}

/** Why there is no answer, or no complete one. */
export class NetworkFailure extends Error {
  readonly sent: boolean;
  readonly transient: boolean;
  readonly untrusted: boolean;
  readonly fault: NetworkFault;

  constructor(
    /** A sentence: `Connection refused.` */
    readonly why: Message,
    { sent, transient = false, untrusted = false, fault = 'network' }: NetworkFailureOptions,
  ) {
    super(why.template);
    this.sent = sent;
    this.transient = transient;
    this.untrusted = untrusted;
    this.fault = fault;
  }
}

export const BROKE = message('The host closed the connection.');
/** The host answered 101, although no upgrade was requested. */
export const SWITCHED = message('The host switched protocols.');
const NO_TLS = message('The host doesn’t use HTTPS on this port.');

/** The message for each code of a Node error. */
const CAUSES: Record<string, Message> = {
  ECONNREFUSED: message('Connection refused.'),
  ENOTFOUND: message('Unknown host.'),
  EAI_AGAIN: message('The host name couldn’t be looked up.'),
  EHOSTUNREACH: message('The host is unreachable.'),
  ENETUNREACH: message('The network is unreachable.'),
  ETIMEDOUT: message('The connection timed out.'),
  [NOT_PROVED]: message('The local service has ended, and another program listens there.'),
  ECONNRESET: BROKE,
  EPIPE: BROKE,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
  EPROTO: NO_TLS,
  // The token contains a character that cannot be sent in a header.
  ERR_INVALID_CHAR: message('Invalid request; the token may contain an extra character.'),
};

/** Codes after which another address may help. */
const ADDRESS_CODES = new Set([
  NOT_PROVED,
  'ECONNREFUSED',
  'ENOTFOUND',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'EPROTO',
]);

/** Codes of failures that are usually temporary, if nothing has been sent yet. */
const TRANSIENT = new Set(['EAI_AGAIN', 'ECONNRESET', 'EPIPE', 'ENETUNREACH']);

/** The error codes with which Node rejects a certificate. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;

/** Certificate errors that are not about the issuer. */
const CERTIFICATES: Record<string, Message> = {
  CERT_HAS_EXPIRED: message('The host’s certificate has expired.'),
  CERT_NOT_YET_VALID: message('The host’s certificate isn’t valid yet. Check this machine’s clock.'),
  ERR_TLS_CERT_ALTNAME_INVALID: message('The certificate is for another host.'),
};

/** The message of the editor's own request if its proxy cannot be reached; the name of the proxy follows. */
const NO_PROXY = /^Failed to establish a socket connection to proxies: (?:\S+ )?(.+)$/;

/**
 * Translates an error of Node or of the editor's request into a NetworkFailure.
 * @param sent whether a byte of the request may have been sent.
 */
export function diagnose(error: unknown, sent: boolean): NetworkFailure {
  const code = codeOf(error);
  const text = error instanceof Error ? error.message : String(error);
  const proxy = NO_PROXY.exec(text)?.[1];
  if (proxy)
    return new NetworkFailure(message('The proxy {0} couldn’t be reached.', proxy), { sent: false, fault: 'proxy' });
  const wrong = CERTIFICATES[code];
  if (wrong || CERTIFICATE.test(code))
    return new NetworkFailure(wrong ?? unknownIssuer(code), { sent, untrusted: !wrong });
  if (code.startsWith('HPE_'))
    return new NetworkFailure(message('The response isn’t HTTP.'), { sent, fault: 'address' });
  return new NetworkFailure(CAUSES[code] ?? message('The network error is “{0}”.', text), {
    sent,
    transient: !sent && TRANSIENT.has(code),
    fault: ADDRESS_CODES.has(code) ? 'address' : 'network',
  });
}

function unknownIssuer(code: string): Message {
  return message(
    'The host’s certificate couldn’t be verified ({0}). If your company issued it, install the company’s CA certificate or set NODE_EXTRA_CA_CERTS.',
    code,
  );
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // For a host name with several addresses, the error contains one error for each address.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
