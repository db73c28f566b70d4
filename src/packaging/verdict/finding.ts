import type { Node } from 'jsonc-parser';
import { message, type Message } from '../../core/message';
import { removeElement, removeMember, replaceValue } from '../manifest/edits';
import { MAX_DEPTH, type NoJson } from '../manifest/json';
import { indexInParent, MANIFEST, type ManifestText } from '../manifest/manifest-text';
import type { Fix, Place, Problem, ProblemCode } from '../problem';
import type { SourceText, TextRange } from '../source-text';

/** A text in which problems are found. */
export interface Source {
  /** Path within the folder. */
  readonly file: string;
  readonly text: SourceText;
}

export interface Finding {
  readonly severity: Problem['severity'];
  readonly code: ProblemCode;
  readonly message: Message;
  readonly missingFile?: string;
  readonly fixes?: readonly Fix[];
}

/** A problem at a value of a text; for a value of several lines, the problem covers the part on its first line. */
export function problemAt(source: Source, range: TextRange, finding: Finding): Problem {
  return { ...finding, ...placeAt(source, range) };
}

/** The same for the manifest's text. */
export function problemInManifest({ text }: Pick<ManifestText, 'text'>, range: TextRange, finding: Finding): Problem {
  return problemAt({ file: MANIFEST, text }, range, finding);
}

/** A problem with a value: Chromium rejects the extension because of it. */
export function errorAt(
  manifest: ManifestText,
  code: ProblemCode,
  node: Node,
  words: Message,
  fixes: readonly Fix[] = [],
): Problem {
  return problemInManifest(manifest, startOf(node), { severity: 'error', code, message: words, ...withFixes(fixes) });
}

/** A problem with a value: Chromium loads the extension, but it does not do what was intended. */
export function warningAt(
  manifest: ManifestText,
  code: ProblemCode,
  node: Node,
  words: Message,
  fixes: readonly Fix[] = [],
): Problem {
  return problemInManifest(manifest, startOf(node), { severity: 'warning', code, message: words, ...withFixes(fixes) });
}

function placeAt({ file, text }: Source, range: TextRange): Place {
  return { file, ...text.positionAt(range.offset), length: text.lengthOnLine(range) };
}

/** The place of a value of the manifest. */
export function placeOf({ text }: Pick<ManifestText, 'text'>, node: Node): Place {
  return placeAt({ file: MANIFEST, text }, startOf(node));
}

/** For an object or an array only the opening bracket: underlining all of it would hide other problems inside. */
function startOf(node: Node): TextRange {
  return node.type === 'object' || node.type === 'array' ? { offset: node.offset, length: 1 } : node;
}

function withFixes(fixes: readonly Fix[]): Pick<Finding, 'fixes'> {
  return fixes.length > 0 ? { fixes } : {};
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

/** The path of a value, such as `content_scripts[0].js`. */
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

/** The problem of a file that Chromium reads as JSON and that is not JSON. */
export function notJson(file: string, broken: NoJson): Problem {
  return {
    severity: 'error',
    code: 'file-not-json',
    message: wordsOf(file, broken),
    file,
    ...broken.text.positionAt(broken.brokenAt),
  };
}

function wordsOf(file: string, { text: { text }, isTooDeep }: NoJson): Message {
  if (isTooDeep) return message('{0} is nested more than {1} levels deep from here.', file, MAX_DEPTH);
  return text === ''
    ? message('{0} is empty or isn’t UTF-8. Save it as JSON in UTF-8.', file)
    : message(
        '{0} isn’t valid JSON from here. Check for extra or missing commas and brackets, and for single quotes.',
        file,
      );
}

/**
 * Compares two problems by file, line and column, as for sorting: the manifest comes first, and in a file what concerns
 * it as a whole. The number of those that are not shown is last.
 */
export function byPlace(one: Placed, other: Placed): number {
  if (one.file !== other.file) return rank(one.file) - rank(other.file) || (one.file < other.file ? -1 : 1);
  return lineOf(one) - lineOf(other) || (one.column ?? 0) - (other.column ?? 0);
}

type Placed = Place & { readonly code: string };

function rank(file: string): number {
  return file === MANIFEST ? 0 : 1;
}

function lineOf({ line = 0, code }: Placed): number {
  return code === 'more-problems' ? Number.MAX_SAFE_INTEGER : line;
}
