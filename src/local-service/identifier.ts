import { randomInt } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * A new ID of a session, a pool or an extension: 24 lower-case letters and digits, so that it is a path segment without
 * encoding.
 */
export function newIdentifier(): string {
  return Array.from({ length: 24 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
