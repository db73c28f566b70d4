import { Cancelled, sentenceOf, UserError } from '../../core/errors';
import type { Message } from '../../core/message';
import type { ResolvedStep } from '../../core/steps';
import { withTimeLimit } from '../../core/time-limit';
import { DevToolsFailure, untilPainted, withFront } from '../../devtools';
import type { ConnectionKey } from '../../state';
import { takeScreenshot } from '../computer';
import type { BrowserAccess } from '../devtools-sessions';
import { REPORT_LIMITS, type ReportPicture, type StepResult } from '../report/report';
import type { SessionHistories } from '../report/session-history';
import type { UploadBuild } from './sequence-extension';
import type { Sequence } from './sequence-text';
import type { SessionRequests } from './session-requests';
import { runSteps, type SessionOutcome } from './run-steps';

/** Milliseconds. A session that takes longer has no picture. */
const MAX_PICTURE = 10_000;
/** Milliseconds for which it is looked whether there is something on it. */
const MAX_WAIT = 5000;

export interface NamedSequence extends Pick<Sequence, 'steps' | 'extension' | 'start'> {
  /** Of its file. */
  readonly name: string;
}

/** What remembers runs for reports. */
export interface RunMemory {
  readonly connection: ConnectionKey;
  readonly histories: SessionHistories;
  readonly localize: (text: Message) => string;
  /**
   * Is given what goes on after the run: the pictures of what passed or was canceled, for which nobody waits. Without
   * it they are waited for too.
   */
  readonly later?: (remembering: Promise<unknown>) => void;
  /** Takes no picture of what passed: nobody looks at it. */
  readonly onlyFailures?: boolean;
}

interface RunRequest {
  readonly sessionIds: readonly string[];
  /** The folder of the project that an extension's folder is in: for the places in its log. */
  readonly topOf: (folder: string) => string;
  /** Uploads another build over the one that is loaded. */
  readonly upload?: UploadBuild | undefined;
  /** What ran before in the same session. */
  readonly before?: readonly ResolvedStep[] | undefined;
  /** The requests of the session, for one session: a mock of them lasts beyond these steps. */
  readonly requests?: SessionRequests | undefined;
  /** Is waited for before each step, from 0. */
  readonly beforeStep?: ((index: number) => Promise<void>) | undefined;
  /** Undefined: there will be no report, so no log is followed, and no picture is taken. */
  readonly memory: RunMemory | undefined;
}

export interface RunOutcome extends SessionOutcome {
  /** The display when it failed, if it could be had. */
  readonly picture?: ReportPicture | undefined;
}

/**
 * Runs a sequence in sessions, and remembers what came of it.
 * @param onProgress as for `runSteps`.
 * @returns as `runSteps`.
 */
export async function runSequence(
  access: BrowserAccess,
  sequence: NamedSequence,
  { memory, ...run }: RunRequest,
  signal: AbortSignal,
  onProgress?: (sessionId: string, done: number) => void,
): Promise<readonly RunOutcome[]> {
  const { steps, extension, start } = sequence;
  const request = { ...run, steps, start, extension, followsLog: memory !== undefined };
  const outcomes = await runSteps(access, request, signal, onProgress);
  if (!memory) return outcomes;
  return Promise.all(
    outcomes.map(async (outcome) => {
      // What failed may look different soon.
      if (memory.later && (outcome.error === undefined || outcome.error instanceof Cancelled)) {
        memory.later(rememberRun(access, memory, sequence, outcome, access.client.ended));
        return outcome;
      }
      return { ...outcome, picture: await rememberRun(access, memory, sequence, outcome, signal) };
    }),
  );
}

/**
 * Remembers what came of a sequence in a session, with a picture of its display now.
 * @param signal ends the wait for the picture.
 * @returns the picture; undefined if there is none.
 */
export async function rememberRun(
  access: BrowserAccess,
  { connection, histories, localize, onlyFailures = false }: Omit<RunMemory, 'later'>,
  { name, extension, steps }: NamedSequence,
  outcome: SessionOutcome,
  signal: AbortSignal,
): Promise<ReportPicture | undefined> {
  const { sessionId, log } = outcome;
  histories.addLines(connection, sessionId, log);
  const path = {
    name,
    ...(extension !== undefined && { extension }),
    steps,
    results: steps.map((_, index) => resultOf(index, outcome, localize)),
  };
  histories.setPath(connection, sessionId, path);
  if (onlyFailures && outcome.error === undefined) return undefined;
  const hasFailed = outcome.error !== undefined && !(outcome.error instanceof Cancelled);
  const picture = await pictureOf(access, sessionId, hasFailed, signal);
  // Meanwhile the session may be somebody else’s, or something else was run in it.
  const isNewest = histories.of(connection, sessionId).path === path;
  if (isNewest && picture && picture.png.length <= REPORT_LIMITS.picture)
    histories.setPath(connection, sessionId, { ...path, picture });
  return picture;
}

function resultOf(
  index: number,
  { done, error, byPoint, times, points }: SessionOutcome,
  localize: (text: Message) => string,
): StepResult {
  const isTried = index < done || (index === done && error !== undefined && times[index] !== undefined);
  if (!isTried) return { state: 'skipped' };
  const [began, ended, point] = [times[index], times[index + 1], points[index]];
  const facts = {
    ...(began !== undefined && { began }),
    ...(ended !== undefined && { ended }),
    ...(point && { point }),
  };
  if (index < done) return { state: byPoint.includes(index) ? 'byPoint' : 'passed', ...facts };
  if (error instanceof Cancelled) return { state: error.nothingDone ? 'skipped' : 'canceled', ...facts };
  return { state: 'failed', ...facts, error: localize(sentenceOf(error)) };
}

/** @param isProof whether it has to show the page: what the page paints first is waited for. */
async function pictureOf(
  access: BrowserAccess,
  session: string,
  isProof: boolean,
  signal: AbortSignal,
): Promise<ReportPicture | undefined> {
  try {
    const limited = withTimeLimit(signal, MAX_PICTURE);
    const isPainted = isProof ? await isPaintedIn(access, session, limited) : undefined;
    const png = await takeScreenshot(access, session, limited);
    return { png, at: Date.now(), ...(isPainted === false && { isBlank: true }) };
  } catch (error) {
    if (error instanceof UserError || error instanceof Cancelled || access.client.ended.aborted) return undefined;
    throw error;
  }
}

/** Undefined if it isn't known: a service may have no DevTools, and a display more than one page. */
async function isPaintedIn(access: BrowserAccess, session: string, signal: AbortSignal): Promise<boolean | undefined> {
  const limited = withTimeLimit(signal, MAX_WAIT);
  try {
    return await access.devtools.of(access.client, session).use(
      (open) =>
        withFront(open, limited, async ({ page, part }) => {
          const front = page ?? part;
          return front && untilPainted(open, front, limited);
        }),
      limited,
    );
  } catch (error) {
    if (error instanceof DevToolsFailure || error instanceof Cancelled || error instanceof UserError) return undefined;
    throw error;
  }
}
