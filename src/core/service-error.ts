import { UserError, type RecoveryAction } from './errors';
import { message, sentences, type Message } from './message';
import { formatWait } from './format';

/** What was asked of the service, for the sentence that tells of a failure. */
export interface Operation {
  /** In the words of an error: `upload to session abc`. */
  readonly what: Message;
  /** What a 404 says is not there. */
  readonly notFound: Message;
  /** The button that helps after a 404. */
  readonly notFoundAction: RecoveryAction;
  /** ID of the session that it is about, if it is about one. */
  readonly session?: string;
  /** The button that finds out whether it happened, where no answer came. */
  readonly verifyWith: RecoveryAction;
  /** True when it changes something that must not happen twice: a click, an upload, a release. */
  readonly nonIdempotent: boolean;
}

/** The service's own account of an error. Source: docs/service.md, "Errors": the browser image sends only `message`. */
export interface ServiceErrorBody {
  readonly code?: string;
  readonly message?: string;
  readonly details: readonly string[];
}

/** The service answered, and its answer is no. */
export class ServiceError extends UserError {
  override readonly name = 'ServiceError';
  readonly code: string | undefined;

  constructor(
    readonly operation: Operation,
    readonly status: number,
    readonly words: ServiceErrorBody,
    address: string,
    /** Milliseconds after which the service wants to be asked again. */
    readonly retryAfter?: number,
  ) {
    super(sentences(reason(operation, status, address, retryAfter), quote(words)), recoveryFor(operation, status));
    this.code = words.code;
  }
}

/** No answer came: the connection failed, or broke. */
export class ConnectionError extends UserError {
  override readonly name = 'ConnectionError';

  /** Whether a byte of the request may have left: then it may have happened. */
  readonly sent: boolean;
  /** Whether it may well go better in a moment. */
  readonly transient: boolean;

  constructor(
    readonly operation: Operation,
    address: string,
    cause: Message,
    { sent, transient }: { readonly sent: boolean; readonly transient: boolean },
  ) {
    super(
      sent ? brokeAfterSending(operation, cause) : neverReached(address, cause),
      sent ? operation.verifyWith : 'changeAddress',
    );
    this.sent = sent;
    this.transient = transient;
  }
}

/** True for the service's word that something is not there. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 404;
}

/** True for the service's word that the token does not permit it. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 403;
}

function reason(operation: Operation, status: number, address: string, retryAfter?: number): Message {
  const { what } = operation;
  if (status === 400) return message('The service refused the {0}.', what);
  if (status === 401) return message('The service at {0} did not accept the token. Set a new one.', address);
  if (status === 403)
    return message('The token does not permit the {0}, or the plan of its account does not cover it.', what);
  if (status === 404) return operation.notFound;
  if (status === 413) return message('The {0} is too large for the service.', what);
  if (status === 429) return tooMany(retryAfter);
  if (status >= 300 && status < 400)
    return message(
      'The service at {0} sends on to another address. The token is not sent there: correct the address.',
      address,
    );
  if (status < 500 || status === 501) return message('The service refused the {0} (status {1}).', what, status);
  return message('The service failed at the {0}. {1}', what, mayHaveHappened(operation));
}

/** Milliseconds. */
const DAY = 86_400_000;

function tooMany(retryAfter: number | undefined): Message {
  const late = retryAfter !== undefined && retryAfter > DAY;
  if (late) return message('The service has had too many requests. Try again in more than a day.');
  if (retryAfter !== undefined)
    return message('The service has had too many requests. Try again in {0}.', formatWait(retryAfter));
  return message('The service has had too many requests. Try again in a moment.');
}

/** Its own words in full: `invalid_input: name too long (name: 300 characters)`. */
function quote({ code, message: text, details }: ServiceErrorBody): Message | undefined {
  const said = [
    code && text ? `${text} [${code}]` : (text ?? code),
    details.length > 0 ? `(${details.join('; ')})` : undefined,
  ]
    .filter(Boolean)
    .join(' ');
  return said ? message('It says: {0}', said) : undefined;
}

function recoveryFor(operation: Operation, status: number): RecoveryAction {
  if (status === 401 || status === 403) return 'setToken';
  if (status === 404) return operation.notFoundAction;
  if (status >= 300 && status < 400) return 'changeAddress';
  return status >= 500 && status !== 501 ? operation.verifyWith : 'showLog';
}

function neverReached(address: string, cause: Message): Message {
  return message('No connection to {0}: {1}. Nothing was sent.', address, cause);
}

/** What matters to the person comes first: is it done? */
function brokeAfterSending({ what, nonIdempotent }: Operation, cause: Message): Message {
  if (nonIdempotent) return message('The {0} may have happened, or not: {1}. Look before you try again.', what, cause);
  return message('The {0} failed: {1}. Trying again is safe.', what, cause);
}

function mayHaveHappened({ nonIdempotent }: Operation): Message {
  return nonIdempotent
    ? message('It may have happened all the same: look before you try again.')
    : message('Trying again is safe.');
}
