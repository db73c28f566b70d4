import { tellingLine } from '../../chromium/start-failure';
import { Cancelled, raceWithAbort, throwIfCancelled, UserError } from '../../core/errors';
import { type Message, message, sentences } from '../../core/message';
import type { ReadyMessage, StartMessage, StartFailure } from '../../core/ready-message';
import { browserError, browserMissing, noBrowser } from '../browser-errors';
import { type LocalServiceOptions, ServiceProcess, type Ending } from './service-process';

/** A running local service. `session` and `pool` are those that it starts with, `pool` if it has one. */
export interface LocalService extends ReadyMessage {
  /**
   * Settles when the service has ended: with undefined if it was stopped by us, else with a Message that says why.
   * Never rejects.
   */
  readonly ended: Promise<Message | undefined>;
  /** Ends the service with its browsers; waits until it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts the local service with the same Node that runs this code, and waits until its browsers have started.
 * @throws UserError if it does not start, after it has ended. Cancelled as soon as the signal is aborted, while the
 * service is still being ended and cleaned up.
 */
export async function startLocalService(options: LocalServiceOptions, signal: AbortSignal): Promise<LocalService> {
  throwIfCancelled(signal);
  const service = new ServiceProcess(options);
  try {
    const announcement = await raceWithAbort(announced(service), signal);
    return {
      ...announcement,
      ended: service.ended.then((ending) => (ending.asked ? undefined : endedUnasked(ending))),
      stop: () => service.stop(),
    };
  } catch (error) {
    const stopping = service.stop();
    if (!(error instanceof Cancelled)) await stopping;
    throw error;
  }
}

async function announced(service: ServiceProcess): Promise<ReadyMessage> {
  const line = await Promise.race([service.firstLine, service.ended.then(() => undefined)]);
  const ready = line === undefined ? undefined : read(line);
  if (ready === undefined) {
    // The service has ended, or wrote a line that is not from our service.
    await service.stop();
    throw endedTooEarly(await service.ended);
  }
  if ('failure' in ready) throw startError(ready.failure);
  return ready;
}

/** The service is from the same build, so a JSON object has the expected shape. */
function read(line: string): StartMessage | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The error for the reason that the service gave for not starting. */
function startError(failure: StartFailure): UserError {
  switch (failure.code) {
    case 'no-browser':
      return noBrowser();
    case 'browser-missing':
      return browserMissing(failure.browser);
    case 'port-taken':
      return new UserError(
        message(
          'Couldn’t start the local browser: port {0} is in use. Stop the other program or choose another port (0 for any free one).',
          failure.port,
        ),
        'choosePort',
      );
    case 'port-forbidden':
      return new UserError(forbidden(failure.port), 'choosePort');
    case 'other':
      return new UserError(message('Couldn’t start the local browser: “{0}”', failure.words), 'showLog');
    case 'no-sandbox':
    case 'snap':
    case 'no-devtools':
    case 'browser-silent':
    case 'browser-failed':
      return browserError(failure);
  }
}

/** Ports from 1024 on need no permission, but Windows reserves ranges of them, mostly for virtual machines. */
function forbidden(port: number): Message {
  return port < 1024
    ? message(
        'Couldn’t start the local browser: no permission to use port {0}. Choose 1024 or higher (0 for any free one).',
        port,
      )
    : message(
        'Couldn’t start the local browser: port {0} is in a range that the system has reserved. Choose another one (0 for any free one).',
        port,
      );
}

/** The error for a service that ended, or was stopped, before it wrote its first line. */
function endedTooEarly(ending: Ending): UserError {
  if (ending.error)
    return new UserError(
      message('Couldn’t start the local browser ({0}). Reload the window and try again.', ending.error.message),
      'showLog',
    );
  return new UserError(
    sentences(
      message('The local browser stopped before it was ready ({0}). Try again.', howItEnded(ending)),
      details(ending),
    ),
    'showLog',
  );
}

/** The message for the user when the service ended although nothing had stopped it. */
function endedUnasked(ending: Ending): Message {
  return sentences(
    message('The local browser stopped unexpectedly ({0}). Its sessions have ended.', howItEnded(ending)),
    details(ending),
  );
}

function howItEnded({ code, signal }: Ending): Message {
  return signal ? message('signal {0}', signal) : message('exit code {0}', code ?? '?');
}

function details({ lastWords }: Ending): Message | undefined {
  return lastWords ? message('It said: “{0}”', tellingLine(lastWords)) : undefined;
}
