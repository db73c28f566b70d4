import type { Node } from 'jsonc-parser';
import { message, type Message } from '../../core/message';
import { removeElement, removeMember, replaceValue } from '../manifest/edits';
import { indexInParent, MANIFEST, type ManifestText } from '../manifest/manifest-text';
import type { Fix, Problem, ProblemCode } from '../problem';
import type { SourceText } from '../source-text';

/** A problem of a value: Chromium refuses the extension because of it. */
export function errorAt(
  manifest: ManifestText,
  code: ProblemCode,
  node: Node,
  words: Message,
  fixes: readonly Fix[] = [],
): Problem {
  return at('error', manifest, code, node, words, fixes);
}

/** A problem of a value: Chromium loads the extension, and it does not do what was meant. */
export function warningAt(
  manifest: ManifestText,
  code: ProblemCode,
  node: Node,
  words: Message,
  fixes: readonly Fix[] = [],
): Problem {
  return at('warning', manifest, code, node, words, fixes);
}

function at(
  severity: Problem['severity'],
  { text }: ManifestText,
  code: ProblemCode,
  node: Node,
  words: Message,
  fixes: readonly Fix[],
): Problem {
  // Of a value over several lines, what stands on its first line; of an object, where it begins.
  const length = node.type === 'object' || node.type === 'array' ? 1 : text.lengthOnLine(node);
  return {
    severity,
    code,
    message: words,
    file: MANIFEST,
    ...text.positionAt(node.offset),
    length,
    ...(fixes.length > 0 && { fixes }),
  };
}

export function removing({ text }: ManifestText, node: Node): Fix[] {
  const edits = node.parent?.type === 'array' ? removeElement(text, node) : removeMember(text, node);
  return edits.length > 0 ? [{ kind: 'edit', title: message('Remove {0}', nameOf(text, node)), edits }] : [];
}

export function replacing({ text }: ManifestText, node: Node, json: string): Fix {
  return { kind: 'edit', title: message('Change to {0}', json), edits: replaceValue(text, node, json) };
}

/** The node of the key that a value belongs to. */
export function keyOf(value: Node): Node {
  return value.parent?.type === 'property' ? (value.parent.children?.[0] ?? value) : value;
}

function nameOf(text: SourceText, node: Node): string {
  return text.getText(keyOf(node));
}

/** As `content_scripts[0].js`. */
export function pathOf(node: Node): string {
  const { parent } = node;
  if (!parent) return '';
  if (parent.type === 'array') return `${pathOf(parent)}[${indexInParent(node)}]`;
  if (parent.type === 'property') {
    const above = parent.parent ? pathOf(parent.parent) : '';
    return `${above}${above && '.'}${String(parent.children?.[0]?.value)}`;
  }
  return pathOf(parent);
}
