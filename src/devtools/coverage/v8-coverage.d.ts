// The package has no types of its own.

declare module '@bcoe/v8-coverage' {
  interface CountedScript {
    scriptId: string;
    url: string;
    functions: {
      functionName: string;
      ranges: { startOffset: number; endOffset: number; count: number }[];
      isBlockCoverage: boolean;
    }[];
  }

  export function mergeScriptCovs(scripts: CountedScript[]): CountedScript;
}
