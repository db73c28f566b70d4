import { DevToolsFailure } from '../../core/devtools-failure';
import { Cancelled } from '../../core/errors';
import type { Protocol } from 'devtools-protocol';
import { asCount, asText } from '../../core/json';
import type { DevToolsConnection } from '../connection';
import { listOf, type Doubtful } from '../doubtful';
import { attachToTarget, detachFrom, listTargets } from '../targets';

/** A page with more is not read by a person. */
export const MAX_FRAMES = 20;
const FRAMES_OF_OTHER_SITES = [{ type: 'iframe' }, { exclude: true }];
/** Those of all pages of a session. */
const MAX_LISTED = 200;

/** By which a page or a frame is called. */
export interface Called {
  readonly targetSession: string;
  readonly signal: AbortSignal;
}

/** A frame, and the one that it is in, of whichever process. */
export interface FrameOfTree {
  readonly id: string;
  /** Undefined for a page. */
  readonly parent: string | undefined;
}

/** A frame that has a process of its own, as those of other sites have. It is attached to. */
interface OtherFrame {
  readonly frameId: string;
  readonly targetSession: string;
}

/**
 * The frames of a process.
 * @returns them, each after the one that it is in; and the ID of the document in the outermost.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function framesOf(
  connection: DevToolsConnection,
  to: Called,
): Promise<{ frames: readonly FrameOfTree[]; document: string | undefined }> {
  const { frameTree } = await connection.send('Page.getFrameTree', undefined, to);
  const frames: FrameOfTree[] = [];
  const waiting: Doubtful<Protocol.Page.FrameTree>[] = [frameTree ?? {}];
  for (let tree = waiting.shift(); tree !== undefined && frames.length < MAX_FRAMES; tree = waiting.shift()) {
    const id = asText(tree.frame?.id);
    if (id !== undefined) frames.push({ id, parent: asText(tree.frame?.parentId) });
    waiting.push(...listOf(tree.childFrames, MAX_FRAMES));
  }
  return { frames, document: asText(frameTree?.frame?.loaderId) };
}

/**
 * Attaches to the frames of other processes in a page, or in such a frame; not to those in them. They are detached from
 * with what they are in. Auto-attaching would do this too, but a frame that another session holds as it starts is lost
 * by it for good (Chromium 156).
 * @throws DevToolsFailure, or Cancelled.
 */
export async function attachToFrames(connection: DevToolsConnection, to: Called): Promise<readonly OtherFrame[]> {
  const listed = await listTargets(connection, to.signal, FRAMES_OF_OTHER_SITES);
  // One without an address is only starting.
  const there = listed.filter(({ url }) => url !== '').slice(0, MAX_LISTED);
  const owned = await Promise.all(
    there.map(async ({ targetId }) =>
      (await ifThere(ownerOf(connection, targetId, to), to.signal)) === undefined ? [] : targetId,
    ),
  );
  let isOver = false;
  const sessions = new Set<string>();
  const forget = connection.onEvent('Target.detachedFromTarget', ({ sessionId }) => {
    if (sessionId !== to.targetSession) return;
    isOver = true;
    forget();
    for (const each of sessions) detachFrom(connection, each);
  });
  const attached = await Promise.all(
    owned
      .flat()
      .slice(0, MAX_FRAMES)
      .map(async (frameId) => {
        const targetSession = await ifThere(attachToTarget(connection, frameId, { signal: to.signal }), to.signal);
        if (targetSession === undefined) return [];
        if (isOver) detachFrom(connection, targetSession);
        sessions.add(targetSession);
        return { frameId, targetSession };
      }),
  );
  if (sessions.size === 0) forget();
  return attached.flat();
}

/** Those that were attached to in a session: each is attached to once. */
export class AttachedFrames {
  private readonly known = new Map<string, Promise<readonly OtherFrame[]>>();

  constructor(private readonly connection: DevToolsConnection) {}

  /** @throws DevToolsFailure, or Cancelled. */
  in(to: Called): Promise<readonly OtherFrame[]> {
    const frames = this.known.get(to.targetSession) ?? attachToFrames(this.connection, to);
    this.known.set(to.targetSession, frames);
    return frames;
  }

  /**
   * By what a frame of another process is called.
   * @returns undefined if it is not there any more.
   * @throws DevToolsFailure, or Cancelled.
   */
  async calledIn(to: Called, frameId: string): Promise<Called | undefined> {
    const frame = (await this.in(to)).find((each) => each.frameId === frameId);
    return frame && { ...to, targetSession: frame.targetSession };
  }
}

/**
 * Our own world in the document of a frame: what the page has replaced in its own is as the browser made it there.
 * @returns the ID of its context.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function worldIn(
  connection: DevToolsConnection,
  frameId: string,
  to: Called,
): Promise<number | undefined> {
  const world = await connection.send('Page.createIsolatedWorld', { frameId, worldName: 'browser-sessions' }, to);
  return asCount(world.executionContextId);
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
  return asCount((await connection.send('DOM.getFrameOwner', { frameId }, to)).backendNodeId);
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
