import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Bytes: nobody guesses one. */
const SECRET_BYTES = 32;

/** A new secret, which is one path segment as it stands. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Digests have one length, so that the comparison tells nothing by the time it takes. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
