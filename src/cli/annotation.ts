import { withoutCommands } from './without-commands';

/** What GitHub shows at a line of a file. */
export interface Annotation {
  /** Relative to the root of the repository. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly title: string;
  readonly text: string;
}

/**
 * The one command that is printed for the runner of GitHub Actions: an error at a line. What comes from outside ends
 * neither the command nor one of its properties. Source: packages/core/src/command.ts of actions/toolkit.
 */
export function errorCommand({ file, line, column, title, text }: Annotation): string {
  const properties = `file=${property(file)},line=${line},col=${column},title=${property(title)}`;
  return `::error ${properties}::${data(text)}`;
}

function data(text: string): string {
  return withoutCommands(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
