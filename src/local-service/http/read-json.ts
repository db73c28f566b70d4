import { badRequest } from '../problem';
import type { RequestContext } from './context';
import { Fields } from './fields';

const LARGEST_BODY = 1024 * 1024;

/** Reads a JSON body that may hold the `allowed` fields and no other; no body at all is an object without fields. */
export async function readJson(c: RequestContext, allowed: readonly string[]): Promise<Fields> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of c.env.incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Read to its end all the same: a client that is still sending would see a broken connection and not the answer.
    if (size <= LARGEST_BODY) chunks.push(chunk);
  }
  if (size > LARGEST_BODY) throw badRequest(`the body is larger than ${LARGEST_BODY} bytes`);
  return new Fields(parse(Buffer.concat(chunks).toString()), allowed);
}

function parse(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('the body is not valid JSON');
  }
}
