import { tellingLine } from '../../chromium/start-failure';
import type { StartFailure } from '../../core/ready-message';
import { UserError } from '../../core/errors';
import { message, sentences, type Message } from '../../core/message';
import { browserError, browserMissing, noBrowser } from '../browser-errors';
import type { Ending } from './service-process';

/** The error for the reason that the service gave for not starting. */
export function startError(failure: StartFailure): UserError {
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
export function endedTooEarly(ending: Ending): UserError {
  if (ending.error)
    return new UserError(
      message('Couldn’t start the local browser ({0}). Reload the window and try again.', ending.error.message),
      'showLog',
    );
  return new UserError(
    sentences(message('The local browser stopped before it was ready ({0}). Try again.', how(ending)), details(ending)),
    'showLog',
  );
}

/** The message for the user when the service ended although nothing had stopped it. */
export function endedUnasked(ending: Ending): Message {
  return sentences(
    message('The local browser stopped unexpectedly ({0}). Its sessions have ended.', how(ending)),
    details(ending),
  );
}

function how({ code, signal }: Ending): Message {
  return signal ? message('signal {0}', signal) : message('exit code {0}', code ?? '?');
}

function details({ lastWords }: Ending): Message | undefined {
  return lastWords ? message('Details: “{0}”', tellingLine(lastWords)) : undefined;
}
