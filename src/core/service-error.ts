import { UserError, type RecoveryAction } from './errors';
import { message, sentences, type Message, type MessageArgument } from './message';
import { formatWait } from './format';

/** What was requested from the service, with the sentences for its errors. */
export interface Operation {
  /** `Couldn’t click in “S”.` The cause follows as a sentence of its own. */
  readonly failed: Message;
  /** The sentence for a 404. */
  readonly notFound: Message;
  /** The button that helps after a 404. */
  readonly notFoundAction: RecoveryAction;
  /** ID of the session that the operation is about, if any. */
  readonly session?: string;
  /** The button that shows whether the operation happened, if no answer came. */
  readonly verifyWith: RecoveryAction;
  /** Only for an operation that a service may not have. Source: docs/service.md, "Optional operations". */
  readonly notOffered?: Lacking;
  /** Only for an operation that must not happen twice: a click, an upload, a release. */
  readonly uncertain?: UncertainOutcome;
}

/** The sentences for an operation that may or may not have happened. */
export interface UncertainOutcome {
  /** No answer came. The cause follows as a sentence of its own. */
  readonly noAnswer: Message;
  /** The service answered that it failed. */
  readonly serviceFailed: Message;
  /** What may have happened, and what to look at before it is done again. */
  readonly check: Message;
}

/** Why a request did not get through, named after what the user can correct. */
export type NetworkFault = 'address' | 'proxy' | 'network';

/** The service's description of an error. Source: docs/service.md, "Errors": the browser image sends only `message`. */
export interface ServiceErrorBody {
  readonly code?: string;
  readonly message?: string;
  readonly details: readonly string[];
}

/** The service answered with an error status. */
export class ServiceError extends UserError {
  override readonly name = 'ServiceError';
  readonly code: string | undefined;

  constructor(
    readonly operation: Operation,
    readonly status: number,
    readonly body: ServiceErrorBody,
    address: string,
    /** Milliseconds after which the service accepts the request again (`Retry-After`). */
    readonly retryAfter?: number,
  ) {
    super(
      reason(operation, status, body, address, retryAfter),
      recoveryFor(operation, status),
      isServerError(status) && !isAskedToRetry({ status, retryAfter }) && operation.uncertain ? 'warning' : 'error',
    );
    this.code = body.code;
  }
}

/** No complete answer came: the connection failed or was closed. */
export class ConnectionError extends UserError {
  override readonly name = 'ConnectionError';

  /** Whether a byte of the request may have been sent. If so, the operation may have happened. */
  readonly sent: boolean;
  /** Whether another attempt is likely to succeed in a moment. */
  readonly transient: boolean;

  constructor(
    readonly operation: Operation,
    address: MessageArgument,
    /** Why, as a sentence: `Connection refused.` */
    readonly why: Message,
    { sent, transient, fault }: { readonly sent: boolean; readonly transient: boolean; readonly fault: NetworkFault },
  ) {
    super(
      sent
        ? noAnswer(operation, why)
        : sentences(message('Couldn’t reach {0}.', address), why, message('Nothing was sent.')),
      sent && (operation.uncertain || fault !== 'address') ? operation.verifyWith : RECOVERY[fault],
      sent && operation.uncertain ? 'warning' : 'error',
    );
    this.sent = sent;
    this.transient = transient;
  }
}

const RECOVERY: Readonly<Record<NetworkFault, RecoveryAction>> = {
  address: 'changeAddress',
  proxy: 'openProxySettings',
  network: 'showLog',
};

/** What a service may not have. */
export interface Lacking {
  /** A name, such as `endSession`: by it is remembered that a service does not have it. */
  readonly ability: string;
  /** `This service doesn’t end sessions on request.` */
  readonly text: Message;
  /** The button that helps; by default the log. */
  readonly recovery?: RecoveryAction;
}

/** The service does not have an operation. Nothing happened. */
export class NotOffered extends UserError {
  override readonly name = 'NotOffered';
  readonly ability: string;

