import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { Problem } from '../problem';

/** Every operation requires `Authorization: Bearer TOKEN`. Source: docs/service.md, "Authentication". */
export function requireToken(token: string): MiddlewareHandler {
  const expected = digest(token);
  return async (c, next) => {
    const given = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    // Digests have the same length, so that the time of the comparison reveals nothing.
    if (given === undefined || !timingSafeEqual(digest(given), expected)) {
      throw new Problem(401, 'unauthorized', 'missing or invalid authorization token');
    }
    await next();
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
