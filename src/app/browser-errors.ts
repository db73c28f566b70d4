import { CHROMIUM_VARIABLE } from '../chromium/find-chromium';
import type { BrowserFailure } from '../core/ready-message';
import { UserError } from '../core/errors';
import { message, sentences, withTexts, type Message } from '../core/message';

const SETTING = 'browserSessions.chromium';

export function noBrowser(): UserError {
  return new UserError(
    message(
      'No browser found on this machine. Install Chromium, Chrome or Edge, or set the environment variable {0}.',
      CHROMIUM_VARIABLE,
    ),
    'chooseChromium',
  );
}

export function browserMissing(browser: string): UserError {
  return new UserError(message('No browser at {0}.', browser), 'chooseChromium');
}

/** The error for a browser that was found but cannot be used. */
export function browserError(failure: BrowserFailure): UserError {
  switch (failure.code) {
    case 'no-sandbox':
      return new UserError(
        message(
          '{0} couldn’t create its sandbox on this machine. Install Chrome, Edge or Chromium as a system package (on Debian with chromium-sandbox), allow user namespaces, or set {1}.',
          failure.browser,
          SETTING,
        ),
        'chooseChromium',
      );
    case 'snap':
      return new UserError(
        message(
          '{0} is a snap and can’t read the required folders. Install Chrome, Edge or Chromium as a system package, or set {1}.',
          failure.browser,
          SETTING,
        ),
        'chooseChromium',
      );
    case 'no-devtools':
      return new UserError(
        message('{0} didn’t start like Chromium. Set {1} to another browser.', failure.browser, SETTING),
        'chooseChromium',
      );
    case 'browser-silent':
      return new UserError(
        message(
          'Chromium didn’t respond within {0} seconds. Try again when the machine is less busy.',
          failure.seconds,
        ),
      );
    case 'browser-failed':
      return new UserError(
        sentences(
          message('{0} didn’t start as a browser. Set {1} to another one.', failure.browser, SETTING),
          failure.words ? message('It said: “{0}”', failure.words) : undefined,
        ),
        'chooseChromium',
      );
  }
}

/** The same sentence where there are no settings, but the environment. */
export function withoutSettings(text: Message): Message {
  return withTexts(text, (each) => (each === SETTING ? CHROMIUM_VARIABLE : each));
}
