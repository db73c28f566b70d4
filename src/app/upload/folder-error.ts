import { UserError } from '../../core/errors';
import type { Message } from '../../core/message';
import type { Problem } from '../../packaging';

/** An error at a place in a folder. */
export class FolderError extends UserError {
  override readonly name: string = 'FolderError';

  constructor(
    text: Message,
    readonly folder: string,
    readonly place: Pick<Problem, 'file' | 'line' | 'column' | 'length'>,
  ) {
    super(text);
  }
}
