import type { Message } from '../../core/message';
import type { Rule } from './rule';

/** A file or folder that does not go into the zip, and why. */
export interface ExcludedFile {
  /** Path within the folder, with `/`. */
  readonly path: string;
  /** A folder that stays out stands once, and is never entered. */
  readonly folder: boolean;
  /** Size of a file. */
  readonly bytes?: number;
  /** A few words, such as “version control”. */
  readonly reason: Message;
  readonly rule: Rule;
  /** What would leave it out, were `rule` taken away. Only beside an own rule. */
  readonly otherwise?: Rule;
}
