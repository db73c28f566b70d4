import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../api';
import { Cancelled, sentenceOf, UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { PlayedStep } from '../../core/sequence';
import type { ConnectionRecords } from '../../state';
import { click } from '../computer';

/** How many sessions a sequence is played in at the same time, if nothing else is asked for. */
const MAX_PARALLEL = 4;

interface PlayRequest {
  readonly sessionIds: readonly string[];
  readonly steps: readonly PlayedStep[];
  readonly maxParallel?: number;
}

/** What came of a sequence in one session. */
export interface PlayOutcome {
  readonly sessionId: string;
  /** How many steps were done. */
  readonly done: number;
  /**
   * Why the next step was not done, or not for certain; undefined if all were. `Cancelled` if the user stopped it: its
   * `nothingDone` is false if that was during a click, which may have happened.
   */
  readonly error?: unknown;
}

interface Dependencies {
  readonly client: Pick<Client, 'click' | 'ended'>;
  readonly sessions: ConnectionRecords['sessions'];
}

/**
 * Plays a sequence in several sessions: in each one step after the other, up to the first error. No click is made
 * twice, and an error in one session does not stop the others.
 * @param onProgress called after each step, with the session and how many of its steps are done.
 * @returns what came of it, in the order of the sessions; also if the signal is aborted, or the client has ended.
 */
export async function playSequence(
  dependencies: Dependencies,
  { sessionIds, steps, maxParallel = MAX_PARALLEL }: PlayRequest,
  signal: AbortSignal,
  onProgress: (sessionId: string, done: number) => void = () => {},
): Promise<readonly PlayOutcome[]> {
  const waiting = [...new Set(sessionIds)];
  const outcomes = new Map<string, PlayOutcome>(waiting.map((sessionId) => [sessionId, { sessionId, done: 0 }]));
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      outcomes.set(next, await playIn(dependencies, next, steps, signal, onProgress));
  };
  await Promise.all(Array.from({ length: Math.min(maxParallel, waiting.length) }, work));
  return [...outcomes.values()];
}

async function playIn(
  dependencies: Dependencies,
  sessionId: string,
  steps: readonly PlayedStep[],
  signal: AbortSignal,
  onProgress: (sessionId: string, done: number) => void,
): Promise<PlayOutcome> {
  let done = 0;
  try {
    for (const step of steps) {
      if (signal.aborted) throw new Cancelled(true);
      if (step.kind === 'click') await click(dependencies, { sessionId, click: step.click }, signal);
      else await pause(step.milliseconds, signal, dependencies.client.ended);
      onProgress(sessionId, ++done);
    }
    return { sessionId, done };
  } catch (error) {
    return { sessionId, done, error };
  }
}

async function pause(milliseconds: number, signal: AbortSignal, ended: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal: AbortSignal.any([signal, ended]) }).catch(() => {
    if (!signal.aborted) ended.throwIfAborted();
    throw new Cancelled(true);
  });
}

/** A sequence that stopped at a step, with what that step’s error says and offers. */
export class StepFailed extends UserError {
  readonly session: string;

  /** @param step counted from 1. */
  constructor(
    { name, step, of, session }: { name: string; step: number; of: number; session: string },
    override readonly cause: unknown,
  ) {
    const known = cause instanceof UserError ? cause : undefined;
    super(
      message('“{0}” stopped at step {1} of {2}. {3}', name, step, of, sentenceOf(cause)),
      known?.recovery,
      known?.severity,
    );
    this.session = session;
  }
}
