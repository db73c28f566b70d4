import { message, type Message } from '../../core/message';
import type { LogLine, LogPlace } from './follow-log';

/** Lines of one message, and of its stack. */
const MAX_LINES = 30;

/** How texts stand where a log is shown. */
export interface LogTextOptions {
  /** The name of a file of this machine. */
  readonly nameOf: (file: string) => string;
  readonly localize: (text: Message) => string;
}

/**
 * An entry of a log as text, which comes from outside: the first line has the place and where it comes from, the others
 * have more text and the stack.
 */
export function logTexts(
  { source, text, place, stack }: LogLine,
  { nameOf, localize }: LogTextOptions,
): readonly [first: string, ...others: string[]] {
  const [first = '', ...others] = text.split(/\r\n|[\r\n]/).slice(0, MAX_LINES);
  const at = place ? `${placeText(place, nameOf)} ` : '';
  const frames = stack.slice(0, MAX_LINES).flatMap((frame) => {
    const where = frame.place && placeText(frame.place, nameOf);
    if (frame.name === '') return where === undefined ? [] : `at ${where}`;
    return where === undefined ? `at ${frame.name}` : `at ${frame.name} (${where})`;
  });
  return [`${at}(${sourceText(source, localize)}) ${first}`, ...others, ...frames];
}

/** A place as it stands in a log: `src/worker.ts:12:5`. */
export function placeText({ path, line, column, source }: LogPlace, nameOf: LogTextOptions['nameOf']): string {
  return source ? `${nameOf(source.file)}:${source.line}:${source.column}` : `${path}:${line}:${column}`;
}

/** What of an extension has said something. */
export function sourceText(source: LogLine['source'], localize: LogTextOptions['localize']): string {
  switch (source.kind) {
    case 'worker':
      return localize(message('worker'));
    case 'page':
      return source.path;
    case 'contentScript':
      return localize(message('content script on {0}', source.host));
  }
}
