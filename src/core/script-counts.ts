import { mergeScriptCovs } from '@bcoe/v8-coverage';
import type { Protocol } from 'devtools-protocol';

/** How often each range of a function ran, the function's own first. Offsets are UTF-16 units of the script. */
export type FunctionCounts = Protocol.Profiler.FunctionCoverage;

/** How often each part of a script ran. */
export interface ScriptCounts {
  /** Of the extension that it was loaded from, as Chromium has it. */
  readonly extensionId: string;
  /** Path within the extension, with `/`. */
  readonly path: string;
  /** As it was loaded. */
  readonly text: string;
  readonly functions: readonly FunctionCounts[];
}

/** Adds up counts of the same script. What is known by blocks goes before what is known by functions only. */
export function addCounts(parts: readonly (readonly FunctionCounts[])[]): readonly FunctionCounts[] {
  const [only, ...others] = parts;
  if (only === undefined || others.length === 0) return only ?? [];
  // The package changes what it is given.
  const scripts = parts.map((functions) => ({ scriptId: '', url: '', functions: functions.map(copyOf) }));
  return mergeScriptCovs(scripts).functions;
}

function copyOf(each: FunctionCounts): FunctionCounts {
  return { ...each, ranges: each.ranges.map((range) => ({ ...range })) };
}
