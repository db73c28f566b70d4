import { sentenceOf, UserError } from '../../core/errors';
import { message } from '../../core/message';

/** A sequence that stopped at a step, with what that step’s error says and offers. */
export class StepFailed extends UserError {
  readonly session: string;

  /** @param step counted from 1. */
  constructor(
    { name, step, of, session }: { name: string; step: number; of: number; session: string },
    override readonly cause: unknown,
  ) {
    const known = cause instanceof UserError ? cause : undefined;
    super(
      message('“{0}” stopped at step {1} of {2}. {3}', name, step, of, sentenceOf(cause)),
      known?.recovery,
      known?.severity,
    );
    this.session = session;
  }
}
