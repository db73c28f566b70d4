import { diagnose, NetworkFailure } from '../../api/network';
import { Cancelled, UserError } from '../../core/errors';
import { message, sentences } from '../../core/message';
import { ConnectionError, ServiceError, type Operation } from '../../core/service-error';
import { TargetGone } from '../../chromium/failures';
import { DevToolsFailure, NotReachable, ProtocolError } from '../../devtools';

const NO_ANSWER = message('The browser didn’t respond.');

/**
 * Does an operation of a client over DevTools, with the errors that a service has for it.
 * @param address as it may be shown.
 * @throws UserError, or Cancelled.
 */
export async function asOperation<T>(
  operation: Operation,
  address: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    throw error instanceof DevToolsFailure || error instanceof Cancelled ? failureOf(operation, address, error) : error;
  }
}

function failureOf(operation: Operation, address: string, error: DevToolsFailure | Cancelled): UserError {
  if (error instanceof NotReachable) return unreachable(operation, address, error);
  const { failed } = operation;
  if (error instanceof ProtocolError)
    return new UserError(sentences(failed, message('The browser says: “{0}”', error.message)), 'showLog');
  if (error instanceof TargetGone)
    return new UserError(sentences(failed, message('The page closed meanwhile.')), operation.verifyWith);
  const options = { sent: true, transient: false, fault: 'network' } as const;
  return new ConnectionError(operation, address, NO_ANSWER, options);
}

function unreachable(operation: Operation, address: string, { cause, status }: NotReachable): UserError {
  const shown = message('“{0}”', address);
  if (status === undefined) {
    const { why, fault } = cause instanceof NetworkFailure ? cause : diagnose(cause, false);
    return new ConnectionError(operation, shown, why, { sent: false, transient: false, fault });
  }
  if (status === 401 || status === 403) return new ServiceError(operation, status, { details: [] }, address);
  if (status === 404)
    return new UserError(
      message('“{0}” has no such browser. An address with an ID is valid until its browser ends.', address),
      'changeAddress',
    );
  return new UserError(
    message('“{0}” answered {1} instead of opening a DevTools connection.', address, status),
    'changeAddress',
  );
}
