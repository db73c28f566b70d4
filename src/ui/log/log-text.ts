import type { LogLine, LogPlace } from '../../app/log/follow-log';
import { logLine } from '../../core/log-line';
import { t } from '../editor/localize';

/** Lines of one message, and of its stack. */
const MAX_LINES = 30;

/** A place as it stands in the log: `src/worker.ts:12:5`. */
export function placeText({ path, line, column, source }: LogPlace, nameOf: (file: string) => string): string {
  const [name, ...at] = source ? [nameOf(source.file), source.line, source.column] : [path, line, column];
  return logLine([name, ...at].join(':'));
}

/** The lines of one entry: the first has the place and where it comes from, the others have more text and the stack. */
export function linesOf({ source, text, place, stack }: LogLine, nameOf: (file: string) => string): string[] {
  const [first = '', ...others] = text.split(/\r\n|[\r\n]/).slice(0, MAX_LINES);
  const at = place ? `${placeText(place, nameOf)} ` : '';
  return [`${at}(${sourceText(source)}) ${first}`, ...others, ...framesOf(stack, nameOf)];
}

function framesOf(stack: LogLine['stack'], nameOf: (file: string) => string): string[] {
  return stack.slice(0, MAX_LINES).flatMap(({ name, place }) => {
    const where = place && placeText(place, nameOf);
    if (name === '') return where === undefined ? [] : `at ${where}`;
    return where === undefined ? `at ${name}` : `at ${name} (${where})`;
  });
}

function sourceText(source: LogLine['source']): string {
  switch (source.kind) {
    case 'worker':
      return t('worker');
    case 'page':
      return source.path;
    case 'contentScript':
      return t('content script on {0}', source.host);
  }
}
