import type { Message } from '../../core/message';
import type { Rule } from './rule';

/** A file or folder that is excluded, and why. */
export interface ExcludedFile {
  /** Path within the folder, with `/`. */
  readonly path: string;
  /** An excluded folder has one entry, and is never entered. */
  readonly folder: boolean;
  /** Size of a file. */
  readonly bytes?: number;
  /** A few words, such as “version control”. */
  readonly reason: Message;
  readonly rule: Rule;
  /** The rule that would exclude it if `rule` were removed. Only with an own rule. */
  readonly otherwise?: Rule;
}
