import { UserError } from '../../core/errors';
import type { Button } from './show';

/** An error with its own button, for cases in which no recovery action helps. */
export class OfferError extends UserError {
  constructor(
    text: UserError['text'],
    readonly offer: Button,
    severity?: UserError['severity'],
  ) {
    super(text, undefined, severity);
  }
}
