import type { MiddlewareHandler } from 'hono';
import { Problem } from '../problem';
import { isSameSecret } from '../secret';

/** Every operation requires `Authorization: Bearer TOKEN`. Source: docs/service.md, "Authentication". */
export function requireToken(token: string): MiddlewareHandler {
  return async (c, next) => {
    const given = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (given === undefined || !isSameSecret(given, token)) {
      throw new Problem(401, 'unauthorized', 'missing or invalid authorization token');
    }
    await next();
  };
}
