import { message, type Message } from '../core/message';
import type { NetworkFault } from '../core/service-error';

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
