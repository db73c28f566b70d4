import type { Message } from '../../core/message';
import type { Rule } from './rule';

/** A file or folder that is excluded, and why. */
export interface ExcludedFile {
  /** Path within the folder, with `/`. */
  readonly path: string;
  /** A folder that is excluded stands once, and is never entered. */
  readonly folder: boolean;
  /** Size of a file. */
  readonly bytes?: number;
  /** A few words, such as “version control”. */
  readonly reason: Message;
  readonly rule: Rule;
  /** What would exclude it, were `rule` taken away. Only beside an own rule. */
  readonly otherwise?: Rule;
}
