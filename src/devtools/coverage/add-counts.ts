import { mergeScriptCovs } from '@bcoe/v8-coverage';
import type { FunctionCounts } from '../../core/script-counts';

/** Adds up counts of the same script. What is known by blocks goes before what is known by functions only. */
export function addCounts(parts: readonly (readonly FunctionCounts[])[]): readonly FunctionCounts[] {
  const [only, ...others] = parts;
  if (only === undefined || others.length === 0) return only ?? [];
  // The package changes what it is given.
  const scripts = parts.map((functions) => ({
    scriptId: '',
    url: '',
    functions: functions.map((each) => ({ ...each, ranges: each.ranges.map((range) => ({ ...range })) })),
  }));
  return mergeScriptCovs(scripts).functions;
}
