import type { Message } from '../../core/message';
import { SECRET_KINDS, type SecretKind } from './secret-kinds';

/** A secret in a text: where it begins, in characters. */
export interface Match {
  readonly index: number;
  readonly kind: Message;
  /** For its fingerprint, and for nothing else. */
  readonly value: string;
}

/** How much of the text in front of a match a rule looks at. */
const BEFORE = 1000;

/**
 * Compiles all kinds to one expression, so that a text is passed once. The function it gives finds what begins at
 * `from` or behind it, and before `to`.
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

/** Whether a match is the rest of a longer word, where `\n` in the text of a program is no letter. */
function endsInWord(before: string, match: string): boolean {
  const end = before.slice(-2);
  return /^\w/.test(match) && /[A-Za-z0-9]$/.test(end) && !/\\[nrt]$/.test(end);
}
