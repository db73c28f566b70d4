import { CHROMIUM_VARIABLE } from '../chromium/find-chromium';
import { browserFailure, tellingLine } from '../chromium/start-failure';
import type { StartFailure, ReadyMessage, StartMessage } from '../core/ready-message';
import { codeOf, messageOf } from '../core/errors';

/**
 * Something on this machine has to change before the service can run. The message says what to a person, `failure` to a
 * program.
 */
export class NotReady extends Error {
  constructor(
    readonly failure: StartFailure,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

export function noBrowser(): NotReady {
  const words = `No Chromium or Chrome was found. Install one ("sudo apt install chromium"), or set ${CHROMIUM_VARIABLE} to the path of its program.`;
  return new NotReady({ code: 'no-browser' }, words);
}

export function browserMissing(browser: string): NotReady {
  return new NotReady(
    { code: 'browser-missing', browser },
    `No browser at ${browser}. Set ${CHROMIUM_VARIABLE} to the path of a Chromium or Chrome.`,
  );
}

/** The error for an exception that was thrown while the service started. */
export function notStarted(browser: string, port: number, error: unknown): NotReady {
  if (codeOf(error) === 'EADDRINUSE')
    return new NotReady(
      { code: 'port-taken', port },
      `Port ${port} is in use. Leave --port out to get a free one.`,
      error,
    );
  return new NotReady(failureOf(browser, port, error), `The service could not start: ${messageOf(error)}`, error);
}

function failureOf(browser: string, port: number, error: unknown): StartFailure {
  const isListening = error instanceof Error && 'syscall' in error && error.syscall === 'listen';
  if (isListening && codeOf(error) === 'EACCES') return { code: 'port-forbidden', port };
  return browserFailure(browser, error) ?? { code: 'other', words: tellingLine(messageOf(error)) };
}

/** The first line on standard output, for a program. */
export function announceAsJson({ url, token, session, pool }: ReadyMessage): string {
  return asLine({ url, token, session, pool });
}

/** The first line if the service could not start. */
export function failureAsJson(failure: StartFailure): string {
  return asLine({ failure });
}

function asLine(line: StartMessage): string {
  return JSON.stringify(line);
}

/** The address and the token, for a person. */
export function announceAsText({ url, token, session, pool }: ReadyMessage): string {
  return `The local service is running.

  address   ${url}
  token     ${token}
  session   ${session}
${pool === undefined ? '' : `  pool      ${pool}\n`}
Ctrl+C ends it, with its browsers and their files.`;
}
