import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Bytes; enough that it cannot be guessed. */
const SECRET_BYTES = 32;

/** A new secret, which can be used as a path segment. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Digests have the same length, so that the time of the comparison reveals nothing. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
