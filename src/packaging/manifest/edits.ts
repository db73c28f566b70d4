import type { Node } from 'jsonc-parser';
import { position, type TextEdit } from '../problem';

// Changes of a text that leave every other byte as the person wrote it: comments, indentation, order.

/** Puts `json` in the place of a value; of a key's own node, renames it. */
export function replaceValue(text: string, { offset, length }: Pick<Node, 'offset' | 'length'>, json: string): TextEdit[] {
  return [edit(text, offset, offset + length, json)];
}

/** Takes out the key that a value belongs to, with its comma. Of a value that is no key's it changes nothing. */
export function removeMember(text: string, value: Node): TextEdit[] {
  return value.parent?.type === 'property' ? removeChild(text, value.parent) : [];
}

/** Takes out an element of an array, with its comma. */
export function removeElement(text: string, element: Node): TextEdit[] {
  return element.parent?.type === 'array' ? removeChild(text, element) : [];
}

/** Takes out several elements of one array. */
export function removeElements(text: string, elements: readonly Node[]): TextEdit[] {
  const siblings = elements[0]?.parent?.children ?? [];
  const lastKept = siblings.findLastIndex((each) => !elements.includes(each));
  const [first, last] = [siblings[lastKept + 1], siblings.at(-1)];
  return [
    ...elements.filter((each) => siblings.indexOf(each) < lastKept).flatMap((each) => removeChild(text, each)),
    ...(first && last ? removeChild(text, first, last) : []),
  ];
}

/** Adds a key at the end of an object, indented as the key before it. */
export function addMember(text: string, object: Node, key: string, json: string): TextEdit[] {
  const member = `${JSON.stringify(key)}: ${json}`;
  const last = object.children?.at(-1);
  if (!last) return [edit(text, object.offset + 1, object.offset + 1, ` ${member} `)];
  const end = endOf(last);
  return [edit(text, end, end, `,${spaceBefore(text, last.offset)}${member}`)];
}

/** Adds an element at the end of an array, indented as the one before it. */
export function addElement(text: string, array: Node, json: string): TextEdit[] {
  const last = array.children?.at(-1);
  if (!last) return [edit(text, array.offset + 1, array.offset + 1, json)];
  const end = endOf(last);
  return [edit(text, end, end, `,${spaceBefore(text, last.offset)}${json}`)];
}

/** Takes out one child, or with `last` the children from one to the other. */
function removeChild(text: string, child: Node, last = child): TextEdit[] {
  const siblings = child.parent?.children ?? [];
  const [before, after] = [siblings[siblings.indexOf(child) - 1], siblings[siblings.indexOf(last) + 1]];
  if (after) {
    const comma = commaAfter(text, endOf(last));
    return [edit(text, child.offset, comma + 1 + spaceAfter(text, comma + 1).length, '')];
  }
  const start = child.offset - spaceBefore(text, child.offset).length;
  if (!before) return [edit(text, start, endOf(last), '')];
  const comma = commaAfter(text, endOf(before));
  if (comma + 1 === start) return [edit(text, comma, endOf(last), '')];
  // A comment stands between the comma and what goes: it stays.
  return [edit(text, comma, comma + 1, ''), edit(text, start, endOf(last), '')];
}

const UP_TO_COMMA = /^(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*(?=,)/;

/** The comma that follows a value, which a comment may keep away from it. */
function commaAfter(text: string, offset: number): number {
  return offset + (UP_TO_COMMA.exec(text.slice(offset))?.[0].length ?? 0);
}

function spaceBefore(text: string, offset: number): string {
  return /\s*$/.exec(text.slice(0, offset))?.[0] ?? '';
}

function spaceAfter(text: string, offset: number): string {
  return /^\s*/.exec(text.slice(offset))?.[0] ?? '';
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** Replaces what stands between two offsets. */
export function edit(text: string, from: number, to: number, replacement: string): TextEdit {
  const [start, end] = [position(text, from), position(text, to)];
  return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column, text: replacement };
}
