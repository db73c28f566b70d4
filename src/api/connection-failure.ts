import { message, type Message } from '../core/message';

/** Why no answer came, and whether a byte of the request may have left before. */
export interface ConnectionFailure {
  readonly cause: Message;
  readonly sent: boolean;
}

const BEFORE_SENDING: Record<string, Message> = {
  ECONNREFUSED: message('nothing listens at this address'),
  ENOTFOUND: message('the name of the host is not known'),
  EAI_AGAIN: message('the name of the host could not be looked up'),
  EHOSTUNREACH: message('the host cannot be reached'),
  ENETUNREACH: message('the network cannot be reached'),
  UND_ERR_CONNECT_TIMEOUT: message('the host did not take the connection in time'),
  // The token or the address cannot stand in a request.
  UND_ERR_INVALID_ARG: message('the request cannot be made; perhaps the token has a character too many'),
  ERR_SSL_WRONG_VERSION_NUMBER: message('the host does not speak https on this port'),
  EPROTO: message('the host does not speak https on this port'),
};

const AFTER_SENDING: Record<string, Message> = {
  ECONNRESET: message('the host broke the connection'),
  EPIPE: message('the host broke the connection'),
  UND_ERR_SOCKET: message('the host broke the connection'),
  UND_ERR_HEADERS_TIMEOUT: message('no answer in time'),
  UND_ERR_BODY_TIMEOUT: message('the answer stopped half way'),
};

/** The codes with which Node refuses a certificate: the request is sent only after the handshake. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;

/** Reads an error of undici or of a socket. What is not known to come before sending counts as sent. */
export function diagnose(error: unknown): ConnectionFailure {
  const code = codeOf(error);
  const before = BEFORE_SENDING[code];
  if (before) return { cause: before, sent: false };
  if (CERTIFICATE.test(code)) return { cause: message('its certificate could not be verified ({0})', code), sent: false };
  return { cause: AFTER_SENDING[code] ?? message('{0}', error instanceof Error ? error.message : String(error)), sent: true };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // A name with several addresses fails with one error an address.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
