import { setTimeout as delay } from 'node:timers/promises';
import { Cancelled, raceWithAbort, sentenceOf, UserError } from '../../core/errors';
import { message, sentences, type Message } from '../../core/message';
import type { Pixel } from '../../core/screen/geometry';
import type { ResolvedStep } from '../../core/steps';
import { withTimeLimit } from '../../core/time-limit';
import { click } from '../computer';
import type { BrowserAccess } from '../devtools-sessions';
import type { LogLine } from '../log/follow-log';
import { WithoutEnvironment } from './environment-texts';
import type { UploadBuild } from './sequence-extension';
import type { SessionRequests } from './session-requests';
import { StepRunner } from './step-runner';

/** How many sessions a sequence is run in at the same time, if nothing else is asked for. */
const MAX_PARALLEL = 4;

interface StepsRequest {
  readonly sessionIds: readonly string[];
  readonly steps: readonly ResolvedStep[];
  /** What ran before in the same session: of what it typed from the environment, nothing is told either. */
  readonly before?: readonly ResolvedStep[] | undefined;
  /** A web address that is opened first. */
  readonly start?: string | undefined;
  /** Name, ID or folder of the extension that it is about; undefined: the only one that was uploaded. */
  readonly extension?: string | undefined;
  /** The folder of the project that an extension's folder is in: for the places in its log. */
  readonly topOf?: (folder: string) => string;
  /** Uploads another build over the one that is loaded; undefined where that can't be done. */
  readonly upload?: UploadBuild | undefined;
  /** The requests of the session, for one session: a mock of them lasts beyond these steps. */
  readonly requests?: SessionRequests | undefined;
  /** Is waited for before each step, from 0. */
  readonly beforeStep?: ((index: number) => Promise<void>) | undefined;
  /** Whether the log of the extension is followed, if it can be: for `SessionOutcome`. */
  readonly followsLog?: boolean;
  readonly maxParallel?: number;
}

export interface TakenScreenshot {
  /** Of the step that took it, from 0. */
  readonly index: number;
  readonly name: string;
  readonly png: Buffer;
}

/** What came of a sequence in one session. */
export interface SessionOutcome {
  readonly sessionId: string;
  /** How many steps were done. */
  readonly done: number;
  /**
   * Why the next step was not done, or not for certain; undefined if all were. `Cancelled` if the user stopped it: its
   * `nothingDone` is false if that was during a click, which may have happened.
   */
  readonly error?: unknown;
  /** Those of its steps, from 0, that were clicked at their points because nothing had their names. */
  readonly byPoint: readonly number[];
  /** When each step that was tried began, and when the last one of them ended: milliseconds since 1970. */
  readonly times: readonly number[];
  /** Where each step that was done clicked on the display; undefined for one that did not. */
  readonly points: readonly (Pixel | undefined)[];
  /** Those that steps took, as PNG files, with the index of the step. */
  readonly screenshots: readonly TakenScreenshot[];
  /** The last lines of the extension's log, if it was followed. */
  readonly log: readonly LogLine[];
}

/**
 * Runs a sequence in several sessions: in each one step after the other, up to the first error. No click is made
 * twice, and an error in one session does not stop the others.
 * @param onProgress called after each step, with the session and how many of its steps are done.
 * @returns what came of it, in the order of the sessions; also if the signal is aborted, or the client has ended.
 */
export async function runSteps(
  access: BrowserAccess,
  { sessionIds, maxParallel = MAX_PARALLEL, ...request }: StepsRequest,
  signal: AbortSignal,
  onProgress: (sessionId: string, done: number) => void = () => {},
): Promise<readonly SessionOutcome[]> {
  const waiting = [...new Set(sessionIds)];
  const outcomes = new Map<string, SessionOutcome>(
    waiting.map((sessionId) => [
      sessionId,
      { sessionId, done: 0, byPoint: [], times: [], points: [], screenshots: [], log: [] },
    ]),
  );
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      outcomes.set(next, await runIn(access, next, request, signal, onProgress));
  };
  await Promise.all(Array.from({ length: Math.min(maxParallel, waiting.length) }, work));
  return [...outcomes.values()];
}

