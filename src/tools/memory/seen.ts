import { folded, type ElementName } from '../../core/element-name';
import type { Condition } from '../../core/conditions';
import { oneLine } from '../../core/one-line';
import type { PageContent, PageLine } from '../../devtools';

/** UTF-16 units of a text that is worth to be expected. */
const MIN_TEXT = 2;
const MAX_TEXT = 150;
/** A time, a date, a long number or an ID, and what is said of time: it is another one the next time. */
const VOLATILE =
  /\d{1,2}:\d{2}|\d{4,}|\d[-/.]\d{1,2}[-/.]\d|[\da-f]{8,}|\b(?:ago|now|today|yesterday|tomorrow|loading|seconds?|minutes?)\b/i;

/**
 * What a page shows now and did not before, as something that can be expected: one line, the first heading if there is
 * one. What is different each time is none, nor what is in a frame of another origin.
 * @param before undefined: another page, or none, was there.
 */
export function seenSince(before: PageContent | undefined, now: PageContent): Condition | undefined {
  const old = new Set(before?.lines.map(wordsOf));
  const lines = now.lines.filter(
    (line) => line.origin === undefined && line.isInView && !old.has(wordsOf(line)) && isLasting(wordsOf(line)),
  );
  const best = lines.find(({ heading }) => heading !== undefined) ?? lines[0];
  return best && conditionOf(best);
}

/** The first line with a text that somebody has looked for. */
export function seenWith(find: string, { lines }: PageContent): Condition | undefined {
  const wanted = folded(find).toLowerCase();
  const line = lines.find((each) => each.origin === undefined && wordsOf(each).toLowerCase().includes(wanted));
  if (!line || wanted === '') return undefined;
  const only = conditionOf(line);
  if (isLasting(wordsOf(line))) return only;
  // In a line that changes, the part that was looked for may not.
  const at = wordsOf(line).toLowerCase().indexOf(wanted);
  const text = wordsOf(line).slice(at, at + wanted.length);
  return isLasting(text) ? { kind: 'text', text } : undefined;
}

function conditionOf(line: PageLine): Condition {
  const [first, ...others] = line.parts;
  if (line.heading !== undefined) return visible({ role: 'heading', name: wordsOf(line) });
  if (first !== undefined && typeof first !== 'string' && others.length === 0)
    return visible({ role: first.role, name: folded(first.name) });
  return { kind: 'text', text: wordsOf(line) };
}

function visible(target: ElementName): Condition {
  return { kind: 'visible', target };
}

/** As `expect` reads it. */
function wordsOf({ parts }: PageLine): string {
  return folded(parts.map((part) => (typeof part === 'string' ? part : part.name)).join(' '));
}

function isLasting(text: string): boolean {
  // What is not seen, or turns the direction of a text, is nothing that a person should have to read in a file.
  return text.length >= MIN_TEXT && text.length <= MAX_TEXT && !VOLATILE.test(text) && folded(oneLine(text)) === text;
}
