import * as vscode from 'vscode';
import { playSequence as playInSessions, StepFailed, type PlayOutcome } from '../../app/clicks/play-sequence';
import { Cancelled, sentenceOf, UserError } from '../../core/errors';
import { listOf, message, withTexts, type Message } from '../../core/message';
import { labelOf, type Label } from '../../state';
import { startRecording } from '../clicks/recordings';
import { openSequence, rangeOf, sequenceFileOf, type OpenedSequence } from '../clicks/sequence-file';
import { confirmAt } from '../connections/confirm-at';
import { localize, MAX_WORDS, plainLabel, t, withIcon } from '../editor/localize';
import { pick, type Choice } from '../editor/pick';
import { withSendingProgress } from '../editor/progress';
import { showWarning, type StatusMessages, OfferError } from '../editor/show';
import type { Services } from '../services';
import { sessionsOf, sessionOf } from '../sessions/choose-session';
import type { Command } from './command';

/** Plays a sequence file in one or more sessions. */
export const playSequence: Command = async (services, target) => {
  const sequence = await openSequence(await sequenceFileOf(target));
  const { connection, records } = services;
  const needs = { client: await connection.client(), records, connection };
  const sessions = await sessionsOf(target, needs, message('Play “{0}”: Select Sessions', sequence.name));
  await playAndTell(services, sequence, sessions);
};

/**
 * Plays a sequence in these sessions, with progress and Cancel, and tells what came of it. A production connection asks
 * first.
 */
async function playAndTell(
  {
    statusMessages,
    connection,
    records: { sessions },
    devtools,
    log,
  }: Pick<Services, 'statusMessages' | 'connection' | 'records' | 'devtools' | 'log'>,
  sequence: OpenedSequence,
  sessionIds: readonly string[],
): Promise<void> {
  const { name, steps, extension } = sequence;
  const client = await connection.client();
  const label = (id: string): Label => labelOf(sessions.get(id) ?? { id });
  if (connection.settings.production) await confirmProduction(connection, sequence, sessionIds.map(label));
  const total = sessionIds.length * steps.length;
  const done = new Map<string, number>();
  const outcomes = await withSendingProgress(message('Playing “{0}”', name), async (signal, report) => {
    const request = { sessionIds, steps, extension };
    return playInSessions({ client, sessions, devtools }, request, signal, (session, count) => {
      done.set(session, count);
      const all = [...done.values()];
      const fraction = all.reduce((sum, each) => sum + each, 0) / total;
      const finished = all.filter((each) => each === steps.length).length;
      report(
        sessionIds.length === 1
          ? message('step {0} of {1}', Math.min(count + 1, steps.length), steps.length)
          : message('{0} of {1} sessions done', finished, sessionIds.length),
        fraction,
      );
    });
  });
  for (const { error } of outcomes) if (error !== undefined && sessionIds.length > 1) log.error(error);
  tellPlayed(statusMessages, { sequence, outcomes, label });
}

async function confirmProduction(
  connection: Services['connection'],
  { name, steps }: OpenedSequence,
  labels: readonly Label[],
): Promise<void> {
  const isOne = labels.length === 1;
  const names = listOf(labels.map((label) => message('“{0}”', label)));
  await confirmAt(
    connection,
    isOne
      ? message('Play “{0}” in production?', name)
      : message('Play “{0}” in {1} sessions in production?', name, labels.length),
    [
      steps.length === 1
        ? message('It clicks once in {0}.', names)
        : message('It runs {0} steps in {1}.', steps.length, names),
      message('Clicks can’t be undone.'),
    ],
    message('Play'),
  );
}

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
function tellPlayed(statusMessages: StatusMessages, played: Played): void {
  const [only, ...others] = played.outcomes;
  if (only && others.length === 0) return tellOne(statusMessages, played, only);
  const { sequence, outcomes } = played;
  const done = outcomes.filter(({ error }) => error === undefined).length;
  const text = message('“{0}”: {1} of {2} sessions done', sequence.name, done, outcomes.length);
  if (done === outcomes.length) return statusMessages.show(message('$(check) {0}', text));
  // Not awaited: the notification may stay open for hours.
  void showWarning(text, {
    label: message('Show Results'),
    run: async () => showResults(played),
  });
}

function tellOne(
  statusMessages: StatusMessages,
  { sequence, label }: Played,
  { sessionId, done, error, byPoint }: PlayOutcome,
): void {
  const { name, steps } = sequence;
  if (error === undefined)
    return statusMessages.show(
      byPoint.length === 0
        ? message('$(check) Played “{0}” in “{1}”', name, label(sessionId))
        : message(
            '$(warning) Played “{0}” in “{1}”; {2} of its names weren’t found',
            name,
            label(sessionId),
            byPoint.length,
          ),
    );
  if (error instanceof Cancelled)
    return statusMessages.show(
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

/** From now on every click in the session is recorded, wherever it comes from; its screen is there to click in. */
export const recordSequence: Command = async (services, target) => {
  const { connection, records, devtools, screens, notOffered } = services;
  const client = await connection.client();
  const needs = { client, records, connection };
  const id = await sessionOf(target, needs, { title: message('Record Sequence: Select Session') });
  const { sessions } = records;
  startRecording(services, connection.settings, sessions.get(id) ?? { id }, { client, sessions, devtools });
  if (!notOffered.has(connection.settings, 'openScreen')) screens.open(connection, id, client);
};

/** Opens what was recorded as a new file. */
export const stopRecording: Command = async ({ activities }) => {
  const [recording] = activities.of('recording');
  if (!recording) throw new UserError(message('Nothing is being recorded. Use Record Sequence first.'));
  activities.stopWhere((each) => each === recording, 'stopped');
  await recording.opened;
};
