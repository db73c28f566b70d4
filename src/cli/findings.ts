import path from 'node:path';
import { message } from '../core/message';
import type { Problem, Secret } from '../packaging';
import type { Context } from './context';
import { lineOf, plain } from './terminal';

/** A problem of a folder, or a possible secret in it, as it is listed. */
export interface Finding {
  readonly severity: Problem['severity'];
  readonly code: string;
  readonly text: string;
  /** Path within the folder, with `/`. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly length?: number;
}

export function findingOf({ severity, code, message: text, file, line, column, length }: Problem): Finding {
  return {
    severity,
    code,
    text: lineOf(text),
    file,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(length !== undefined && { length }),
  };
}

export function secretFinding({ file, line, column, kind }: Secret): Finding {
  return {
    severity: 'warning',
    code: 'possible-secret',
    text: lineOf(message('Possible secret: {0}. An upload refuses it, unless the file is allowed.', kind)),
    file,
    line,
    column,
  };
}

/** `dist/manifest.json:3:5: error: … (key-missing)`, as editors and problem matchers read it. */
export function findingLine(
  { terminal, cwd }: Pick<Context, 'terminal' | 'cwd'>,
  folder: string,
  finding: Finding,
): string {
  const { severity, code, text, file, line = 1, column = 1 } = finding;
  const place = `${plain(path.relative(cwd, path.join(folder, file)))}:${line}:${column}`;
  return `${terminal.style('bold', place)}: ${terminal.style(severity === 'error' ? 'red' : 'yellow', severity)}: ${text} (${code})`;
}
