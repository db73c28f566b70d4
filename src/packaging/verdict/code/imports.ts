import type { AnyNode, CallExpression, Expression, Literal, SpreadElement, Super } from 'acorn';
import { parse } from 'es-module-lexer/js';
import type { TextRange } from '../../source-text';
import { isFunction, nodesOf, parseCode, propertyOf, type Visited } from './parsed-code';

/**
 * What a script loads by a plain text. Static: before it runs. Scripts: `importScripts`. Root: a path of the extension,
 * in `import(chrome.runtime.getURL('…'))`.
 */
export interface Import extends TextRange {
  readonly kind: 'static' | 'dynamic' | 'scripts' | 'root';
  /** The text as the script sees it. */
  readonly name: string;
  /** The script catches the error of a file that is missing. */
  readonly isOptional?: boolean;
}

/** `runtime.getURL('…')` */
const GET_URL = /\bruntime\.getURL\(\s*(["'`])([^"'`\\$]*)\1\s*\)$/;

/** The imports of a script, in its order; the places do not include the quotes. None if it cannot be read. */
export function importsOf(code: string): readonly Import[] {
  return [...modulesOf(code), ...importedScripts(code)].toSorted((one, other) => one.offset - other.offset);
}

function modulesOf(code: string): readonly Import[] {
  try {
    return parse(code)[0].flatMap((each) => moduleOf(code, each));
  } catch {
    return [];
  }
}

function moduleOf(code: string, each: ReturnType<typeof parse>[0][number]): readonly Import[] {
  if (each.type === 'import-meta') return [];
  const { specifier, start, end } = each;
  const isDynamic = each.type === 'dynamic';
  // With a name in a template, it is a pattern.
  if (isDynamic && each.glob) return [];
  if (typeof specifier === 'string')
    return isDynamic
      ? [{ kind: 'dynamic', name: specifier, offset: start + 1, length: end - start - 2 }]
      : [{ kind: 'static', name: specifier, offset: start, length: end - start }];
  const [found, quote, name = ''] = (isDynamic && GET_URL.exec(code.slice(start, end))) || [];
  if (found === undefined || quote === undefined) return [];
  const offset = start + code.slice(start, end).lastIndexOf(quote + name) + 1;
  return [{ kind: 'root', name, offset, length: name.length }];
}

function importedScripts(code: string): readonly Import[] {
  // Few scripts have one, and only they are parsed.
  const root = code.includes('importScripts') ? parseCode(code) : undefined;
  if (!root) return [];
  const found: Import[] = [];
  for (const visited of nodesOf(root))
    if (isImportScripts(visited.node)) {
      const isOptional = isCaught(visited);
      found.push(...visited.node.arguments.flatMap((each) => scriptsOf(each)).map((each) => ({ ...each, isOptional })));
    }
  return found;
}

function isImportScripts(node: AnyNode): node is CallExpression {
  return node.type === 'CallExpression' && isNamed(node.callee, 'importScripts');
}

/** A worker that catches the error starts without the file, and that is what its author meant. */
function isCaught(visited: Visited): boolean {
  let { node } = visited;
  for (let { above } = visited; above; { node, above } = above) {
    // Its function may be called where nothing catches.
    if (isFunction(above.node)) return false;
    if (above.node.type === 'TryStatement' && above.node.block === node && above.node.handler) return true;
  }
  return false;
}

function scriptsOf(argument: Expression | SpreadElement): readonly Import[] {
  if (argument.type === 'SpreadElement' && argument.argument.type === 'ArrayExpression')
    return argument.argument.elements.flatMap((each) => (each ? scriptsOf(each) : []));
  return isGetUrl(argument) ? importOf('root', argument.arguments[0]) : importOf('scripts', argument);
}

function importOf(kind: Import['kind'], source: AnyNode | null | undefined): readonly Import[] {
  return source && isText(source)
    ? [{ kind, name: source.value, offset: source.start + 1, length: source.end - source.start - 2 }]
    : [];
}

function isText(node: AnyNode): node is Literal & { value: string } {
  return node.type === 'Literal' && typeof node.value === 'string';
}

/** `chrome.runtime.getURL(…)` */
function isGetUrl(
  node: AnyNode,
): node is AnyNode & { type: 'CallExpression'; arguments: (Expression | SpreadElement)[] } {
  if (node.type !== 'CallExpression') return false;
  const { callee } = node;
  return callee.type === 'MemberExpression' && isNamed(callee, 'getURL') && isNamed(callee.object, 'runtime');
}

/** `name`, or `….name`. */
function isNamed(node: Expression | Super, name: string): boolean {
  return (node.type === 'Identifier' ? node.name : propertyOf(node)) === name;
}
