import type { Message } from '../../core/message';
import { SECRET_KINDS, type SecretKind } from './secret-kinds';

/** A secret in a text; `index` is its first character. */
export interface Match {
  readonly index: number;
  readonly kind: Message;
  /** Only for its fingerprint. */
  readonly value: string;
}

/** Characters before a match that a rule may check. */
const BEFORE = 1000;

/**
 * Compiles all kinds into one regular expression, so that a text is scanned once. The returned function finds the
 * secrets that begin at `from` or after it, and before `to`.
 */
export function secretSearch(): (text: string, from: number, to: number) => Match[] {
  const patterns = [...new Set(SECRET_KINDS.map(({ pattern }) => pattern))];
  const kinds = patterns.map((pattern) => SECRET_KINDS.filter((kind) => kind.pattern === pattern));
  const expression = new RegExp(patterns.map((pattern) => `(${pattern})`).join('|'), 'g');
  return (text, from, to) => {
    const found: Match[] = [];
    expression.lastIndex = from;
    for (let match = expression.exec(text); match && match.index < to; match = expression.exec(text)) {
      const { index, 0: whole } = match;
      const before = text.slice(Math.max(0, index - BEFORE), index);
      const kind = kinds[match.indexOf(whole, 1) - 1]?.find((each) => accepts(each, whole, before));
      if (kind) found.push({ index, kind: kind.kind, value: whole });
      expression.lastIndex = kind ? index + whole.length : index + 1;
    }
    return found;
  };
}

function accepts(kind: SecretKind, whole: string, before: string): boolean {
  return (kind.withinWord ?? !endsInWord(before, whole)) && kind.accepts(whole, before);
}

/**
 * Whether a match is the end of a longer word. In program text, the `n` of an escape such as `\n` is not part of a
 * word.
 */
function endsInWord(before: string, match: string): boolean {
  const end = before.slice(-2);
  return /^\w/.test(match) && /[A-Za-z0-9]$/.test(end) && !/\\[nrt]$/.test(end);
}
