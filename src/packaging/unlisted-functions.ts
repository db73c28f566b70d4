import type { Program } from 'acorn';
import type { FunctionCounts } from '../core/script-counts';
import { isFunction, nodesOf } from './verdict/code/parsed-code';

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
  for (const { node, above } of nodesOf(script)) {
    if (!isFunction(node)) continue;
    const first = above && OWNERS.includes(above.node.type) ? above.node.start : node.start;
    const isListed = starts.get(node.end)?.some((start) => start >= first && start <= node.start) === true;
    const ranges = [{ startOffset: node.start, endOffset: node.end, count: 0 }];
    if (!isListed) unlisted.push({ functionName: '', ranges, isBlockCoverage: true });
  }
  return unlisted;
}
