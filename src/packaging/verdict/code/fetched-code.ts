import type { AnyNode, CallExpression, NewExpression } from 'acorn';
import { throwIfCancelled } from '../../../core/errors';
import { message } from '../../../core/message';
import { elements, member, property } from '../../manifest/manifest-text';
import { ORIGIN, pathOfAddress } from '../../manifest/named-files';
import type { Problem } from '../../problem';
import { SourceText, type TextRange } from '../../source-text';
import { problemAt } from '../finding';
import type { PackageContents } from '../package-contents';
import { isFunction, MAX_CODE, nodesOf, parseCode, propertyOf } from './parsed-code';

/** Scripts that are looked at. */
const MAX_SCRIPTS = 100;
/** Expressions within each other that are followed. */
const MAX_STEPS = 50;
/** Methods with which a text stays what it is. */
const SAME_TEXT = new Set(['text', 'toString', 'trim', 'concat']);

/**
 * Finds text that was fetched and is run as code, where the browser lets it: in sandboxed pages, and in content scripts
 * in the world of the page. It says so only where each step from one to the other is in plain sight.
 */
export async function checkFetchedCode(contents: PackageContents, signal: AbortSignal): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const file of scriptsThatMay(contents)) {
    throwIfCancelled(signal);
    const code = await contents.text(file, MAX_CODE);
    const text = code === undefined ? undefined : new SourceText(code);
    const range = text && runsFetched(text.text);
    if (range)
      problems.push(
        problemAt({ file, text }, range, {
          severity: 'warning',
          code: 'remote-script',
          message: message(
            'This runs text that was fetched, and the store accepts no code that isn’t in the package. Add the code to the folder.',
          ),
        }),
      );
  }
  return problems;
}

/** The scripts in which the browser's policy for extensions does not stop `eval`. */
function scriptsThatMay({ manifest, pages }: PackageContents): readonly string[] {
  const inPages = elements(property(manifest, 'content_scripts'))
    .filter((each) => member(each, 'world')?.value === 'MAIN')
    .flatMap((each) => elements(member(each, 'js')))
    .flatMap(({ value }): string[] => (typeof value === 'string' ? [pathOfAddress(value, ORIGIN)] : []));
  const sandboxed = pages
    .filter(({ isSandboxed }) => isSandboxed)
    .flatMap(({ files }) => files.filter(({ kind }) => kind === 'script').map(({ path }) => path));
  return [...new Set([...inPages, ...sandboxed])].slice(0, MAX_SCRIPTS);
}

/** Where a script runs what it has fetched; undefined if that is not certain. */
export function runsFetched(code: string): TextRange | undefined {
  // Few scripts have both, and only they are parsed.
  if (!/\beval\b|\bFunction\b/.test(code) || !/\bfetch\b|\bresponseText\b/.test(code)) return undefined;
  const root = parseCode(code);
  if (!root) return undefined;
  const names = new Map<string, AnyNode | undefined>();
  const runs: { readonly at: AnyNode; readonly what: AnyNode }[] = [];
  for (const { node } of nodesOf(root)) {
    for (const [name, value] of bindingsOf(node)) names.set(name, names.has(name) ? undefined : value);
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') continue;
    const what = ranBy(node);
    if (what) runs.push({ at: node, what });
  }
  const seen = new Set<AnyNode>();
  const first = runs
    .toSorted((one, other) => one.at.start - other.at.start)
    .find(({ what }) => isFetched(what, names, MAX_STEPS, seen))?.at;
  return first && { offset: first.start, length: first.end - first.start };
}

/** The names to which a node gives a value; undefined: one that is not known. A name that has several is none. */
function bindingsOf(node: AnyNode): readonly (readonly [string, AnyNode | undefined])[] {
  if (node.type === 'VariableDeclarator') {
    if (node.id.type !== 'Identifier') return [];
    return node.init ? [[node.id.name, node.init]] : [];
  }
  if (node.type === 'AssignmentExpression')
    return node.left.type === 'Identifier' ? [[node.left.name, node.operator === '=' ? node.right : undefined]] : [];
  if (node.type === 'CallExpression') {
    const [callback] = node.arguments;
    const [parameter] = callback && isFunction(callback) ? callback.params : [];
    // The function itself names its parameter a first time.
    return parameter?.type === 'Identifier' && isMethod(node, 'then') ? [[`(${parameter.start}`, objectOf(node)]] : [];
  }
  if (!isFunction(node)) return [];
  return node.params.flatMap((each): (readonly [string, AnyNode | undefined])[] =>
    each.type === 'Identifier' ? [[each.name, { ...each, name: `(${each.start}` }]] : [],
  );
}

/** What a call runs as code. */
function ranBy(node: CallExpression | NewExpression): AnyNode | undefined {
  const { callee } = node;
  if (callee.type === 'Identifier' && callee.name === 'Function') return node.arguments.at(-1);
  if (node.type === 'NewExpression') return undefined;
  const [first] = node.arguments;
  if (isEval(callee)) return first;
  return first && isMethod(node, 'then') && isEval(first) ? objectOf(node) : undefined;
}

function isEval(node: AnyNode): boolean {
  if (node.type === 'Identifier') return node.name === 'eval';
  if (node.type === 'SequenceExpression') return node.expressions.slice(-1).some(isEval);
  return (
    node.type === 'MemberExpression' &&
    propertyOf(node) === 'eval' &&
    node.object.type === 'Identifier' &&
    /^(?:window|self|globalThis)$/.test(node.object.name)
  );
}

/** @param seen what was looked at: nothing is twice, however often it is named. */
function isFetched(
  node: AnyNode,
  names: ReadonlyMap<string, AnyNode | undefined>,
  steps: number,
  seen: Set<AnyNode>,
): boolean {
  if (steps === 0 || seen.has(node)) return false;
  seen.add(node);
  const follows = (next: AnyNode | undefined): boolean => next !== undefined && isFetched(next, names, steps - 1, seen);
  if (node.type === 'Identifier') return follows(names.get(node.name));
  if (node.type === 'AwaitExpression') return follows(node.argument);
  if (node.type === 'MemberExpression') return propertyOf(node) === 'responseText';
  if (node.type === 'BinaryExpression') return node.operator === '+' && (follows(node.left) || follows(node.right));
  if (node.type === 'TemplateLiteral') return node.expressions.some(follows);
  if (node.type !== 'CallExpression') return false;
  if (node.callee.type === 'Identifier') return node.callee.name === 'fetch';
  const name = propertyOf(node.callee) ?? '';
  const keeps = SAME_TEXT.has(name) || (name === 'then' && givesText(node.arguments[0]));
  return keeps && follows(objectOf(node));
}

/** `(response) => response.text()` */
function givesText(node: AnyNode | undefined): boolean {
  return node?.type === 'ArrowFunctionExpression' && isMethod(node.body, 'text');
}

function isMethod(node: AnyNode, name: string): boolean {
  return node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && propertyOf(node.callee) === name;
}

function objectOf({ callee }: CallExpression): AnyNode | undefined {
  return callee.type === 'MemberExpression' ? callee.object : undefined;
}
