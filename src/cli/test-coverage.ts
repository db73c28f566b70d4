import path from 'node:path';
import type { CoverageMap, CoverageSummary } from 'istanbul-lib-coverage';
import type { Coverage } from '../app/coverage/run-coverage';
import { coveredFiles, lcovOf, linesNeverRun } from '../app/coverage/coverage-text';
import { message } from '../core/message';
import type { Context } from './context';
import { writeOutput } from './files';
import { plain, type Terminal } from './terminal';

export interface CoverageOptions {
  readonly coverage?: boolean;
  /** Files to write. */
  readonly coverageLcov?: string;
  readonly coverageJson?: string;
  /** Percent of all lines. */
  readonly coverageMin?: number;
}

const PARTS = ['statements', 'branches', 'functions', 'lines'] as const;
const HEAD = ['Statements', 'Branches', 'Functions', 'Lines'];
/** Characters of the lines that never ran. */
const MAX_LINES = 40;

export function wantsCoverage(options: CoverageOptions): boolean {
  const { coverage, coverageLcov, coverageJson, coverageMin } = options;
  return coverage === true || [coverageLcov, coverageJson, coverageMin].some((each) => each !== undefined);
}

/**
 * Prints what ran, and writes it to files.
 * @returns whether it is enough.
 * @throws UserError if a file can't be written.
 */
export async function tellCoverage(
  { terminal, cwd }: Context,
  { map, notes }: Coverage,
  { coverageLcov, coverageJson, coverageMin }: CoverageOptions,
  isPrinted: boolean,
): Promise<boolean> {
  if (isPrinted) for (const line of tableOf(terminal, map, cwd)) terminal.print(line);
  for (const note of notes) terminal.note(note, 'yellow');
  if (coverageLcov !== undefined) await writeOutput(path.resolve(cwd, coverageLcov), lcovOf(map, cwd));
  if (coverageJson !== undefined) await writeOutput(path.resolve(cwd, coverageJson), JSON.stringify(map));
  const { pct, total } = map.getCoverageSummary().lines;
  if (coverageMin === undefined) return true;
  if (total === 0) terminal.note(message('Nothing was counted: no extension was tested.'), 'red');
  else if (pct < coverageMin)
    terminal.note(message('{0} % of the lines ran, less than {1} %.', pct, coverageMin), 'red');
  else return true;
  return false;
}

/** How many percent of all ran, for programs. */
export function percentages({ map }: Coverage): object {
  const summary = map.getCoverageSummary();
  return Object.fromEntries(PARTS.map((part) => [part, percentOf(summary, part) ?? null]));
}

/** A line for each file. */
function tableOf(terminal: Terminal, map: CoverageMap, cwd: string): readonly string[] {
  const rows = coveredFiles(map, cwd).map(({ name, file }) => ({
    name: plain(name),
    summary: file.toSummary(),
    never: shortened(linesNeverRun(file)),
  }));
  if (rows.length === 0) return [];
  const all = { name: 'All files', summary: map.getCoverageSummary(), never: '' };
  const width = Math.max(...[...rows, all].map(({ name }) => name.length));
  const head = [''.padEnd(width), ...HEAD.map((each) => each.padStart(10)), ' Lines never run'].join(' ');
  return [
    '',
    terminal.style('dim', head),
    ...[...rows, all].map(({ name, summary, never }) => {
      const cells = PARTS.map((part) => shownPercent(summary, part).padStart(10));
      const line = [name.padEnd(width), ...cells].join(' ');
      const { pct } = summary.lines;
      const styled = terminal.style(pct >= 80 ? 'green' : pct >= 50 ? 'yellow' : 'red', line);
      return never === '' ? styled : `${styled}  ${terminal.style('dim', never)}`;
    }),
    '',
  ];
}

function shownPercent(summary: CoverageSummary, part: (typeof PARTS)[number]): string {
  const percent = percentOf(summary, part);
  return percent === undefined ? '-' : `${percent.toFixed(1)} %`;
}

/** Undefined if there is nothing of the kind. */
function percentOf(summary: CoverageSummary, part: (typeof PARTS)[number]): number | undefined {
  const { total, pct } = summary[part];
  return total === 0 ? undefined : pct;
}

function shortened(lines: string): string {
  return lines.length > MAX_LINES ? `${lines.slice(0, lines.lastIndexOf(',', MAX_LINES))}, …` : lines;
}
