import path from 'node:path';
import type { CoverageMap, FileCoverage } from 'istanbul-lib-coverage';

/** The lines of a file that never ran, as `3-5, 9`; each from 1. What begins on no line is in none. */
export function linesNeverRun(file: FileCoverage): string {
  const lines = Object.entries(file.getLineCoverage()).map(([line, count]) => ({ line: Number(line), ran: count > 0 }));
  const ranges: { first: number; last: number }[] = [];
  let isOpen = false;
  for (const { line, ran } of lines.toSorted((one, other) => one.line - other.line)) {
    const last = ranges.at(-1);
    // Lines between two that never ran have no statement.
    if (!ran && isOpen && last) last.last = line;
    else if (!ran) ranges.push({ first: line, last: line });
    isOpen = !ran;
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}

/** A file of a map. */
export interface CoveredFile {
  /** Its path relative to what was asked for, with `/`. */
  readonly name: string;
  readonly file: FileCoverage;
}

/** The files of a map, sorted by their paths. @param top what the paths are relative to, with `/`. */
export function coveredFiles(map: CoverageMap, top: string): readonly CoveredFile[] {
  return map
    .files()
    .map((file) => ({ name: path.relative(top, file).split(path.sep).join('/'), file: map.fileCoverageFor(file) }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** All that a map has, as `lcov.info`. @param top what the paths are relative to. */
export function lcovOf(map: CoverageMap, top: string): string {
  return coveredFiles(map, top)
    .map(({ name, file }) => `${recordOf(name, file).join('\n')}\n`)
    .join('');
}

function recordOf(name: string, file: FileCoverage): readonly string[] {
  const { fnMap, f, branchMap, b } = file;
  const functions = Object.entries(fnMap).map(([key, { name: called, decl }]) => ({
    line: decl.start.line,
    called: oneLine(called),
    count: f[key] ?? 0,
  }));
  const lines = Object.entries(file.getLineCoverage());
  const branches = Object.entries(branchMap).flatMap(([key, { loc }], block) => {
    const counts = b[key] ?? [];
    // Of a branch that was never come to, nothing was taken.
    const isReached = counts.some((count) => count > 0);
    return counts.map((count, index) => ({ place: `${loc.start.line},${block},${index}`, count, isReached }));
  });
  return [
    'TN:',
    `SF:${oneLine(name)}`,
    ...functions.map(({ line, called }) => `FN:${line},${called}`),
    ...functions.map(({ called, count }) => `FNDA:${count},${called}`),
    `FNF:${functions.length}`,
    `FNH:${hits(functions)}`,
    ...lines.map(([line, count]) => `DA:${line},${count}`),
    `LF:${lines.length}`,
    `LH:${lines.filter(([, count]) => count > 0).length}`,
    ...branches.map(({ place, count, isReached }) => `BRDA:${place},${isReached ? count : '-'}`),
    `BRF:${branches.length}`,
    `BRH:${hits(branches)}`,
    'end_of_record',
  ];
}

function hits(all: readonly { readonly count: number }[]): number {
  return all.filter(({ count }) => count > 0).length;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, ' ');
}
