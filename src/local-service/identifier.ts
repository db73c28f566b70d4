import { randomInt } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * A new id of a session, a pool or an extension: 24 small letters and digits, so that it is one path segment as it
 * stands.
 */
export function newIdentifier(): string {
  return Array.from({ length: 24 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
