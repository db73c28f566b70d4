import type { IncomingMessage } from 'node:http';
import { badRequest } from '../problem';
import type { RequestContext } from './context';
import { Fields } from './fields';
import { readBody } from './read-body';

const MAX_BODY_BYTES = 1024 * 1024;

/** Reads a JSON body that may contain only the `allowed` fields; an empty body is an object without fields. */
export async function readJson(c: RequestContext, allowed: readonly string[]): Promise<Fields> {
  return new Fields(parse(await readText(c.env.incoming)), allowed);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  await readBody(request, MAX_BODY_BYTES, (chunk) => void chunks.push(chunk));
  return Buffer.concat(chunks).toString();
}

function parse(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('the body is not valid JSON');
  }
}
