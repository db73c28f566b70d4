import { UserError } from '../../core/errors';
import type { Button } from './show';

/** An error with buttons of its own, before the one of its recovery action if it has one. */
export class OfferError extends UserError {
  readonly offers: readonly Button[];

  constructor(
    text: UserError['text'],
    offers: Button | readonly Button[],
    severity?: UserError['severity'],
    /** What it is about, and offers too. */
    override readonly cause?: UserError,
  ) {
    super(text, cause?.recovery, severity);
    this.offers = 'run' in offers ? [offers] : offers;
  }
}
