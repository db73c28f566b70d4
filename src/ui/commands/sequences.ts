import path from 'node:path';
import * as vscode from 'vscode';
import type { RecordingActivity } from '../../app/activities/activity';
import { elementName, listElements } from '../../app/page/elements';
import { StepRunner } from '../../app/sequences/step-runner';
import { StepFailed, withSeen, type SessionOutcome } from '../../app/sequences/run-steps';
import type { RunOutcome } from '../../app/sequences/run-sequence';
import { failuresFirst, type TestOutcome } from '../../app/tests/test-results';
import { needsStart, playwrightSpec } from '../../app/sequences/playwright-spec';
import { Cancelled, sentenceOf, UserError } from '../../core/errors';
import { listOf, message, sentences, withTexts, type Message } from '../../core/message';
import { describeCondition, type Condition } from '../../core/conditions';
import { DEFAULT_TIMEOUT } from '../../core/steps';
import { plainText } from '../../core/plain-text';
import { SEQUENCE_ENDING } from '../../core/sequence-files';
import { labelOf, type ConnectionKey, type Label } from '../../state';
import { startRecording } from '../sequences/recordings';
import { runInSessions, type RunServices } from '../sequences/run-in-sessions';
import { openSequence, rangeOf, sequenceFileOf, type OpenedSequence } from '../sequences/sequence-file';
import { confirmAt } from '../connections/confirm-at';
import { ask } from '../editor/input-box';
import { localize, MAX_NAME, MAX_WORDS, plainLabel, t, withIcon } from '../editor/localize';
import { pick, type Choice } from '../editor/pick';
import { withSendingProgress, withStatus, type ReportProgress } from '../editor/progress';
import { saveFile } from '../editor/save-file';
import { commandButton, showWarning, type StatusMessages, OfferError } from '../editor/show';
import { chooseExtensionFolder } from '../folders/choose-folder';
import type { Services } from '../services';
import { askAndShare, notShared } from '../sessions/share-ports';
import { sessionsOf, sessionOf } from '../sessions/choose-session';
import { withVideos } from '../sessions/videos';
import { elementChoice } from '../clicks/element-choice';
import type { Command } from './command';

/** Runs a sequence file in one or more sessions. */
export const runSequence: Command = async (services, target) => {
  const sequence = await openSequence(await sequenceFileOf(target));
  const { connection, records } = services;
  const needs = { client: await connection.client(), records, connection };
  const sessions = await sessionsOf(target, needs, message('Run “{0}”: Select Sessions', sequence.name));
  await runAndTell(services, sequence, sessions);
};

/**
 * Runs a sequence in these sessions, with progress and Cancel, and tells what came of it. A production connection asks
 * first.
 */
async function runAndTell(
  services: RunServices & Pick<Services, 'notOffered' | 'activities'>,
  sequence: OpenedSequence,
  sessionIds: readonly string[],
): Promise<void> {
  const { statusMessages, connection, records, log } = services;
  const { sessions } = records;
  const { name, steps } = sequence;
  const label = (id: string): Label => labelOf(sessions.get(id) ?? { id });
  if (connection.settings.production) await confirmProduction(connection, sequence, sessionIds.map(label));
  for (const session of sessionIds.map((id) => sessions.get(id) ?? { id })) {
    const ports = notShared(services, session, sequence.ports ?? []);
    if (ports.length > 0) await askAndShare(services, await connection.client(), session, ports, 'file');
  }
  const total = sessionIds.length * steps.length;
  const done = new Map<string, number>();
  const run = (signal: AbortSignal, report: ReportProgress): Promise<readonly RunOutcome[]> =>
    runInSessions(services, sequence, sessionIds, signal, (session, count) => {
      done.set(session, count);
      const all = [...done.values()];
      const fraction = all.reduce((sum, each) => sum + each, 0) / total;
      const finished = all.filter((each) => each === steps.length).length;
      report(
        sessionIds.length === 1
          ? message('step {0} of {1}', Math.min(count + 1, steps.length), steps.length)
          : message('passed in {0} of {1} sessions', finished, sessionIds.length),
        fraction,
      );
    });
  const outcomes = await withVideos(services, sessionIds, () =>
    withSendingProgress(message('Running “{0}”', name), run),
  );
  for (const { error } of outcomes) if (error !== undefined && sessionIds.length > 1) log.error(error);
  const { name: connectionName, address } = connection.settings;
  tellResult(statusMessages, { sequence, outcomes, label, connection: { name: connectionName, address } });
}

async function confirmProduction(
  connection: Services['connection'],
  { name, steps }: OpenedSequence,
  labels: readonly Label[],
): Promise<void> {
  const isOne = labels.length === 1;
  const names = listOf(labels.map((label) => message('“{0}”', label)));
  await confirmAt(connection, {
    question: isOne
      ? message('Run “{0}” in production?', name)
      : message('Run “{0}” in {1} sessions in production?', name, labels.length),
    effect: sentences(
      steps.length === 1
        ? message('It clicks once in {0}.', names)
        : message('It runs {0} steps in {1}.', steps.length, names),
      message('Clicks can’t be undone.'),
    ),
    dont: message('Don’t Run'),
    buttons: [message('Run')],
  });
}

