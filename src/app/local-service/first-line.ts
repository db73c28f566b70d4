import type { Readable } from 'node:stream';

/** Characters. A longer line is no line of the service's. */
const MAX_LENGTH = 10_000;

/**
 * The first line of a stream, undefined when it ends before that or brings no line; the rest is read and thrown away.
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
