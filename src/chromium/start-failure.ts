import type { BrowserFailure } from '../core/ready-message';
import { messageOf } from '../core/errors';
import { DevToolsFailure, NoAnswer, NotDevTools, NotStarted } from './failures';

/** Characters of a browser's own words that a sentence bears. */
const MAX_WORDS = 300;

/**
 * What Chromium 150 says, and ends, where it may neither make a namespace nor use its setuid helper. It is started
 * without its sandbox for root only, who can have none; never for anybody else, who may not know what that means.
 */
const NO_SANDBOX = /No usable sandbox!|SUID sandbox helper binary|without --no-sandbox is not supported/;

/**
 * A snap sees its own temporary folder and not ours, and bears no HOME elsewhere. The words are those of `snap run`.
 */
const SNAP = /home directories outside of \/home|cannot create user data directory|snap-confine/;

/**
 * Why a browser could not be used, from what was thrown when it was started; undefined when that is about something
 * else.
 */
export function browserFailure(browser: string, error: unknown): BrowserFailure | undefined {
  const cause = error instanceof NotStarted ? error.cause : error;
  if (cause instanceof NoAnswer) return { code: 'browser-silent', seconds: cause.patience / 1000 };
  if (cause instanceof NotDevTools) return { code: 'no-devtools', browser };
  if (!(error instanceof DevToolsFailure)) return undefined;
  const words = error instanceof NotStarted ? error.lastWords : messageOf(error);
  if (NO_SANDBOX.test(words)) return { code: 'no-sandbox', browser };
  if (browser.startsWith('/snap/') || SNAP.test(words)) return { code: 'snap', browser };
  return { code: 'browser-failed', browser, words: tellingLine(words) };
}

/**
 * The line that tells most: the one that Chromium ended with, or Node, else the last. The process, the time and the
 * source file that Chromium begins it with tell a person nothing.
 */
export function tellingLine(words: string): string {
  const lines = words
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const line = lines.find((each) => /:FATAL:|^\w*Error\b.*:/.test(each)) ?? lines.at(-1) ?? '';
  return line.replace(/^\[[\d:/.]+:[A-Z]+:[^\]]*\] */, '').slice(0, MAX_WORDS);
}