interface RunResult {
  readonly sequence: OpenedSequence;
  readonly outcomes: readonly RunOutcome[];
  /** The user-visible name of a session. */
  readonly label: (sessionId: string) => Label;
  readonly connection: ConnectionKey;
}

/**
 * Tells what came of a sequence: in one session briefly, in several with a row for each.
 * @throws OfferError if it was run in one session and failed there: its button leads to the step.
 */
function tellResult(statusMessages: StatusMessages, run: RunResult): void {
  const [only, ...others] = run.outcomes;
  if (only && others.length === 0) return tellOne(statusMessages, run, only);
  const { sequence, outcomes, label } = run;
  const done = outcomes.filter(({ error }) => error === undefined).length;
  const failures = outcomes.filter((outcome) => resultOf(outcome) === 'failed');
  const [first] = failures;
  if (done === outcomes.length)
    return statusMessages.show(message('$(check) “{0}” passed in {1} sessions', sequence.name, done));
  const text = first
    ? message(
        '“{0}” failed in {1} of {2} sessions. “{3}”, step {4}: {5}',
        sequence.name,
        failures.length,
        outcomes.length,
        label(first.sessionId),
        first.done + 1,
        withTexts(withSeen(sentenceOf(first.error), first.picture), label),
      )
    : message(
        '“{0}” passed in {1} of {2} sessions, and was canceled in the others.',
        sequence.name,
        done,
        outcomes.length,
      );
  // Not awaited: the notification may stay open for hours.
  void showWarning(text, {
    label: message('Show Results'),
    run: async () => showResults(run),
  });
}

function tellOne(
  statusMessages: StatusMessages,
  { sequence, label, connection }: RunResult,
  outcome: RunOutcome,
): void {
  const { sessionId, done, error, byPoint } = outcome;
  const { name, steps } = sequence;
  if (error === undefined)
    return statusMessages.show(
      byPoint.length === 0
        ? message('$(check) “{0}” passed in “{1}”', name, label(sessionId))
        : message(
            '$(warning) “{0}” passed in “{1}”; {2} of its names weren’t found',
            name,
            label(sessionId),
            byPoint.length,
          ),
    );
  if (error instanceof Cancelled)
    return statusMessages.show(
      error.nothingDone
        ? message('$(circle-slash) Canceled “{0}” at step {1} of {2}', name, done + 1, steps.length)
        : message('$(warning) Canceled “{0}” during step {1} of {2}; check it first', name, done + 1, steps.length),
    );
  const failed = new StepFailed(sequence, outcome);
  const offers = [
    { label: message('Go to Step'), run: () => showStep(sequence, done) },
    commandButton(message('Save Report…'), 'saveReport', {
      connection: connection.name,
      address: connection.address,
      session: sessionId,
    }),
  ];
  throw new OfferError(failed.text, offers, failed.severity, failed);
}

/** @param done how many steps were done before it. */
async function showStep({ document, places }: OpenedSequence, done: number): Promise<void> {
  const place = places[Math.min(done, places.length - 1)];
  if (place) await vscode.window.showTextDocument(document, { selection: rangeOf(document, place) });
}

function resultOf({ error }: SessionOutcome): TestOutcome {
  if (error === undefined) return 'passed';
  return error instanceof Cancelled ? 'canceled' : 'failed';
}

/** A row for each session, failures first; one where it failed leads to the step in the file. */
async function showResults({ sequence, outcomes, label }: RunResult): Promise<void> {
  const chosen = await pick(
    message('“{0}”: Results', sequence.name),
    message('Select a session to see its step'),
    failuresFirst(outcomes.map((outcome) => ({ ...outcome, outcome: resultOf(outcome) }))).map((outcome) =>
      choiceOf(outcome, sequence, label),
    ),
  ).catch((error: unknown) => {
    if (error instanceof Cancelled) return undefined;
    throw error;
  });
  if (chosen) await showStep(sequence, chosen.done);
}

function choiceOf(outcome: RunOutcome, { steps }: OpenedSequence, label: RunResult['label']): Choice<RunOutcome> {
  const { sessionId, done, error } = outcome;
  const name = plainLabel(label(sessionId));
  if (error === undefined)
    return { label: withIcon('pass', name), description: t('passed, {0} steps', steps.length), value: outcome };
  const detail: Message =
    error instanceof Cancelled ? canceled(error) : withTexts(withSeen(sentenceOf(error), outcome.picture), label);
  return {
    label: withIcon(error instanceof Cancelled ? 'circle-slash' : 'error', name),
    description:
      error instanceof Cancelled
        ? t('canceled at step {0} of {1}', done + 1, steps.length)
        : t('failed at step {0} of {1}', done + 1, steps.length),
    detail: localize(detail, MAX_WORDS),
    value: outcome,
  };
}

