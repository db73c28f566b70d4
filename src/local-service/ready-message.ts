import type { ReadyMessage, StartMessage, StartFailure } from '../core/ready-message';

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
  pool      ${pool}

Ctrl+C ends it, with its browsers and their files.`;
}
