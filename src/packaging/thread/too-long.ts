import path from 'node:path';
import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import type { Position } from './position';

/** Milliseconds that a job may take; for a job that makes progress from file to file, the limit for a single file. */
export const MAX_JOB_MS = 30_000;

/** The job was terminated at its deadline. */
export class TookTooLong extends UserError {
  override readonly name = 'TookTooLong';
  /** The ignore file whose rules took so long, if it was that. */
  readonly rules: string | undefined;

  constructor(at: Position | undefined, milliseconds: number) {
    super(words(at, milliseconds / 1000));
    this.rules = at?.rules;
  }
}

function words(at: Position | undefined, seconds: number): Message {
  if (at?.rules !== undefined)
    return message(
      'The rules in {0} took longer than {1} s (at “{2}”). Simplify them.',
      path.basename(at.rules),
      seconds,
      at.file,
    );
  if (at)
    return message(
      'Stopped after {0} seconds at {1}. Remove that file from the folder or simplify it.',
      seconds,
      at.file,
    );
  return message('Stopped after {0} seconds. Choose a smaller folder or a faster disk.', seconds);
}
