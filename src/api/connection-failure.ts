import { message, type Message } from '../core/message';

/** Why no answer came, or not the whole of it. */
export class NetworkFailure extends Error {
  /**
   * @param sent whether a byte of the request may have left before.
   * @param transient whether it may well go better in a moment.
   */
  constructor(
    readonly why: Message,
    readonly sent: boolean,
    readonly transient = false,
    /** Whether nobody that is trusted has issued the certificate of the host. */
    readonly untrusted = false,
  ) {
    super(why.template);
  }
}

export const BROKE = message('the host broke the connection');
/** It answered 101, which nobody asked for. */
export const SWITCHED = message('the host switched to another protocol');
const NO_TLS = message('the host does not speak https on this port');

/** What the codes of Node's errors say. */
const CAUSES: Record<string, Message> = {
  ECONNREFUSED: message('nothing listens at this address'),
  ENOTFOUND: message('the name of the host is not known'),
  EAI_AGAIN: message('the name of the host could not be looked up'),
  EHOSTUNREACH: message('the host cannot be reached'),
  ENETUNREACH: message('the network cannot be reached'),
  ETIMEDOUT: message('the host did not take the connection in time'),
  ECONNRESET: BROKE,
  EPIPE: BROKE,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
  EPROTO: NO_TLS,
  // The token cannot stand in a request.
  ERR_INVALID_CHAR: message('the request cannot be made; perhaps the token has a character too many'),
};

/** What passes by itself, more often than not, when nothing has left yet. */
const TRANSIENT = new Set(['EAI_AGAIN', 'ECONNRESET', 'EPIPE', 'ENETUNREACH']);

/** The codes with which Node refuses a certificate. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;

/** What else may be wrong with one than its issuer. */
const CERTIFICATES: Record<string, Message> = {
  CERT_HAS_EXPIRED: message('its certificate has expired'),
  CERT_NOT_YET_VALID: message('its certificate is not valid yet; perhaps the clock of this machine is wrong'),
  ERR_TLS_CERT_ALTNAME_INVALID: message('its certificate is for another host'),
};

/** What the editor's own request says when its proxy cannot be reached; the name of the proxy follows. */
const NO_PROXY = /^Failed to establish a socket connection to proxies: (?:\S+ )?(.+)$/;

/** @param sent whether a byte of the request may have left. */
export function diagnose(error: unknown, sent: boolean): NetworkFailure {
  const code = codeOf(error);
  const text = error instanceof Error ? error.message : String(error);
  const proxy = NO_PROXY.exec(text)?.[1];
  if (proxy) return new NetworkFailure(message('the proxy {0} cannot be reached', proxy), false);
  const wrong = CERTIFICATES[code];
  if (wrong || CERTIFICATE.test(code)) return new NetworkFailure(wrong ?? unknownIssuer(code), sent, false, !wrong);
  if (code.startsWith('HPE_')) return new NetworkFailure(message('what answers there does not speak HTTP'), sent);
  return new NetworkFailure(CAUSES[code] ?? message('{0}', text), sent, !sent && TRANSIENT.has(code));
}

function unknownIssuer(code: string): Message {
  return message(
    'its certificate could not be verified ({0}). If your company issued it, add the company’s CA to those of the system, or start the editor with NODE_EXTRA_CA_CERTS set to its file',
    code,
  );
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // A name with several addresses fails with one error an address.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