function canceled({ nothingDone }: Cancelled): Message {
  return nothingDone
    ? message('Canceled before this step.')
    : message('Canceled during this step. Its click may have happened.');
}

/** From now on it is recorded what a person does in the session; its screen is there to do it in. */
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

/** Adds to a recording what should be true at this point. */
export const addExpectation: Command = async ({ activities, statusMessages }) => {
  const [recording] = activities.of('recording');
  if (!recording) throw new UserError(message('Nothing is being recorded. Use Record Sequence first.'));
  const title = message('Add Expectation');
  const choose = await pick<() => Promise<Condition>>(title, message('What should be true at this point?'), [
    { label: t('$(symbol-text) Page shows text…'), value: () => textExpected(title) },
    { label: t('$(eye) Element is visible…'), value: () => visibleExpected(title, recording) },
    { label: t('$(globe) Page address is…'), value: () => addressExpected(title, recording) },
    { label: t('$(database) Storage contains…'), value: () => storedExpected(title, recording) },
    { label: t('$(pass) No errors in the extension'), value: async () => ({ kind: 'noErrors' }) },
  ]);
  const condition = await choose();
  recording.addStep({ kind: 'expect', condition, timeout: DEFAULT_TIMEOUT });
  statusMessages.show(message('$(check) Added: expect {0}', describeCondition(condition)));
};

const NEEDED = message('Enter a text.');

async function textExpected(title: Message): Promise<Condition> {
  const prompt = message('Text to find on the page');
  const text = await ask({ title, prompt, check: (entered) => (entered.trim() === '' ? NEEDED : undefined) });
  return { kind: 'text', text };
}

async function visibleExpected(title: Message, { access, session }: RecordingActivity): Promise<Condition> {
  const found = await withStatus(message('Reading the page in “{0}”…', labelOf(session)), (signal) =>
    listElements(access, session, signal),
  );
  const named = found.filter(({ name }) => name !== '');
  const element = await pick(title, message('Select the element'), named.map(elementChoice));
  return { kind: 'visible', target: elementName(element) };
}

async function addressExpected(title: Message, recording: RecordingActivity): Promise<Condition> {
  const { address: value } = await withPage(recording, (page) => page.read());
  const prompt = message('Address of the page; * matches any characters');
  const address = await ask({ title, prompt, value, check: (entered) => (entered === '' ? NEEDED : undefined) });
  return { kind: 'address', address };
}

async function storedExpected(title: Message, recording: RecordingActivity): Promise<Condition> {
  const stored = await withPage(recording, (page) => page.stored('local'));
  const [key, value] = await pick(
    title,
    message('Select the key; its current value is expected'),
    Object.entries(stored).map((entry) => ({
      label: withIcon('key', plainText(entry[0], MAX_NAME)),
      description: plainText(JSON.stringify(entry[1]), MAX_NAME),
      value: entry,
    })),
  );
  return { kind: 'storage', values: { local: { [key]: value } } };
}

function withPage<T>({ access, session }: RecordingActivity, use: (page: StepRunner) => Promise<T>): Promise<T> {
  return withStatus(message('Reading the page in “{0}”…', labelOf(session)), (signal) =>
    use(new StepRunner({ access, session, extension: undefined, topOf: undefined }, signal)),
  );
}

/** Writes a sequence as a test for Playwright, with an extension of the workspace. */
export const exportToPlaywright: Command = async ({ statusMessages }, target) => {
  const sequence = await openSequence(await sequenceFileOf(target));
  const { name, document } = sequence;
  const folder = await chooseExtensionFolder(
    message('Export “{0}” to Playwright: Select Extension', name),
    message('Select Folder'),
  );
  const title = name.slice(0, -SEQUENCE_ENDING.length);
  const specFor = (file: vscode.Uri): Uint8Array => {
    const seen = (absolute: string): string =>
      `./${path.relative(path.dirname(file.fsPath), absolute).replaceAll(path.sep, '/')}`;
    const pathOf = (of: string): string => seen(path.resolve(path.dirname(document.uri.fsPath), of));
    const exported = { ...sequence, name: title, extension: seen(folder.fsPath), pathOf };
    return new TextEncoder().encode(playwrightSpec(exported));
  };
  const file = await saveFile(message('Export to Playwright'), specFor, `${title}.spec.ts`, { TypeScript: ['ts'] });
  if (!file) return;
  await vscode.window.showTextDocument(file);
  const saved = path.posix.basename(file.path);
  statusMessages.show(
    needsStart(sequence)
      ? message('$(warning) Exported to “{0}”. Add its start page', saved)
      : message('$(check) Exported to “{0}”', saved),
  );
};
