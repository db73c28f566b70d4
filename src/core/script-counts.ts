/** UTF-16 units of a script whose counts can be mapped: 8 MB of dense code took 2.3 GB of memory. */
export const MAX_COUNTED = 5_000_000;

/** How often each range of a function ran, the function's own first. Offsets are UTF-16 units of the script. */
export interface FunctionCounts {
  /** Empty for a function without one, and for the script itself. */
  readonly functionName: string;
  readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
  /** Whether the ranges are those of its blocks too. */
  readonly isBlockCoverage: boolean;
}

/** How often each part of a script ran. */
export interface ScriptCounts {
  /** Of the extension that it was loaded from, as Chromium has it. */
  readonly extensionId: string;
  /** Path within the extension, with `/`. */
  readonly path: string;
  /** As it was loaded. */
  readonly text: string;
  /** Those that are not among them never ran. */
  readonly functions: readonly FunctionCounts[];
}
