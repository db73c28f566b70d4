import type { UnattendedOutcome } from '../../app/upload/unattended';
import type { Message } from '../../core/message';
import { reloadedWords } from '../upload/upload-again';
import { unchangedWords, uploadedWords } from '../upload/upload-result';

/** What came of an upload; undefined if nothing did. */
export function wordsOf(outcome: UnattendedOutcome): Message | undefined {
  switch (outcome.kind) {
    case 'uploaded':
      return uploadedWords(outcome);
    case 'reloaded':
      return reloadedWords(outcome);
    case 'unchanged':
      return unchangedWords('since' in outcome ? outcome.since : [outcome.upload], outcome.session);
    case 'notPossible':
      return undefined;
  }
}
