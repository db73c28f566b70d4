import { Session } from 'node:inspector/promises';
import { setImmediate } from 'node:timers/promises';
import vm from 'node:vm';
import type { FileCoverageData } from 'istanbul-lib-coverage';
import type { FunctionCounts } from '../../src/core/script-counts';

let scripts = 0;

/** Runs a script here, and tells how often each part of it ran, as Chromium's V8 does. */
export async function countsOf(text: string): Promise<readonly FunctionCounts[]> {
  const filename = `counted-${++scripts}.js`;
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    await vm.runInThisContext(text, { filename });
    // What goes on after an await.
    await setImmediate();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const counted = result.find(({ url }) => url.endsWith(filename));
    if (!counted) throw new Error('V8 tells nothing of the script');
    return counted.functions;
  } finally {
    session.disconnect();
  }
}

type Statements = Pick<FileCoverageData, 'statementMap' | 's'>;

/** The lines, from 1, on which statements begin that never ran, and none that did. */
export function linesNeverRun(data: Statements): readonly number[] {
  return linesOf(data, false);
}

export function linesThatRan(data: Statements): readonly number[] {
  return linesOf(data, true);
}

function linesOf({ statementMap, s }: Statements, ran: boolean): readonly number[] {
  const hits = new Map<number, number>();
  for (const [key, { start }] of Object.entries(statementMap))
    hits.set(start.line, Math.max(hits.get(start.line) ?? 0, s[key] ?? 0));
  return [...hits].flatMap(([line, count]) => (count > 0 === ran ? [line] : [])).toSorted((one, other) => one - other);
}