async function runIn(
  access: BrowserAccess,
  sessionId: string,
  {
    steps,
    before = [],
    start,
    extension,
    topOf,
    upload,
    requests,
    beforeStep,
    followsLog = false,
  }: Omit<StepsRequest, 'sessionIds'>,
  signal: AbortSignal,
  onProgress: (sessionId: string, done: number) => void,
): Promise<SessionOutcome> {
  let done = 0;
  const byPoint: number[] = [];
  const times: number[] = [];
  const points: (Pixel | undefined)[] = [];
  const session = access.sessions.get(sessionId) ?? { id: sessionId };
  const runner = new StepRunner({ access, session, extension, topOf, upload }, signal, requests);
  requests?.startCount();
  const without = new WithoutEnvironment([...before, ...steps]);
  const came = (error?: unknown): SessionOutcome => ({
    sessionId,
    done,
    byPoint,
    times: times.length > 0 ? [...times, Date.now()] : [],
    points,
    screenshots: runner.screenshots.map(({ step, ...rest }) => ({ ...rest, index: steps.indexOf(step) })),
    log: without.lines(runner.log),
    ...(error !== undefined && { error: without.error(error) }),
  });
  try {
    // Errors that are expected not to come are those from the start on.
    const needsLog = steps.some((step) => step.kind === 'expect' && step.condition.kind === 'noErrors');
    if (steps.some(needsRequests)) await runner.requests.begin();
    if (needsLog) await runner.followLog();
    else if (followsLog) {
      const following = followInTime(runner, signal);
      // A click needs no page, and a service may have no DevTools: it waits for neither.
      if (steps.some(({ kind }) => kind !== 'click' && kind !== 'wait')) await following;
      else following.catch(() => {});
    }
    if (start !== undefined) await runner.run({ kind: 'open', page: start });
    for (const step of steps) {
      if (signal.aborted) throw new Cancelled(true);
      await beforeStep?.(done);
      times.push(Date.now());
      // Also of a click that fails: a person looks there.
      points.push(step.kind === 'click' ? { x: step.click.x, y: step.click.y } : undefined);
      if (step.kind === 'click') await click(access, { sessionId, click: step.click }, signal);
      else if (step.kind === 'wait') await wait(step.milliseconds, signal, access.client.ended);
      else {
        const { isByPoint, point } = await runner.run(step);
        if (isByPoint) byPoint.push(done);
        points[done] = point;
      }
      onProgress(sessionId, ++done);
    }
    return came(runner.requests.unwatched);
  } catch (error) {
    return came(error instanceof Cancelled ? error : (runner.requests.unwatched ?? error));
  } finally {
    runner.end();
  }
}

/** Whether a step is about requests: those from the start on count. */
function needsRequests(step: ResolvedStep): boolean {
  return step.kind === 'mock' || ('condition' in step && step.condition.kind === 'request');
}

/** Milliseconds. */
const MAX_FOLLOW = 3000;

/** A log is an extra where nothing expects something of it: a session that does not give it is run in without. */
async function followInTime(runner: StepRunner, signal: AbortSignal): Promise<void> {
  await raceWithAbort(runner.followLog(), withTimeLimit(signal, MAX_FOLLOW)).catch(() => {
    if (signal.aborted) throw new Cancelled(true);
  });
}

async function wait(milliseconds: number, signal: AbortSignal, ended: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal: AbortSignal.any([signal, ended]) }).catch(() => {
    if (!signal.aborted) ended.throwIfAborted();
    throw new Cancelled(true);
  });
}

/** What is known of the page that the picture of a failure shows. */
interface SeenPage {
  readonly isBlank?: boolean;
}

/** Why a step failed, and that there was nothing to see: a white picture does not tell. */
export function withSeen(why: Message, picture: SeenPage | undefined): Message {
  return picture?.isBlank ? sentences(why, message('The page was blank.')) : why;
}

/** A sequence that failed at a step, with what that step’s error says and offers. */
export class StepFailed extends UserError {
  readonly session: string;

  constructor(
    { name, steps }: { readonly name: string; readonly steps: readonly ResolvedStep[] },
    { sessionId, done, error, picture }: SessionOutcome & { readonly picture?: SeenPage | undefined },
  ) {
    const known = error instanceof UserError ? error : undefined;
    const why = withSeen(sentenceOf(error), picture);
    const text = message('“{0}” failed at step {1} of {2}. {3}', name, done + 1, steps.length, why);
    super(text, known?.recovery, known?.severity);
    this.cause = error;
    this.session = sessionId;
  }
}
