// The package has no types of its own.
declare module '@bcoe/v8-coverage' {
  import type { Protocol } from 'devtools-protocol';

  export function mergeScriptCovs(scripts: Protocol.Profiler.ScriptCoverage[]): Protocol.Profiler.ScriptCoverage;
}
