import type { AnyNode, Expression, Literal, SpreadElement, Super } from 'acorn';
import type { TextRange } from '../../source-text';
import { nodesOf, parseCode } from './parsed-code';

/**
 * What a script loads by a plain text. Static: before it runs. Scripts: `importScripts`. Root: a path of the extension,
 * in `import(chrome.runtime.getURL('…'))`.
 */
export interface Import extends TextRange {
  readonly kind: 'static' | 'dynamic' | 'scripts' | 'root';
  /** The text as the script sees it. */
  readonly name: string;
}

/** The imports of a script, in its order; the places do not include the quotes. None if it cannot be parsed. */
export function importsOf(code: string): readonly Import[] {
  // Most scripts import nothing, and need not be parsed for it.
  const root = /\bimport/.test(code) || /\bfrom\s*["']/.test(code) ? parseCode(code) : undefined;
  if (!root) return [];
  const found: Import[] = [];
  for (const { node } of nodesOf(root)) found.push(...importsAt(node));
  return found.toSorted((one, other) => one.offset - other.offset);
}

function importsAt(node: AnyNode): readonly Import[] {
  if (
    node.type === 'ImportDeclaration' ||
    node.type === 'ExportAllDeclaration' ||
    node.type === 'ExportNamedDeclaration'
  )
    return importOf('static', node.source);
  if (node.type === 'ImportExpression')
    return isGetUrl(node.source) ? importOf('root', node.source.arguments[0]) : importOf('dynamic', node.source);
  return node.type === 'CallExpression' && isNamed(node.callee, 'importScripts')
    ? node.arguments.flatMap((each) => scriptsOf(each))
    : [];
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
  if (node.type === 'Identifier') return node.name === name;
  return (
    node.type === 'MemberExpression' &&
    !node.computed &&
    node.property.type === 'Identifier' &&
    node.property.name === name
  );
}
