import type { Node } from 'jsonc-parser';
import type { TextEdit } from '../problem';
import type { SourceText, TextRange } from '../source-text';
import { indexInParent } from './manifest-text';

// Edits of a JSON text that leave everything else as the user wrote it: comments, indentation, order.

/** Replaces a value with `json`. For the node of a key, renames the key. */
export function replaceValue(text: SourceText, { offset, length }: TextRange, json: string): TextEdit[] {
  return [edit(text, offset, offset + length, json)];
}

/**
 * Removes the key that a value belongs to, with its comma. If the value does not belong to a key, nothing is changed.
 */
export function removeMember(text: SourceText, value: Node): TextEdit[] {
  return value.parent?.type === 'property' ? removeChild(text, value.parent) : [];
}

/** Removes an element of an array, with its comma. */
export function removeElement(text: SourceText, element: Node): TextEdit[] {
  return element.parent?.type === 'array' ? removeChild(text, element) : [];
}

/**
 * Removes several elements of one array.
 * @param elements in the order of the array.
 */
export function removeElements(text: SourceText, elements: readonly Node[]): TextEdit[] {
  const siblings = elements[0]?.parent?.children ?? [];
  const goes = new Set(elements);
  const lastKept = siblings.findLastIndex((each) => !goes.has(each));
  const [first, last] = [siblings[lastKept + 1], siblings.at(-1)];
  return [
    ...elements.filter((each) => indexInParent(each) < lastKept).flatMap((each) => removeChild(text, each)),
    ...(first && last ? removeChild(text, first, last) : []),
  ];
}

/** Adds a key at the end of an object, indented like the key before it. */
export function addMember(text: SourceText, object: Node, key: string, json: string): TextEdit[] {
  const member = `${JSON.stringify(key)}: ${json}`;
  const last = object.children?.at(-1);
  if (!last) return [edit(text, object.offset + 1, object.offset + 1, ` ${member} `)];
  const end = endOf(last);
  return [edit(text, end, end, `,${indentation(text, last.offset)}${member}`)];
}

/** Adds an element at the end of an array, indented like the one before it. */
export function addElement(text: SourceText, array: Node, json: string): TextEdit[] {
  const last = array.children?.at(-1);
  if (!last) return [edit(text, array.offset + 1, array.offset + 1, json)];
  const end = endOf(last);
  return [edit(text, end, end, `,${indentation(text, last.offset)}${json}`)];
}

/** Removes one child, or the children from `child` to `last`. */
function removeChild(text: SourceText, child: Node, last = child): TextEdit[] {
  const siblings = child.parent?.children ?? [];
  const [before, after] = [siblings[indexInParent(child) - 1], siblings[indexInParent(last) + 1]];
  if (after) {
    const comma = commaAfter(text, endOf(last));
    return [edit(text, child.offset, comma + 1 + spaceAfter(text, comma + 1).length, '')];
  }
  const start = child.offset - spaceBefore(text, child.offset).length;
  if (!before) return [edit(text, start, endOf(last), '')];
  const comma = commaAfter(text, endOf(before));
  if (comma + 1 === start) return [edit(text, comma, endOf(last), '')];
  // There is a comment between the comma and the removed value; the comment stays.
  return [edit(text, comma, comma + 1, ''), edit(text, start, endOf(last), '')];
}

/** The offset of the comma that follows a value; there may be comments between them. */
function commaAfter({ text }: SourceText, offset: number): number {
  let at = offset;
  while (at < text.length && text[at] !== ',') at = behindComment(text, at);
  return at < text.length ? at : offset;
}

/** The offset after the comment that starts here; if none does, the next offset. */
function behindComment(text: string, offset: number): number {
  const [open, close] = text.startsWith('//', offset) ? ['//', '\n'] : ['/*', '*/'];
  if (!text.startsWith(open, offset)) return offset + 1;
  const end = text.indexOf(close, offset + open.length - (text[offset + 2] === '/' ? 1 : 0));
  return end < 0 ? text.length : end + close.length;
}

/**
 * Characters, more than any indentation. Without the limit, each added element would copy all the whitespace before the
 * last one.
 */
const MAX_INDENTATION = 1000;

function indentation(text: SourceText, offset: number): string {
  return spaceBefore(text, offset, MAX_INDENTATION);
}

function spaceBefore({ text }: SourceText, offset: number, most = offset): string {
  let start = offset;
  while (start > offset - most && isSpace(text[start - 1])) start--;
  return text.slice(start, offset);
}

function spaceAfter({ text }: SourceText, offset: number): string {
  let end = offset;
  while (end < text.length && isSpace(text[end])) end++;
  return text.slice(offset, end);
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** Replaces the text between two offsets. */
export function edit(text: SourceText, from: number, to: number, replacement: string): TextEdit {
  const [start, end] = [text.positionAt(from), text.positionAt(to)];
  return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column, text: replacement };
}
