import type { RunningService } from './service';

/** The first line on standard output for a program. */
export function announceAsJson({ url, token, session, pool }: RunningService): string {
  return JSON.stringify({ url, token, session, pool });
}

/** The same for a person. */
export function announceAsText({ url, token, session, pool }: RunningService): string {
  return `The local service is running.

  address   ${url}
  token     ${token}
  session   ${session}
  pool      ${pool}

Ctrl+C ends it, with its browsers and their files.`;
}
