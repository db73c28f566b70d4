import { randomInt } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * A new ID of a session, a pool, a profile or an extension: 24 lower-case letters and digits, so that it is a path segment without
 * encoding.
 */
export function newIdentifier(): string {
  return Array.from({ length: 24 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Whether a text has the form of such an ID: it is a name of a folder then, and no way out of one. */
export function isIdentifier(text: string): boolean {
  return /^[a-z0-9]{24}$/.test(text);
}
