import { badRequest } from '../problem';
import type { RequestContext } from './context';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

/** Answers with one page of a list: an array as the body; the headers say whether and where the list continues. */
export function respondWithPage(c: RequestContext, rows: readonly object[]): Response {
  const limit = readNumber(c, 'limit', DEFAULT_LIMIT, 1, MAX_LIMIT);
  const offset = readNumber(c, 'offset', 0, 0, Number.MAX_SAFE_INTEGER);
  const end = offset + limit;
  const hasMore = end < rows.length;
  c.header('X-Has-More', String(hasMore));
  if (hasMore) c.header('X-Next-Offset', String(end));
  return c.json(rows.slice(offset, end));
}

function readNumber(c: RequestContext, name: string, fallback: number, min: number, max: number): number {
  const text = c.req.query(name);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw badRequest(`${name} must be an integer from ${min} to ${max}`);
  return value;
}
