import { message, type Message } from '../../core/message';
import { readRegularFile } from '../regular-file';
import type { Exclusion } from './ignore-layer';
import { PatternList } from './pattern-list';
import type { IgnoreFileRule } from './rule';

export interface IgnoreFileExclusion extends Exclusion {
  readonly rule: IgnoreFileRule;
}

/** The lines of an ignore file. Case matters, as with git on Linux: the selection must not depend on the machine. */
export function parseIgnoreFile(file: string, text: string, reason: Message): PatternList<IgnoreFileExclusion> {
  const lines = text.split(/\r?\n/);
  return new PatternList(
    lines.map((pattern, index) => ({
      pattern,
      means: { reason, rule: { kind: 'ignore-file', file, line: index + 1, pattern: pattern.trimEnd() } },
    })),
    false,
    file,
  );
}

/**
 * The lines of one of git's ignore files; undefined if it does not exist or cannot be read, as in git. `file` is
 * absolute.
 */
export async function readGitIgnore(file: string): Promise<PatternList<IgnoreFileExclusion> | undefined> {
  const text = await readRegularFile(file).then(String, () => undefined);
  return text === undefined ? undefined : parseIgnoreFile(file, text, message('ignored by git'));
}
