import path from 'node:path';
import { readPointsText, readSequenceText } from '../app/clicks/click-files';
import { playSequence, StepFailed } from '../app/clicks/play-sequence';
import { Cancelled, sentenceOf, UserError } from '../core/errors';
import { english, message } from '../core/message';
import type { NamedPoint } from '../core/named-points';
import { describeStep, MAX_SEQUENCE_BYTES, type PlayedStep } from '../core/sequence';
import { POINTS_NAME } from '../core/sequence-files';
import { readWorkspaceFile } from '../packaging';
import { labelOf } from '../state';
import { writeOutput } from './check';
import { openSession, UsageError, type Context, type ExitCode } from './context';
import { junitXml, type PlayedCase } from './junit';
import { lineOf, plain } from './terminal';

/** Plays a sequence of clicks. */
export async function play(
  context: Context,
  file: string,
  { junit, ...options }: { readonly session?: string; readonly junit?: string },
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
  const open = await openSession(context, options.session, 'changes');
  const { steps, places, extension } = read;
  const times = [performance.now()];
  const request = { sessionIds: [open.session.id], steps, extension, topOf: (folder: string) => host.topOf(folder) };
  const name = path.basename(file);
  const [outcome] = await playSequence(open, request, signal, (_session, done) => {
    times.push(performance.now());
    terminal.progress(message('Playing “{0}”: step {1} of {2}', name, Math.min(done + 1, steps.length), steps.length));
  });
  times.push(performance.now());
  const { done, error, byPoint } = outcome ?? { done: 0, byPoint: [] };
  for (const index of byPoint)
    terminal.note(message('Step {0} was clicked at its point: nothing has its name.', index + 1), 'yellow');
  if (junit !== undefined) {
    const cases = steps.map((step, index) => caseOf(step, index, times, done, error));
    await writeOutput(path.resolve(cwd, junit), junitXml(name, cases));
  }
  if (error === undefined) {
    terminal.say(message('Played “{0}” in “{1}”: {2} steps.', name, labelOf(open.session), steps.length));
    return 0;
  }
  const failed = new StepFailed({ name, step: done + 1, of: steps.length, session: open.session.id }, error);
  if (error instanceof Cancelled) {
    if (!error.nothingDone) terminal.note(message('Interrupted in step {0}, which may have happened.', done + 1));
    throw error;
  }
  if (!(error instanceof UserError)) throw error;
  terminal.print(lineAt(places[done]?.offset ?? 0, lineOf(failed.text)));
  return 1;
}

async function textOf(folder: string, within: string): Promise<string | undefined> {
  return (await readWorkspaceFile({ folder, within }, MAX_SEQUENCE_BYTES))?.toString('utf8');
}

/** The named points of the project: those in the nearest folder, at or above this one, that has any. */
async function pointsAbove(folder: string): Promise<readonly NamedPoint[]> {
  const text = await textOf(folder, `.vscode/${POINTS_NAME}`);
  if (text !== undefined) return readPointsText(text).points;
  const parent = path.dirname(folder);
  return parent === folder ? [] : pointsAbove(parent);
}

/** `line:column`, from 1. */
function positionOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

/** @param times when each step began, and when the last one ended. */
function caseOf(step: PlayedStep, index: number, times: readonly number[], done: number, error: unknown): PlayedCase {
  const name = `${index + 1}: ${english(describeStep(step))}`;
  const took = Math.max(0, (times[index + 1] ?? 0) - (times[index] ?? 0));
  if (index < done) return { name, took, isSkipped: false };
  const hasFailed = error !== undefined && index === done;
  return hasFailed
    ? { name, took, isSkipped: false, failure: error instanceof Cancelled ? 'Interrupted.' : lineOf(sentenceOf(error)) }
    : { name, took: 0, isSkipped: true };
}
