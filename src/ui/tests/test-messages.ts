import * as vscode from 'vscode';
import type { TestNeeds } from '../../app/tests/run-tests';
import type { SequenceFile } from '../../app/tests/load-test';
import { decidingAttempt, type TestResult } from '../../app/tests/test-results';
import { SessionHistories } from '../../app/report/session-history';
import { message, type Message } from '../../core/message';
import { plainText, type PlainText } from '../../core/plain-text';
import { describeStep } from '../../core/steps';
import type { SessionRecord } from '../../state';
import { collectPage } from '../commands/report';
import { commandId } from '../editor/contributed';
import { pictureWithText } from '../editor/linked-tooltip';
import { localize, MAX_NAME, MAX_WORDS } from '../editor/localize';
import { writeFile } from '../editor/workspace-file';
import { linesOf } from '../log/extension-channel';
import type { Services, WindowServices } from '../services';

/** Lines of a log that a failure shows: the last. */
const MAX_LINES = 20;
/** Pictures and reports of failures that are kept. */
const MAX_FILES = 20;

/** Pictures and reports of tests that failed, in a folder of ours, until as many others have come. */
export class FailureFiles {
  /** What the browsers of tests did and said, for their reports. */
  readonly histories = new SessionHistories();
  private count = 0;

  constructor(
    private readonly window: WindowServices,
    private readonly folder: vscode.Uri,
  ) {}

  async picture(png: Buffer): Promise<vscode.Uri> {
    return this.write('png', png);
  }

  /** The report of a session that will end soon; undefined if it could not be had. */
  async report(
    services: Services,
    { access }: TestNeeds,
    session: SessionRecord,
    signal: AbortSignal,
  ): Promise<vscode.Uri | undefined> {
    try {
      const page = await collectPage({ ...services, histories: this.histories }, access, session, signal);
      return await this.write('report.html', Buffer.from(page));
    } catch (error) {
      this.window.log.error(error);
      return undefined;
    }
  }

  private async write(ending: string, content: Buffer): Promise<vscode.Uri> {
    const file = vscode.Uri.joinPath(this.folder, `${++this.count % MAX_FILES}.${ending}`);
    await writeFile(file, content);
    return file;
  }
}

/** A line of output for a step that is done. */
export function tellStep(run: vscode.TestRun, item: vscode.TestItem, { steps }: SequenceFile, done: number): void {
  const step = steps[done - 1];
  if (step) say(run, item, message('✓ {0}. {1}', done, describeStep(step)));
}

/** Tells what came of a test, with the reason first, and below it the picture, the log, and the report. */
export async function tellResult(
  run: vscode.TestRun,
  item: vscode.TestItem,
  result: TestResult,
  files: FailureFiles,
  report: vscode.Uri | undefined,
): Promise<void> {
  const { outcome, took, reason, attempts } = result;
  const attempt = decidingAttempt(result);
  for (const index of attempt?.run?.byPoint ?? [])
    say(run, item, message('Step {0} was clicked at its point: nothing has its name.', index + 1));
  if (outcome === 'skipped' || outcome === 'canceled') {
    if (reason !== undefined) say(run, item, message('Skipped: {0}', reason));
    return run.skipped(item);
  }
  if (outcome === 'flaky') say(run, item, message('Flaky: it passed at attempt {0}.', attempts.length));
  if (outcome !== 'failed' || !attempt?.error) return run.passed(item, took);
  const { of, run: came, error } = attempt;
  const done = Math.min(came?.done ?? 0, of.steps.length - 1);
  const step = came && of.steps[done];
  const why: Message = step ? message('Step {0}, {1}: {2}', done + 1, describeStep(step), error) : error;
  say(run, item, message('✗ {0}', why));
  const place = of.places[done];
  const document = place && (await vscode.workspace.openTextDocument(vscode.Uri.file(of.file)));
  const location =
    place &&
    document &&
    new vscode.Location(
      document.uri,
      new vscode.Range(document.positionAt(place.offset), document.positionAt(place.offset + place.length)),
    );
  const log = (came?.log ?? [])
    .slice(-MAX_LINES)
    .flatMap((line) => linesOf(line))
    .map((line): PlainText => plainText(line, MAX_WORDS));
  const picture = came?.picture && (await files.picture(came.picture.png));
  const sentence = localize(why, MAX_WORDS);
  const shown = new vscode.TestMessage(
    report
      ? pictureWithText(sentence, picture, log, {
          label: message('Open Report'),
          command: commandId('openReport'),
          argument: { file: report.fsPath },
        })
      : pictureWithText(sentence, picture, log),
  );
  if (location) shown.location = location;
  run.failed(item, shown, took);
}

function say(run: vscode.TestRun, item: vscode.TestItem, text: Message): void {
  run.appendOutput(`${localize(text, MAX_NAME)}\r\n`, undefined, item);
}
