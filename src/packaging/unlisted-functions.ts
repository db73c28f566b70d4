import type { Node, Program } from 'acorn';
import type { FunctionCounts } from '../core/script-counts';

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
/** A function of these begins with its name, as V8 has it. */
const OWNERS = ['MethodDefinition', 'Property'];

/**
 * The functions of a script that no counts tell of. They never ran: V8 tells of each that did, and of others only if
 * what is around them ran in the same moment.
 */
export function unlistedFunctions(script: Program, listed: readonly FunctionCounts[]): readonly FunctionCounts[] {
  const starts = new Map<number, number[]>();
  for (const { ranges } of listed) {
    const [range] = ranges;
    if (range) starts.set(range.endOffset, [...(starts.get(range.endOffset) ?? []), range.startOffset]);
  }
  const unlisted: FunctionCounts[] = [];
  const waiting: { readonly node: Node; readonly owner: Node | undefined }[] = [{ node: script, owner: undefined }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, owner } = next;
    if (FUNCTIONS.includes(node.type)) {
      const first = owner && OWNERS.includes(owner.type) ? owner.start : node.start;
      const isListed = starts.get(node.end)?.some((start) => start >= first && start <= node.start) === true;
      const ranges = [{ startOffset: node.start, endOffset: node.end, count: 0 }];
      if (!isListed) unlisted.push({ functionName: '', ranges, isBlockCoverage: true });
    }
    for (const value of Object.values(node).flat()) if (isNode(value)) waiting.push({ node: value, owner: node });
  }
  return unlisted;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
