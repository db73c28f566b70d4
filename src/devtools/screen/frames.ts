import { Cancelled } from '../../core/errors';
import { asCount, asRecord, asText } from '../../core/json';
import type { DevToolsConnection } from '../connection';
import { DevToolsFailure } from '../failures';

/** A page with more is not read by a person. */
export const MAX_FRAMES = 20;
const FRAMES_OF_OTHER_SITES = {
  autoAttach: true,
  waitForDebuggerOnStart: false,
  flatten: true,
  filter: [{ type: 'iframe' }, { exclude: true }],
};

/** By which a page or a frame is called. */
export interface Called {
  readonly sessionId: string;
  readonly signal: AbortSignal;
}

/** A frame that has a process of its own, as those of other sites have. It is attached to. */
interface OtherFrame {
  readonly frameId: string;
  readonly sessionId: string;
}

/**
 * The frames of a process.
 * @returns their IDs, that of the outermost first; and the ID of the document in this one.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function framesOf(
  connection: DevToolsConnection,
  to: Called,
): Promise<{ frames: readonly string[]; document: string | undefined }> {
  const { frameTree } = asRecord(await connection.send('Page.getFrameTree', undefined, to));
  const frames: string[] = [];
  const waiting: unknown[] = [frameTree];
  for (let tree = waiting.shift(); tree !== undefined && frames.length < MAX_FRAMES; tree = waiting.shift()) {
    const { frame, childFrames } = asRecord(tree);
    const id = asText(asRecord(frame)['id']);
    if (id !== undefined) frames.push(id);
    waiting.push(...(Array.isArray(childFrames) ? childFrames.slice(0, MAX_FRAMES) : []));
  }
  return { frames, document: asText(asRecord(asRecord(frameTree)['frame'])['loaderId']) };
}

/**
 * Attaches to the frames of other processes in a page, or in such a frame; not to those in them. They are detached from
 * with what they are in.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function attachToFrames(connection: DevToolsConnection, to: Called): Promise<readonly OtherFrame[]> {
  const found: OtherFrame[] = [];
  // Chromium reports those that are there before it answers.
  const forget = connection.onEvent('Target.attachedToTarget', (params, parent) => {
    const sessionId = asText(params['sessionId']);
    const frameId = asText(asRecord(params['targetInfo'])['targetId']);
    if (parent === to.sessionId && sessionId !== undefined && frameId !== undefined && found.length < MAX_FRAMES)
      found.push({ frameId, sessionId });
  });
  try {
    await connection.send('Target.setAutoAttach', FRAMES_OF_OTHER_SITES, to);
  } finally {
    forget();
  }
  return found;
}

/**
 * The node of the element that a frame is in.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function ownerOf(
  connection: DevToolsConnection,
  frameId: string,
  to: Called,
): Promise<number | undefined> {
  const owner = await connection.send('DOM.getFrameOwner', { frameId }, to);
  return asCount(asRecord(owner)['backendNodeId']);
}

/**
 * A frame may end meanwhile, or not answer in its time.
 * @param signal of the whole work.
 */
export async function ifThere<T>(asked: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    const isLate = error instanceof Cancelled && !signal.aborted;
    if (isLate || error instanceof DevToolsFailure) return undefined;
    throw error;
  }
}
