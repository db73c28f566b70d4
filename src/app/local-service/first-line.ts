import type { Readable } from 'node:stream';

/** Characters. The service never writes a longer line. */
const MAX_LENGTH = 10_000;

/**
 * The first line of a stream; undefined if the stream ends first or the line is too long. The rest is read and
 * discarded.
 */
export function firstLine(stream: Readable): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = '';
    const take = (chunk: string): void => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end !== -1) settle(text.slice(0, end));
      else if (text.length > MAX_LENGTH) settle(undefined);
    };
    const settle = (line: string | undefined): void => {
      stream.off('data', take).resume();
      resolve(line);
    };
    stream.setEncoding('utf8').on('data', take);
    for (const end of ['end', 'error', 'close']) stream.once(end, () => resolve(undefined));
  });
}
