import type { IncomingMessage } from 'node:http';
import { badRequest } from '../problem';

/**
 * Hands on a body, chunk by chunk.
 * @throws a 400 when it is longer than `maxBytes`, or breaks off; or what `take` throws. It is read to its end all the
 * same: a client that is still sending would see a broken connection and not the answer.
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
