import type { IncomingMessage } from 'node:http';
import { badRequest } from '../problem';
import type { RequestContext } from './context';
import { Fields } from './fields';

/**
 * Passes on a body, chunk by chunk. It is read to its end even after an error: a client that is still sending would see
 * a broken connection instead of the answer.
 * @throws a 400 if it is longer than `maxBytes`, or is cut off; or the error of `take`.
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  take: (chunk: Buffer) => Promise<void> | void,
): Promise<void> {
  let size = 0;
  let failure: unknown;
  for await (const chunk of chunksOf(request)) {
    size += chunk.length;
    if (size > maxBytes) failure ??= badRequest(`the body is larger than ${maxBytes} bytes`);
    if (failure === undefined) failure = await failureOf(async () => take(chunk));
  }
  if (failure !== undefined) throw failure;
}

async function* chunksOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request as AsyncIterable<Buffer>;
  } catch {
    throw badRequest('the connection ended before the end of the body');
  }
}

async function failureOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error;
  }
}

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
