import * as vscode from 'vscode';
import { StepFailed, type PlayOutcome } from '../../app/clicks/play-sequence';
import { Cancelled, sentenceOf } from '../../core/errors';
import { message, withTexts, type Message } from '../../core/message';
import type { Label } from '../../state';
import { localize, MAX_WORDS, plainLabel, t, withIcon } from '../editor/localize';
import { OfferError } from '../editor/offer-error';
import { pick, type Choice } from '../editor/pick';
import { showWarning, type BriefMessages } from '../editor/show';
import { rangeOf, type OpenedSequence } from './sequence-file';

interface Played {
  readonly sequence: OpenedSequence;
  readonly outcomes: readonly PlayOutcome[];
  /** The user-visible name of a session. */
  readonly label: (sessionId: string) => Label;
}

/**
 * Tells what came of a sequence: in one session briefly, in several with a row for each.
 * @throws OfferError if it was played in one session and stopped there: its button leads to the step.
 */
export function tellPlayed(brief: BriefMessages, played: Played): void {
  const [only, ...others] = played.outcomes;
  if (only && others.length === 0) return tellOne(brief, played, only);
  const { sequence, outcomes } = played;
  const done = outcomes.filter(({ error }) => error === undefined).length;
  const text = message('“{0}”: {1} of {2} sessions done', sequence.name, done, outcomes.length);
  if (done === outcomes.length) return brief.show(message('$(check) {0}', text));
  // Not awaited: the notification may stay open for hours.
  void showWarning(text, {
    label: message('Show Results'),
    run: async () => showResults(played),
  });
}

function tellOne(brief: BriefMessages, { sequence, label }: Played, { sessionId, done, error }: PlayOutcome): void {
  const { name, steps } = sequence;
  if (error === undefined) return brief.show(message('$(check) Played “{0}” in “{1}”', name, label(sessionId)));
  if (error instanceof Cancelled)
    return brief.show(
      error.nothingDone
        ? message('$(circle-slash) Stopped “{0}” at step {1} of {2}', name, done + 1, steps.length)
        : message('$(warning) Stopped “{0}” during step {1} of {2}; check it first', name, done + 1, steps.length),
    );
  const failed = new StepFailed({ name, step: done + 1, of: steps.length, session: sessionId }, error);
  const offer = { label: message('Go to Step'), run: () => showStep(sequence, done) };
  throw new OfferError(failed.text, offer, failed.severity, failed);
}

/** @param done how many steps were done before it. */
async function showStep({ document, places }: OpenedSequence, done: number): Promise<void> {
  const place = places[Math.min(done, places.length - 1)];
  if (place) await vscode.window.showTextDocument(document, { selection: rangeOf(document, place) });
}

/** A row for each session; one where it stopped leads to the step in the file. */
async function showResults({ sequence, outcomes, label }: Played): Promise<void> {
  const chosen = await pick(
    message('“{0}”: Results', sequence.name),
    message('Select a session to see its step'),
    outcomes.map((outcome) => choiceOf(outcome, sequence, label)),
  ).catch((error: unknown) => {
    if (error instanceof Cancelled) return undefined;
    throw error;
  });
  if (chosen) await showStep(sequence, chosen.done);
}

function choiceOf(outcome: PlayOutcome, { steps }: OpenedSequence, label: Played['label']): Choice<PlayOutcome> {
  const { sessionId, done, error } = outcome;
  const name = plainLabel(label(sessionId));
  if (error === undefined)
    return { label: withIcon('pass', name), description: t('done, {0} steps', steps.length), value: outcome };
  const detail: Message = error instanceof Cancelled ? canceled(error) : withTexts(sentenceOf(error), label);
  return {
    label: withIcon(error instanceof Cancelled ? 'circle-slash' : 'error', name),
    description: t('stopped at step {0} of {1}', done + 1, steps.length),
    detail: localize(detail, MAX_WORDS),
    value: outcome,
  };
}

function canceled({ nothingDone }: Cancelled): Message {
  return nothingDone
    ? message('Canceled before this step.')
    : message('Canceled during this step. Its click may have happened.');
}
