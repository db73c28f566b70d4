import type { PageContent, PageElement } from '../devtools';
import { oneLine, quoted } from './answer';

/** A line of a page, as it is shown. */
export interface ShownLine {
  /** The same for as long as the block lives that it is in. */
  readonly key: string;
  readonly text: string;
  /** What the text is made of. */
  readonly parts: readonly string[];
  readonly isInView: boolean;
}

/** UTF-16 units of a line. */
const MAX_LINE = 1000;

/** A page as lines: headings with `#`, and what can be used as `[e12 button "Add"]`. */
export function formatPage(
  { lines }: Pick<PageContent, 'lines'>,
  referenceTo: (element: PageElement) => string,
): ShownLine[] {
  const times = new Map<string, number>();
  return lines.map(({ key, parts, heading, isInView }) => {
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    const words = parts.map((part) =>
      typeof part === 'string' ? oneLine(part) : elementText(part, referenceTo(part)),
    );
    if (heading !== undefined) words.unshift('#'.repeat(Math.min(6, Math.max(1, heading))));
    const text = words.join(' ');
    // A block goes on after another one that is in it.
    return {
      key: `${key} ${time}`,
      text: text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}…` : text,
      parts: words,
      isInView,
    };
  });
}

function elementText({ role, name, states }: PageElement, ref: string): string {
  return `[${[ref, role, ...(name === '' ? [] : [quoted(name, 120)]), ...states].join(' ')}]`;
}

/** What is different between two readings of a page. */
export function changesBetween(before: readonly ShownLine[], after: readonly ShownLine[]): string[] {
  const old = new Map(before.map((line) => [line.key, line]));
  const now = new Set(after.map(({ key }) => key));
  const removed = before.filter(({ key }) => !now.has(key));
  const added = after.filter(({ key }) => !old.has(key));
  // What was only drawn again says the same as before.
  const same = new Map<string, number>();
  for (const { text } of removed) same.set(bare(text), (same.get(bare(text)) ?? 0) + 1);
  const isRedrawn = new Set<ShownLine>();
  for (const line of added) {
    const left = same.get(bare(line.text)) ?? 0;
    if (left === 0) continue;
    same.set(bare(line.text), left - 1);
    isRedrawn.add(line);
  }
  const redrawn = new Map<string, number>();
  for (const { text } of isRedrawn) redrawn.set(bare(text), (redrawn.get(bare(text)) ?? 0) + 1);
  const lines = [
    ...removed.flatMap(({ text }) => {
      const left = redrawn.get(bare(text)) ?? 0;
      if (left > 0) redrawn.set(bare(text), left - 1);
      return left > 0 ? [] : [`- ${text}`];
    }),
    ...after.flatMap((line) => {
      const earlier = old.get(line.key);
      if (!earlier) return isRedrawn.has(line) ? [] : [`+ ${line.text}`];
      return isAlike(earlier, line) ? [] : [changeOf(earlier, line)];
    }),
  ];
  if (lines.length > 0) return lines;
  // Where the focus is now is worth a line only if nothing else has changed.
  const changed = after.filter(({ key, text }) => old.get(key)?.text !== text);
  const focused = changed.flatMap(({ key, parts }) =>
    parts.filter((part) => part !== unfocused(part) && old.get(key)?.parts.includes(part) === false),
  );
  return focused.slice(0, 1);
}

/** An element without its states. */
const ELEMENT = /^\[e\d+ \S+(?: "(?:[^"\\]|\\.)*")?/;

/** A part of a line, whether it has the focus or not. */
function unfocused(part: string): string {
  const [element] = ELEMENT.exec(part) ?? [];
  return element === undefined ? part : element + part.slice(element.length).replace(/ focused(?=[ \]])/, '');
}

function isAlike({ parts: before }: ShownLine, { parts: after }: ShownLine): boolean {
  const areSame = (part: string, at: number): boolean =>
    part === after[at] || unfocused(part) === unfocused(after[at] ?? '');
  return before.length === after.length && before.every(areSame);
}

/**
 * What is different in a line: the elements as they are now, if only their states are; else the text before and after,
 * without what is the same at both ends of it. A text alone stands with what is before it.
 */
function changeOf({ parts: before }: ShownLine, { parts: after }: ShownLine): string {
  const isState = (part: string, at: number): boolean => {
    const now = after[at] ?? '';
    return part === now || (ELEMENT.test(now) && ELEMENT.exec(part)?.[0] === ELEMENT.exec(now)?.[0]);
  };
  if (before.length === after.length && before.every(isState))
    return after.filter((part, at) => unfocused(part) !== unfocused(before[at] ?? '')).join(' ');
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const old = before.slice(start, before.length - end).join(' ');
  const now = after.slice(start, after.length - end).join(' ');
  const above = start > 0 && !now.startsWith('[') ? `${after[start - 1] ?? ''} ` : '';
  return `${above}${old || 'nothing'} → ${now || 'nothing'}`;
}

/** Without the references, which are new for what was drawn again. */
function bare(text: string): string {
  return text.replaceAll(/\[e\d+ /g, '[');
}
