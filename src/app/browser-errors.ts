import { CHROMIUM_VARIABLE } from '../chromium/find-chromium';
import type { BrowserFailure } from '../core/ready-message';
import { UserError } from '../core/errors';
import { message } from '../core/message';

const SETTING = 'browserSessions.chromium';

export function noBrowser(): UserError {
  return new UserError(message('No Chromium was found on this machine. {0}', remedy()), 'chooseChromium');
}

export function browserMissing(browser: string): UserError {
  return new UserError(message('There is no browser at {0}. {1}', browser, remedy()), 'chooseChromium');
}

function remedy() {
  return message(
    'Install Chromium, Chrome or Edge, or name one in the setting “{0}” or in the environment variable {1}.',
    SETTING,
    CHROMIUM_VARIABLE,
  );
}

/** The error for a browser that is there and cannot be used. */
export function browserError(failure: BrowserFailure): UserError {
  switch (failure.code) {
    case 'no-sandbox':
      return new UserError(
        message(
          '{0} did not start: this machine, or the container that it is, does not let it make its sandbox, and without one it is not run. Install Chrome, Edge or Chromium as a package of the system (on Debian together with chromium-sandbox) or allow user namespaces, or name another browser in the setting “{1}”.',
          failure.browser,
          SETTING,
        ),
        'chooseChromium',
      );
    case 'snap':
      return new UserError(
        message(
          '{0} is a snap, which may not read the folders that it would have to. Install Chrome, Edge or Chromium as a package of the system, or name another browser in the setting “{1}”.',
          failure.browser,
          SETTING,
        ),
        'chooseChromium',
      );
    case 'no-devtools':
      return new UserError(
        message(
          '{0} did not start as a browser: what it says is not what Chromium says. Name another one in the setting “{1}”.',
          failure.browser,
          SETTING,
        ),
        'chooseChromium',
      );
    case 'browser-silent':
      return new UserError(
        message(
          'Chromium did not answer within {0} seconds. Try again when the machine has less to do.',
          failure.seconds,
        ),
      );
    case 'browser-failed':
      return new UserError(
        message(
          '{0} did not start as a browser.{1} Name another one in the setting “{2}”.',
          failure.browser,
          failure.words ? message(' It says: “{0}”', failure.words) : message(''),
          SETTING,
        ),
        'chooseChromium',
      );
  }
}
