import { tellingLine } from '../../chromium/start-failure';
import type { StartFailure } from '../../core/ready-message';
import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { browserError, browserMissing, noBrowser } from '../browser-errors';
import type { Ending } from './service-process';

/** The error for what the service says of why it could not start. */
export function startError(failure: StartFailure): UserError {
  switch (failure.code) {
    case 'no-browser':
      return noBrowser();
    case 'browser-missing':
      return browserMissing(failure.browser);
    case 'port-taken':
      return new UserError(
        message(
          'The local browser service could not start: another program uses port {0} of this machine. End that program, or choose another port; 0 takes any that is free.',
          failure.port,
        ),
        'choosePort',
      );
    case 'port-forbidden':
      return new UserError(
        message(
          'The local browser service could not start: this machine does not let you use port {0}. Choose one from 1024 on; 0 takes any that is free.',
          failure.port,
        ),
        'choosePort',
      );
    case 'other':
      return new UserError(
        message('The local browser service could not start. It says: “{0}”', failure.words),
        'showLog',
      );
    case 'no-sandbox':
    case 'snap':
    case 'no-devtools':
    case 'browser-silent':
    case 'browser-failed':
      return browserError(failure);
  }
}

/** The error for a service that ended, or was ended, before it told anything. */
export function endedTooEarly(ending: Ending): UserError {
  if (ending.error)
    return new UserError(
      message(
        'The local browser service could not be started ({0}). Reload the window and try again.',
        ending.error.message,
      ),
      'showLog',
    );
  return new UserError(
    message('The local browser service ended before it was ready ({0}).{1} Try again.', how(ending), said(ending)),
    'showLog',
  );
}

/** What the person reads of a service that ended though nobody here had told it to. */
export function endedUnasked(ending: Ending): Message {
  return message(
    'The local browser service has ended ({0}), and its sessions with it.{1} Start it again to go on.',
    how(ending),
    said(ending),
  );
}

function how({ code, signal }: Ending): Message {
  return signal ? message('signal {0}', signal) : message('exit code {0}', code ?? '?');
}

function said({ lastWords }: Ending): Message {
  return lastWords ? message(' It said: “{0}”', tellingLine(lastWords)) : message('');
}