  constructor({ ability, text, recovery = 'showLog' }: Lacking) {
    super(text, recovery);
    this.ability = ability;
  }
}

/** The error for a 404 that is not about the item, but about the operation. */
export function asNotOffered(error: ServiceError): UserError {
  const { notOffered } = error.operation;
  return notOffered ? new NotOffered(notOffered) : error;
}

/** True if the service answered that something does not exist (404). */
export function isNotFound(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status === 404;
}

/** True if the service answered that the token does not permit the operation (403). */
export function isForbidden(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 403;
}

/** True if the service answered that something else has the name already (409). */
export function isConflict(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 409;
}

/**
 * Statuses, besides 404, with which a service answers an operation that it does not have. Source: docs/service.md,
 * "Optional operations".
 */
const NOT_OFFERED = new Set([405, 501]);

/** True if the service answered that it does not have the operation (405, 501). */
export function isNotOffered(error: unknown): error is ServiceError {
  return error instanceof ServiceError && NOT_OFFERED.has(error.status);
}

function isServerError(status: number): boolean {
  return status >= 500 && status !== 501;
}

/** Whether the service did nothing and asks the client to try again later. Source: docs/service.md, "Errors". */
export function isAskedToRetry({ status, retryAfter }: Pick<ServiceError, 'status' | 'retryAfter'>): boolean {
  return status === 429 || (status === 503 && retryAfter !== undefined);
}

/**
 * Quotes the service's message where it adds something. For a 401 or a 404, our sentence about the operation is
 * clearer.
 */
function reason(
  operation: Operation,
  status: number,
  body: ServiceErrorBody,
  address: string,
  retryAfter?: number,
): Message {
  const { failed, uncertain } = operation;
  const details = detailsOf(body);
  if (status === 401) return sentences(failed, message('“{0}” rejected the token.', address));
  if (status === 403)
    return sentences(failed, message('The token lacks permission, or the account’s plan doesn’t include this.'));
  if (status === 404) return operation.notFound;
  if (status === 413) return sentences(failed, message('The request is too large for the service.'));
  if (status === 429) return tooMany(retryAfter);
  if (status === 503 && retryAfter !== undefined)
    return message('Service busy. Try again in {0}.', formatWait(retryAfter));
  if (status >= 300 && status < 400)
    return message('“{0}” redirects to another address. The token wasn’t sent there. Correct the address.', address);
  if (!isServerError(status))
    return sentences(failed, details ?? message('The service rejected the request ({0}).', status));
  return uncertain
    ? sentences(uncertain.serviceFailed, uncertain.check, details)
    : sentences(failed, message('The service failed ({0}).', status), message('You can try again.'), details);
}

/** Milliseconds. */
const DAY = 86_400_000;

function tooMany(retryAfter: number | undefined): Message {
  const late = retryAfter !== undefined && retryAfter > DAY;
  if (late) return message('Too many requests. Try again in more than a day.');
  if (retryAfter !== undefined) return message('Too many requests. Try again in {0}.', formatWait(retryAfter));
  return message('Too many requests. Try again in a moment.');
}

/** In quotation marks, because the words are not ours: `The service says: “name too long (name: 300 characters)”`. */
function detailsOf({ code, message: said, details }: ServiceErrorBody): Message | undefined {
  const text = [said ?? code, details.length > 0 ? `(${details.join('; ')})` : undefined].filter(Boolean).join(' ');
  return text ? message('The service says: “{0}”', text) : undefined;
}

function recoveryFor(operation: Operation, status: number): RecoveryAction {
  if (status === 401 || status === 403) return 'setToken';
  if (status === 404) return operation.notFoundAction;
  if (status >= 300 && status < 400) return 'changeAddress';
  return isServerError(status) ? operation.verifyWith : 'showLog';
}

function noAnswer({ failed, uncertain }: Operation, cause: Message): Message {
  return uncertain
    ? sentences(uncertain.noAnswer, cause, uncertain.check)
    : sentences(failed, cause, message('You can try again.'));
}
