import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readPointsText, readSequenceText } from '../app/sequences/sequence-text';
import { StepFailed } from '../app/sequences/run-steps';
import { runSequence } from '../app/sequences/run-sequence';
import { collectReport } from '../app/report/collect-report';
import { REPORT_PARTS } from '../app/report/report';
import { reportPage } from '../app/report/report-html';
import { uploadBuilds } from '../app/sequences/upload-build';
import { SessionHistories } from '../app/report/session-history';
import { Cancelled, sentenceOf, UserError } from '../core/errors';
import { english, message } from '../core/message';
import type { NamedPoint } from '../core/named-points';
import { MAX_SEQUENCE_BYTES } from '../core/sequence';
import { describeStep, type ResolvedStep } from '../core/steps';
import { POINTS_NAME } from '../core/sequence-files';
import { inspectExtension, readWorkspaceFile } from '../packaging';
import { labelOf } from '../state';
import { openSession, UsageError, type Context, type ExitCode, type OpenSession } from './context';
import { writeOutput } from './files';
import { junitXml, type TestedCase } from './junit';
import { lineOf, localize, plain, t } from './terminal';

interface TestOptions {
  readonly session?: string;
  /** The files to write. */
  readonly junit?: string;
  readonly report?: string;
  /** Of this program. */
  readonly version: string;
}

/** Runs a sequence as a test, in a session. */
export async function testSequence(
  context: Context,
  file: string,
  { junit, report, version, session }: TestOptions,
): Promise<ExitCode> {
  const { terminal, signal, cwd, host } = context;
  const absolute = path.resolve(cwd, file);
  const text = await textOf(path.dirname(absolute), path.basename(absolute));
  if (text === undefined) throw new UsageError(message('File not found: {0}.', file));
  const read = readSequenceText(text, await pointsAbove(path.dirname(absolute)));
  const lineAt = (offset: number, what: string): string => `${plain(file)}:${positionOf(text, offset)}: error: ${what}`;
  if ('problems' in read) {
    for (const problem of read.problems) terminal.print(lineAt(problem.offset, lineOf(problem.text)));
    return 1;
  }
  const open = await openSession(context, session, 'changes');
  const { steps, places } = read;
  const name = path.basename(file);
  const sequence = { ...read, name };
  const histories = new SessionHistories();
  const request = {
    sessionIds: [open.session.id],
    topOf: (folder: string) => host.topOf(folder),
    upload: uploadBuilds(open.connection.upload, path.dirname(absolute), await topAbove(path.dirname(absolute))),
    memory: report === undefined ? undefined : { connection: open.connection.settings, histories, localize },
  };
  const [outcome] = await runSequence(open, sequence, request, signal, (_session, done) => {
    terminal.progress(message('Running “{0}”: step {1} of {2}', name, Math.min(done + 1, steps.length), steps.length));
  });
  if (!outcome) throw new Error('a session that is run in has an outcome');
  const { done, error, byPoint, times } = outcome;
  for (const index of byPoint)
    terminal.note(message('Step {0} was clicked at its point: nothing has its name.', index + 1), 'yellow');
  if (junit !== undefined) {
    const cases = steps.map((step, index) => caseOf(step, index, times, done, error));
    await writeOutput(path.resolve(cwd, junit), junitXml(name, cases));
  }
  if (report !== undefined && !(error instanceof Cancelled)) {
    const page = await reportOf(context, open, histories, version);
    await writeOutput(path.resolve(cwd, report), page);
  }
  if (error === undefined) {
    terminal.say(message('“{0}” passed in “{1}”: {2} steps.', name, labelOf(open.session), steps.length));
    return 0;
  }
  const failed = new StepFailed(sequence, outcome);
  if (error instanceof Cancelled) {
    if (!error.nothingDone) terminal.note(message('Interrupted in step {0}, which may have happened.', done + 1));
    throw error;
  }
  if (!(error instanceof UserError)) throw error;
  terminal.print(lineAt(places[done]?.offset ?? 0, lineOf(failed.text)));
  return 1;
}

/** The page of a report of what was run. A job has no person to look at what is stored, so that is not in it. */
async function reportOf(
  { signal, host, terminal }: Context,
  open: OpenSession,
  histories: SessionHistories,
  version: string,
): Promise<string> {
  const {
    session,
    connection: { settings: connection },
  } = open;
  terminal.progress(message('Collecting the report…'));
  const needs = {
    access: open,
    session,
    connection,
    history: histories.of(connection, session.id),
    // A process of its own has one token.
    tokens: [],
    versions: { extension: version, editor: '' },
    inspect: (folder: string, chromium: string | undefined, limited: AbortSignal) =>
      inspectExtension(folder, { ...(chromium !== undefined && { chromium }) }, limited),
    topOf: (folder: string) => host.topOf(folder),
    localize,
  };
  const parts = REPORT_PARTS.filter((part) => part !== 'storage');
  const collected = await collectReport(needs, new Set(parts), signal);
  return reportPage(collected, { t, localize, language: 'en' });
}

async function textOf(folder: string, within: string, owner?: number): Promise<string | undefined> {
  return (await readWorkspaceFile({ folder, within }, MAX_SEQUENCE_BYTES, owner))?.toString('utf8');
}

/**
 * The named points of the project: those in the nearest folder, at or above this one, that has any, up to the root of
 * the repository. Points of another user are not the project’s: into a folder that several share, anybody can put some.
 * @param owner of the folder of the sequence.
 */
async function pointsAbove(folder: string, owner?: number): Promise<readonly NamedPoint[]> {
  const wanted = owner ?? (await ownerOf(folder));
  if (wanted !== undefined && (await ownerOf(path.join(folder, '.vscode'))) === wanted) {
    const text = await textOf(folder, `.vscode/${POINTS_NAME}`, wanted);
    if (text !== undefined) return readPointsText(text).points;
  }
  const parent = path.dirname(folder);
  const isRoot = parent === folder || (await ownerOf(path.join(folder, '.git'))) !== undefined;
  return isRoot ? [] : pointsAbove(parent, wanted);
}

/** The root of the repository that a folder is in; the folder itself if it is in none. */
async function topAbove(folder: string): Promise<string> {
  for (let top = folder; ; top = path.dirname(top)) {
    if ((await ownerOf(path.join(top, '.git'))) !== undefined) return top;
    if (path.dirname(top) === top) return folder;
  }
}

/** The number of the user that a file or a folder belongs to; undefined if it is not there. Windows has 0 for all. */
async function ownerOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ uid }) => uid,
    () => undefined,
  );
}

/** `line:column`, from 1. */
function positionOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

/** @param times when each step began, and when the last one ended. */
function caseOf(step: ResolvedStep, index: number, times: readonly number[], done: number, error: unknown): TestedCase {
  const name = `${index + 1}: ${english(describeStep(step))}`;
  const took = Math.max(0, (times[index + 1] ?? 0) - (times[index] ?? 0));
  if (index < done) return { name, took, isSkipped: false };
  const hasFailed = error !== undefined && index === done;
  return hasFailed
    ? { name, took, isSkipped: false, failure: error instanceof Cancelled ? 'Interrupted.' : lineOf(sentenceOf(error)) }
    : { name, took: 0, isSkipped: true };
}
