import * as vscode from 'vscode';
import { StepFailed, type PlayOutcome } from '../../app/sequences/play-sequence';
import { Cancelled, sentenceOf, UserError } from '../../core/errors';
import { message, withTexts } from '../../core/message';
import { plainText, type PlainText } from '../../core/plain-text';
import { labelOf, type Label } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { pictureWithText } from '../editor/linked-tooltip';
import { commandId } from '../editor/contributed';
import { localize, MAX_NAME, MAX_WORDS, t } from '../editor/localize';
import { writeFile } from '../editor/workspace-file';
import { linesOf } from '../log/extension-channel';
import { servicesFor, type Services, type WindowServices } from '../services';
import { sessionsOf } from '../sessions/choose-session';
import { withVideos } from '../sessions/videos';
import { runInSessions } from '../sequences/run-in-sessions';
import { openSequence, rangeOf, type OpenedSequence } from '../sequences/sequence-file';
import type { PlayTests } from '../sequences/sequence-tests';

/** Lines of a log that a failure shows: the last. */
const MAX_LINES = 20;
/** Pictures of failures that are kept. */
const MAX_PICTURES = 20;

/**
 * Plays sequences as tests.
 * @param folder where the pictures of what failed are kept, until as many others have come.
 */
export function sequencePlayer(window: WindowServices, folder: vscode.Uri): PlayTests {
  let pictures = 0;
  const keep = async (png: Buffer): Promise<vscode.Uri> => {
    const file = vscode.Uri.joinPath(folder, `${++pictures % MAX_PICTURES}.png`);
    await writeFile(file, png);
    return file;
  };
  return async (run, tests, token) => {
    const stopping = new AbortController();
    token.onCancellationRequested(() => stopping.abort());
    const services = servicesFor(window);
    try {
      const sessionIds = await sessionsFor(services, tests.length);
      await withVideos(services, sessionIds, async () => {
        for (const test of tests) {
          if (stopping.signal.aborted) run.skipped(test);
          else await playOne({ services, run, test, sessionIds, keep }, stopping.signal);
        }
      });
    } catch (error) {
      for (const test of tests)
        if (error instanceof Cancelled) run.skipped(test);
        else run.errored(test, new vscode.TestMessage(localize(sentenceOf(error), MAX_WORDS)));
      if (!(error instanceof Cancelled)) window.log.error(error);
    }
  };
}

/** The sessions to play in; a production connection asks first. */
async function sessionsFor(services: Services, count: number): Promise<readonly string[]> {
  const { connection, records } = services;
  const needs = { client: await connection.client(), records, connection };
  const sessionIds = await sessionsOf({}, needs, message('Run Tests: Select Sessions'));
  if (connection.settings.production)
    await confirmAt(connection, {
      question:
        count === 1 ? message('Play 1 sequence in production?') : message('Play {0} sequences in production?', count),
      effect: message('Clicks can’t be undone.'),
      dont: message('Don’t Play'),
      buttons: [message('Play')],
    });
  return sessionIds;
}

interface Playing {
  readonly services: Services;
  readonly run: vscode.TestRun;
  readonly test: vscode.TestItem;
  readonly sessionIds: readonly string[];
  readonly keep: (png: Buffer) => Promise<vscode.Uri>;
}

async function playOne({ services, run, test, sessionIds, keep }: Playing, signal: AbortSignal): Promise<void> {
  const { connection, records } = services;
  const { sessions } = records;
  const label = (id: string): Label => labelOf(sessions.get(id) ?? { id });
  run.started(test);
  const began = performance.now();
  const took = (): number => performance.now() - began;
  let sequence: OpenedSequence;
  try {
    if (!test.uri) throw new Error('a test has no file');
    sequence = await openSequence(test.uri);
  } catch (error) {
    run.errored(test, new vscode.TestMessage(localize(sentenceOf(error), MAX_WORDS)), took());
    return;
  }
  const { document, places } = sequence;
  const outcomes = await runInSessions(services, sequence, sessionIds, signal);
  const failed = outcomes.filter(({ error }) => error !== undefined);
  for (const { byPoint, sessionId } of outcomes)
    for (const index of byPoint)
      say(
        run,
        test,
        message('Step {0} in “{1}” was clicked at its point: nothing has its name.', index + 1, label(sessionId)),
      );
  if (failed.length === 0) return run.passed(test, took());
  if (failed.every(({ error }) => error instanceof Cancelled)) return run.skipped(test);
  const messages = await Promise.all(
    failed.map(async (outcome) => {
      const { sessionId, done, picture } = outcome;
      const { text } = new StepFailed(sequence, outcome);
      const why = sessionIds.length === 1 ? text : message('“{0}”: {1}', label(sessionId), text);
      const place = places[Math.min(done, places.length - 1)];
      const location = place && new vscode.Location(document.uri, rangeOf(document, place));
      const log = logOf(outcome);
      const sentence = localize(withTexts(why, label), MAX_WORDS);
      const { name, address } = connection.settings;
      const report = { connection: name, address, session: sessionId };
      const shown = pictureWithText(t('Screenshot and log'), sentence, picture && (await keep(picture.png)), log, {
        label: message('Save Report…'),
        command: commandId('saveReport'),
        argument: report,
      });
      const told = [new vscode.TestMessage(sentence)];
      // One of its own: the list of results shows the first line of each as it is written.
      if (picture || log.length > 0) told.push(new vscode.TestMessage(shown));
      for (const each of told) if (location) each.location = location;
      return told;
    }),
  );
  if (failed.every(({ error }) => error instanceof UserError)) run.failed(test, messages.flat(), took());
  else run.errored(test, messages.flat(), took());
}

function logOf({ log }: PlayOutcome): PlainText[] {
  return log
    .slice(-MAX_LINES)
    .flatMap((line) => linesOf(line))
    .map((line) => plainText(line, MAX_WORDS));
}

function say(run: vscode.TestRun, test: vscode.TestItem, text: ReturnType<typeof message>): void {
  run.appendOutput(`${localize(text, MAX_NAME)}\r\n`, undefined, test);
}
