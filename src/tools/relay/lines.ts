import type { Socket } from 'node:net';
import { parseJson } from '../../core/json';

/** Bytes of a line. The first one is read before the secret is known to be right. */
export const MAX_FIRST_LINE = 4096;
export const MAX_CALL_LINE = 1_000_000;
/** A screenshot has a long side of 1,568 pixels. */
export const MAX_ANSWER_LINE = 32_000_000;

/** Sends a value as one line of JSON. */
export function sendLine(socket: Socket, value: object): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(value)}\n`);
}

/**
 * The values that come as lines of JSON, until the socket is closed, by whichever side. It is also closed at a line that
 * is too long.
 * @param max bytes of the line that comes next.
 */
export async function* linesOf(socket: Socket, max: () => number): AsyncGenerator {
  let started: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunksOf(socket)) {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, from)) {
      if (length + end - from > max()) return;
      const line = Buffer.concat([...started, chunk.subarray(from, end)]).toString('utf8');
      [started, length, from] = [[], 0, end + 1];
      yield parseJson(line);
    }
    started.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > max()) return;
  }
}

/** A broken connection has ended, as a closed one has. */
async function* chunksOf(socket: Socket): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of socket) yield Buffer.from(chunk);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}
