import { DevToolsFailure, NoAnswer } from '../core/devtools-failure';
import { Cancelled } from '../core/errors';
import { ConnectionError, ServiceError } from '../core/service-error';

/** The address could not be opened. It is not part of the text, because it holds a secret. */
export class NotReachable extends DevToolsFailure {
  override readonly name = 'NotReachable';

  constructor(
    cause: unknown,
    /** Status of an HTTP answer that was not an upgrade. */
    readonly status?: number,
  ) {
    super(
      status === undefined ? 'the DevTools address could not be opened' : `the DevTools address answered ${status}`,
      {
        cause,
      },
    );
  }
}

/** There was no answer in time. */
export function lateAnswer(): NotReachable {
  return new NotReachable(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }));
}

/** The connection has ended: the browser restarted, the network broke, or the connection was not needed any more. */
export class ConnectionClosed extends DevToolsFailure {
  override readonly name = 'ConnectionClosed';

  constructor() {
    super('the DevTools connection was closed');
  }
}

/**
 * For work that nobody waits for: what it is about may end meanwhile, and so may the work.
 * @throws what is a mistake of ours.
 */
export function ignoreFailure(error: unknown): void {
  if (!(error instanceof DevToolsFailure || error instanceof Cancelled)) throw error;
}

/**
 * Whether the same may succeed later: the browser restarts or is too busy to answer, or the service or the network is
 * out of order for a moment. A refusal is one for good.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof NotReachable || error instanceof ServiceError) return isOutage(error.status);
  return error instanceof ConnectionClosed || error instanceof NoAnswer || error instanceof ConnectionError;
}

/** @param status of an answer; undefined if there was none. A service answers 501 for what it does not have. */
function isOutage(status = 500): boolean {
  return status >= 500 && status !== 501;
}
