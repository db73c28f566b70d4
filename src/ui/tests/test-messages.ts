import * as vscode from 'vscode';
import type { TestNeeds } from '../../app/tests/run-tests';
import type { SequenceFile, Test } from '../../app/tests/load-test';
import { decidingAttempt, failureIn, type TestResult } from '../../app/tests/test-results';
import { SessionHistories } from '../../app/report/session-history';
import { message, type Message } from '../../core/message';
import { plainText, type PlainText } from '../../core/plain-text';
import { SEQUENCE_ENDING } from '../../core/sequence-files';
import { describeStep } from '../../core/steps';
import type { SessionRecord } from '../../state';
import { collectPage } from '../report/collect';
import { commandId } from '../editor/contributed';
import { pictureWithText } from '../editor/linked-tooltip';
import { localize, MAX_WORDS } from '../editor/localize';
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
    return this.write('screenshot.png', png);
  }

  /** The report of a session that will end soon; undefined if it could not be had. */
  async report(
    services: Services,
    { access }: TestNeeds,
    { sequence }: Test,
    session: SessionRecord,
    signal: AbortSignal,
  ): Promise<vscode.Uri | undefined> {
    try {
      const page = await collectPage({ ...services, histories: this.histories }, access, session, signal);
      const title = sequence.name.slice(0, -SEQUENCE_ENDING.length);
      return await this.write(`${title}.report.html`, Buffer.from(page));
    } catch (error) {
      this.window.log.error(error);
      return undefined;
    }
  }

  private async write(name: string, content: Buffer): Promise<vscode.Uri> {
    const file = vscode.Uri.joinPath(this.folder, String(++this.count % MAX_FILES), name);
    await writeFile(file, content);
    return file;
  }
}

/** The output of tests that run side by side: the lines of each are told together, when it has ended. */
export class TestOutput {
  private readonly lines = new Map<vscode.TestItem, Message[]>();

  constructor(private readonly run: vscode.TestRun) {}

  /** A line for a step that is done. */
  stepDone(item: vscode.TestItem, { steps }: SequenceFile, done: number): void {
    const step = steps[done - 1];
    if (step) this.add(item, message('✓ {0}. {1}', done, describeStep(step)));
  }

  add(item: vscode.TestItem, text: Message): void {
    this.lines.set(item, [...(this.lines.get(item) ?? []), text]);
  }

  end(item: vscode.TestItem): void {
    const lines = this.lines.get(item) ?? [];
    this.lines.delete(item);
    const texts = [item.label, ...lines.map((line) => `  ${localize(line, MAX_WORDS)}`), ''];
    this.run.appendOutput(texts.join('\r\n'), undefined, item);
  }
}

/** Tells what came of a test, with the reason first, and below it the picture, the log, and the report. */
export async function tellResult(
  run: vscode.TestRun,
  item: vscode.TestItem,
  result: TestResult,
  output: TestOutput,
  files: FailureFiles,
  report: vscode.Uri | undefined,
): Promise<void> {
  const { outcome, took, reason, attempts } = result;
  const attempt = decidingAttempt(result);
  for (const index of attempt?.run?.byPoint ?? [])
    output.add(item, message('Step {0} clicked at its coordinates: no element has its name.', index + 1));
  if (outcome === 'skipped' || outcome === 'canceled') {
    output.add(item, reason === undefined ? message('Canceled') : message('Skipped: {0}', reason));
    output.end(item);
    return run.skipped(item);
  }
  if (outcome === 'flaky') output.add(item, message('Flaky: it passed at attempt {0}.', attempts.length));
  if (outcome !== 'failed' || !attempt?.error) {
    output.end(item);
    return run.passed(item, took);
  }
  const { of, run: came } = attempt;
  const { index, words: why } = failureIn(attempt, attempt.error);
  output.add(item, message('✗ {0}', why));
  output.end(item);
  const place = of.places[index];
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
  const seen = came?.picture?.isBlank ? undefined : came?.picture;
  const picture = seen && (await files.picture(seen.png));
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
