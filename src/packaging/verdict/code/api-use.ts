import type { AnyNode } from 'acorn';
import { nodesOf, parseCode, type Visited } from './parsed-code';

/** What the API is called, in Chromium and by the usual libraries. */
const API = ['chrome', 'browser'];
/** Other names that a script may give to the API. */
const MAX_NAMES = 20;

/** The names that obfuscators give: the other texts of such a script cannot be read either. */
const OBFUSCATED = /\b_0x[\da-f]{4}/;

/**
 * Whether every use of the API in a script is by a plain name, as in `chrome.tabs` or `const { tabs } = browser`. False
 * if it may be reached by a name that is made while the script runs, if it is handed on, and if the script cannot be
 * parsed.
 */
export function usesPlainNames(code: string): boolean {
  if (OBFUSCATED.test(code)) return false;
  if (!API.some((name) => code.includes(name))) return true;
  const root = parseCode(code);
  if (!root) return false;
  const byName = new Map<string, Visited[]>();
  for (const visited of nodesOf(root)) {
    const { node } = visited;
    if (node.type !== 'Identifier') continue;
    const there = byName.get(node.name);
    if (there) there.push(visited);
    else byName.set(node.name, [visited]);
  }
  // Names are added while the set is gone through.
  const names = new Set(API);
  for (const name of names) {
    for (const visited of byName.get(name) ?? []) {
      const use = useOf(visited);
      if (use === 'unknown' || names.size > MAX_NAMES) return false;
      if (use !== 'plain') names.add(use.name);
    }
  }
  return true;
}

/** Unknown: it cannot be known what the API is used for. A name: a variable of a function has it from here on. */
type Use = 'plain' | 'unknown' | { readonly name: string };

function useOf(visited: Visited): Use {
  let { node, above } = visited;
  while (above) {
    const use = useIn(node, above);
    if (use !== undefined) return use;
    ({ node, above } = above);
  }
  return 'unknown';
}

/** The use that the node above makes of a value; undefined if its own value is the same. */
function useIn(node: AnyNode, { node: outer, above }: Visited): Use | undefined {
  if (outer.type === 'MemberExpression') {
    // The value of `globalThis.chrome` is the API.
    if (outer.property === node) return outer.computed ? 'unknown' : undefined;
    return isPlainKey(outer.property, outer.computed) ? 'plain' : 'unknown';
  }
  if (outer.type === 'LogicalExpression') return outer.left === node && outer.operator === '&&' ? 'plain' : undefined;
  if (outer.type === 'SequenceExpression') return outer.expressions.at(-1) === node ? undefined : 'plain';
  if (outer.type === 'ConditionalExpression') return outer.test === node ? 'plain' : undefined;
  if (outer.type === 'VariableDeclarator') return outer.init === node ? variable(outer.id, above) : 'plain';
  if (outer.type === 'Property' || outer.type === 'MethodDefinition' || outer.type === 'PropertyDefinition') {
    // A key of an object, as in `{ chrome: … }`. In a pattern, its value is the API.
    const isKey = above?.node.type !== 'ObjectPattern' && outer.key === node && !outer.computed;
    return isKey ? 'plain' : 'unknown';
  }
  if (outer.type === 'ChainExpression' || outer.type === 'ParenthesizedExpression') return undefined;
  return ENDS.has(outer.type) ? 'plain' : 'unknown';
}

/** What asks for the API's presence, or does nothing with it. */
const ENDS: ReadonlySet<AnyNode['type']> = new Set([
  'UnaryExpression',
  'BinaryExpression',
  'IfStatement',
  'ExpressionStatement',
]);

/** A pattern names what it uses. What is declared outside of functions is there for other scripts too. */
function variable(target: AnyNode, declaration: Visited | undefined): Use {
  if (target.type === 'ObjectPattern') {
    const isPlain = target.properties.every((each) => each.type === 'Property' && isPlainKey(each.key, each.computed));
    return isPlain ? 'plain' : 'unknown';
  }
  const container = declaration?.above?.node.type;
  const isLocal = container === 'BlockStatement' && isInFunction(declaration);
  return target.type === 'Identifier' && isLocal ? { name: target.name } : 'unknown';
}

function isInFunction(visited: Visited | undefined): boolean {
  for (let each = visited; each; each = each.above) if (/Function/.test(each.node.type)) return true;
  return false;
}

/** Whether the name of a property can be read in the script's text: `.tabs` or `['tabs']`, without escapes. */
function isPlainKey(key: AnyNode, isComputed: boolean): boolean {
  if (key.type === 'Identifier') return !isComputed && key.end - key.start === key.name.length;
  return key.type === 'Literal' && typeof key.value === 'string' && key.end - key.start === key.value.length + 2;
}
