import {
  type AnonymousFunctionDeclaration,
  type AnyNode,
  type ArrowFunctionExpression,
  type FunctionDeclaration,
  type FunctionExpression,
  type Options,
  Parser,
  type Program,
} from 'acorn';

/** Characters of a script that is parsed. A larger one is not read: its tree would take hundreds of megabytes. */
export const MAX_CODE = 2 * 1024 * 1024;

/**
 * The parser without its search for names that are declared twice. It compares each name with all before it, which
 * takes minutes for a hostile script, and no check needs it.
 */
const Lenient = Parser.extend(
  (Base) =>
    class extends Base {
      declareName(): void {}
      checkLocalExport(): void {}
    },
);

const OPTIONS: Options = { ecmaVersion: 'latest', allowHashBang: true, allowReturnOutsideFunction: true };

/** The tree of a script or module; undefined if it is too large, nested too deeply, or not JavaScript. */
export function parseCode(text: string): Program | undefined {
  if (text.length > MAX_CODE) return undefined;
  return asModuleOrScript((sourceType) => Lenient.parse(text, { ...OPTIONS, sourceType }));
}

/** Parses what may be a module or not, as each of them. @returns undefined if it is neither. */
export function asModuleOrScript(parse: (sourceType: 'module' | 'script') => Program): Program | undefined {
  for (const sourceType of ['module', 'script'] as const) {
    try {
      return parse(sourceType);
    } catch {
      // Also a RangeError for code that is nested deeper than the stack.
    }
  }
  return undefined;
}

/** A node of a tree, with the node that it is in. */
export interface Visited {
  readonly node: AnyNode;
  readonly above: Visited | undefined;
}

/** All nodes of a tree, in no order. However deep the tree is, the stack does not grow. */
export function* nodesOf(root: Program): Generator<Visited> {
  const open: Visited[] = [{ node: root, above: undefined }];
  for (let visited = open.pop(); visited; visited = open.pop()) {
    yield visited;
    for (const value of Object.values<unknown>({ ...visited.node })) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child)) open.push({ node: child, above: visited });
      }
    }
  }
}

/** Whether it is a function, of whatever kind. */
export function isFunction(
  node: AnyNode,
): node is FunctionDeclaration | AnonymousFunctionDeclaration | FunctionExpression | ArrowFunctionExpression {
  return /Function/.test(node.type);
}

/** The name of the property that a node reads, if it is written out: `name` in `….name`. */
export function propertyOf(node: AnyNode): string | undefined {
  return node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier'
    ? node.property.name
    : undefined;
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
