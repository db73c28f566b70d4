import type { BrowserFailure } from '../core/ready-message';
import { DevToolsFailure, NoAnswer } from '../core/devtools-failure';
import { messageOf } from '../core/errors';
import { NotDevTools, NotStarted } from './failures';

/** Characters of a browser's message that are shown in a sentence. */
const MAX_WORDS = 300;

/**
 * What Chromium 150 writes, before it exits, if it may neither create a namespace nor use its setuid helper. The
 * sandbox is disabled only for root, who cannot have one; never for other users, who may not know what that means.
 */
const NO_SANDBOX = /No usable sandbox!|SUID sandbox helper binary|without --no-sandbox is not supported/;

/**
 * A snap has its own temporary folder and cannot see ours, and does not accept a HOME elsewhere. The texts are those of
 * `snap run`.
 */
const SNAP = /home directories outside of \/home|cannot create user data directory|snap-confine/;

/** Why a browser could not be used, given the error when it was started; undefined if the error has another cause. */
export function browserFailure(browser: string, error: unknown): BrowserFailure | undefined {
  const cause = error instanceof NotStarted ? error.cause : error;
  if (cause instanceof NoAnswer) return { code: 'browser-silent', seconds: cause.milliseconds / 1000 };
  if (cause instanceof NotDevTools) return { code: 'no-devtools', browser };
  if (!(error instanceof DevToolsFailure)) return undefined;
  const words = error instanceof NotStarted ? error.lastWords : messageOf(error);
  if (NO_SANDBOX.test(words)) return { code: 'no-sandbox', browser };
  if (browser.startsWith('/snap/') || SNAP.test(words)) return { code: 'snap', browser };
  return { code: 'browser-failed', browser, words: tellingLine(words) };
}

/**
 * The most informative line: the one with Chromium's fatal error or Node's error, else the last. The process, the time
 * and the source file at its beginning are removed, because they do not help the user.
 */
export function tellingLine(words: string): string {
  const lines = words
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const line = lines.find((each) => /:FATAL:|^\w*Error\b.*:/.test(each)) ?? lines.at(-1) ?? '';
  return line.replace(/^\[[\d:/.]+:[A-Z]+:[^\]]*\] */, '').slice(0, MAX_WORDS);
}
