import { oneLine, quoted } from '../../core/one-line';
import type { PageContent, PageElement } from '../../devtools';

/** A line of a page, as it is shown. */
export interface ShownLine {
  /** The same for as long as the block lives that it is in. */
  readonly key: string;
  readonly text: string;
  /** What the text is made of. */
  readonly parts: readonly string[];
  readonly isInView: boolean;
  /** The origin of the frame that it is in; undefined if that is the page's own. */
  readonly origin: string | undefined;
}

/** UTF-16 units of a line. */
const MAX_LINE = 1000;

/** What only we write: references, and the lines around what is in a frame of another origin. */
const OURS = /\[(?=\s*(?:e\d|(?:end\s+of\s+)?frame\b|$))/gi;

/** A text of a page, in which nothing looks like ours. */
function textOfPage(text: string): string {
  return oneLine(text).replaceAll(OURS, String.raw`\[`);
}

/** Lines with others around those that are in frames of other origins. */
export function withFrames(lines: readonly Pick<ShownLine, 'text' | 'origin'>[]): string[] {
  let around: string | undefined;
  const shown = lines.flatMap(({ text, origin }) => {
    const isSame = origin === around;
    around = origin;
    return isSame ? [text] : [origin === undefined ? END : `[frame ${oneLine(origin)}]`, text];
  });
  return around === undefined ? shown : [...shown, END];
}

const END = '[end of frame]';

/** A page as lines: headings with `#`, and what can be used as `[e12 button "Add"]`. */
export function formatPage(
  { lines }: Pick<PageContent, 'lines'>,
  referenceTo: (element: PageElement) => string,
): ShownLine[] {
  const times = new Map<string, number>();
  return lines.map(({ key, parts, heading, isInView, origin }) => {
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    const words = parts.map((part) =>
      typeof part === 'string' ? textOfPage(part) : elementText(part, referenceTo(part)),
    );
    if (heading !== undefined) words.unshift('#'.repeat(Math.min(6, Math.max(1, heading))));
    const text = words.join(' ');
    // A block goes on after another one that is in it.
    return {
      // A frame may have another document now, whose nodes have the same numbers.
      key: `${key} ${time} ${origin ?? ''}`,
      text: text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}…` : text,
      parts: words,
      isInView,
      origin,
    };
  });
}

function elementText({ role, name, states }: PageElement, ref: string): string {
  return `[${[ref, role, ...(name === '' ? [] : [quoted(name, 120)]), ...states].join(' ')}]`;
}

/** A page that fits is shown in its order; of a longer one, what is in view comes first, and then what follows it. */
export function orderedByView(lines: readonly ShownLine[]): string[] {
  const first = lines.findIndex(({ isInView }) => isInView);
  const length = lines.reduce((sum, { text }) => sum + text.length + 1, 0);
  const ordered = length < 7000 || first <= 0 ? lines : [...lines.slice(first), ...lines.slice(0, first)];
  return withFrames(ordered);
}

/** What is different between two readings of a page, with the frames that it is in. */
export function changesBetween(before: readonly ShownLine[], after: readonly ShownLine[]): string[] {
  const old = new Map(before.map((line) => [line.key, line]));
  const now = new Set(after.map(({ key }) => key));
  const removed = before.filter(({ key }) => !now.has(key));
  const added = after.filter(({ key }) => !old.has(key));
  // What was only drawn again says the same as before.
  const same = new Map<string, number>();
  for (const line of removed) same.set(bare(line), (same.get(bare(line)) ?? 0) + 1);
  const isRedrawn = new Set<ShownLine>();
  for (const line of added) {
    const left = same.get(bare(line)) ?? 0;
    if (left === 0) continue;
    same.set(bare(line), left - 1);
    isRedrawn.add(line);
  }
  const redrawn = new Map<string, number>();
  for (const line of isRedrawn) redrawn.set(bare(line), (redrawn.get(bare(line)) ?? 0) + 1);
  const lines = [
    ...removed.flatMap((line) => {
      const left = redrawn.get(bare(line)) ?? 0;
      if (left > 0) redrawn.set(bare(line), left - 1);
      return left > 0 ? [] : [{ ...line, text: `- ${line.text}` }];
    }),
    ...after.flatMap((line) => {
      const { text, origin } = line;
      const earlier = old.get(line.key);
      if (!earlier) return isRedrawn.has(line) ? [] : [{ text: `+ ${text}`, origin }];
      return isAlike(earlier, line) ? [] : [{ text: changeOf(earlier, line), origin }];
    }),
  ];
  if (lines.length > 0) return withFrames(lines);
  // Where the focus is now is worth a line only if nothing else has changed.
  const changed = after.filter(({ key, text }) => old.get(key)?.text !== text);
  const focused = changed.flatMap(({ key, parts, origin }) =>
    parts
      .filter((part) => part !== unfocused(part) && old.get(key)?.parts.includes(part) === false)
      .map((text) => ({ text, origin })),
  );
  return withFrames(focused.slice(0, 1));
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

/** Where a line is and what it says without the references, which are new for what was drawn again. */
function bare({ text, origin = '' }: ShownLine): string {
  return `${origin} ${text.replaceAll(/\[e\d+ /g, '[')}`;
}
