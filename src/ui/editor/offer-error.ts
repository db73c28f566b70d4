import { UserError } from '../../core/errors';
import type { Button } from './show';

/** An error with a button of its own, where none of the usual ones helps. */
export class OfferError extends UserError {
  constructor(
    text: UserError['text'],
    readonly offer: Button,
  ) {
    super(text);
  }
}
