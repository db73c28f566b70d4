import type { IncomingMessage } from 'node:http';
import { badRequest } from '../problem';

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
