import type { IncomingMessage } from 'node:http';
import { badRequest } from '../problem';
import type { RequestContext } from './context';
import { Fields } from './fields';

const MAX_BODY_BYTES = 1024 * 1024;

/** Reads a JSON body that may contain only the `allowed` fields; an empty body is an object without fields. */
export async function readJson(c: RequestContext, allowed: readonly string[]): Promise<Fields> {
  return new Fields(parse(await readText(c.env.incoming)), allowed);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      // Read to the end even if it is too large: a client that is still sending would see a broken connection instead
      // of the answer.
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    }
  } catch {
    throw badRequest('the connection ended before the end of the body');
  }
  if (size > MAX_BODY_BYTES) throw badRequest(`the body is larger than ${MAX_BODY_BYTES} bytes`);
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
