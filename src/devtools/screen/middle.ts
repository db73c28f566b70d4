import { ProtocolError } from '../../core/devtools-failure';
import type { Point } from '../../core/input';
import { asCount } from '../../core/json';
import { isWithin, type Pixel, type Size } from '../../core/screen/geometry';
import { withTimeLimit } from '../../core/time-limit';
import type { DevToolsConnection } from '../connection';
import { listOf } from '../doubtful';
import type { Clickable } from './clickable';
import { boxOf, cornersIn, cornersOf, minus, plus, type Corners, type Place } from './frame-box';
import { attachToFrames, framesOf, ifThere, ownerOf, worldIn, type Called } from './frames';
import type { FrontPage } from './front-page';

/**
 * Scrolls something into view. In a frame of another site it is pointed at too.
 * @returns the pixel in its middle; undefined if it is not visible, or not there any more.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function middleOf(
  connection: DevToolsConnection,
  page: FrontPage,
  wanted: Clickable,
  signal: AbortSignal,
): Promise<Pixel | undefined> {
  try {
    return await new Search(connection, page, signal).middleOf(wanted);
  } catch (error) {
    // It has no box, or it has ended, or its frame has.
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}

class Search {
  private readonly outermost: Called;

  constructor(
    private readonly connection: DevToolsConnection,
    private readonly page: FrontPage,
    signal: AbortSignal,
  ) {
    this.outermost = { targetSession: page.targetSession, signal };
  }

  async middleOf({ node, path, frame, document }: Clickable): Promise<Pixel | undefined> {
    const owners = await this.ownersOf(path);
    const within = owners.innermost;
    if (!within || (await framesOf(this.connection, within)).document !== document) return undefined;
    let corners = await this.visibleCorners({ node, within });
    for (const owner of owners.around.toReversed()) corners = corners && (await this.cornersAround(owner, corners));
    const middle = corners && middleBetween(corners);
    if (!middle || path.length === 0) return middle;
    const isThere = await pointInto(this.connection, this.outermost, { id: frame, within }, middle);
    return isThere ? middle : undefined;
  }

  /** The elements that the frames of a path are in, the outermost first. */
  private async ownersOf(path: readonly string[]): Promise<{ around: readonly Place[]; innermost?: Called }> {
    const around: Place[] = [];
    let within = this.outermost;
    for (const frameId of path) {
      const frame = (await attachToFrames(this.connection, within)).find((each) => each.frameId === frameId);
      const node = await ownerOf(this.connection, frameId, within);
      if (!frame || node === undefined) return { around };
      around.push({ node, within });
      within = { ...within, targetSession: frame.targetSession };
    }
    return { around, innermost: within };
  }

  /** The corners of an element in the view that it is in, once it is scrolled there. */
  private async visibleCorners({ node, within }: Place): Promise<Corners | undefined> {
    await this.connection.send('DOM.scrollIntoViewIfNeeded', { backendNodeId: node }, within);
    const size = await this.sizeOf(within);
    const { quads } = await this.connection.send('DOM.getContentQuads', { backendNodeId: node }, within);
    const all = listOf(quads).map(cornersOf);
    return all.find((corners) => corners && isWithin(middleBetween(corners), size));
  }

  /**
   * The corners of something in a frame, in the view that the frame is in, once it is scrolled there. Chromium scrolls
   * there too, but does not wait until another process has done it.
   * @param corners in the view of the frame.
   */
  private async cornersAround(owner: Place, corners: Corners): Promise<Corners | undefined> {
    const { node, within } = owner;
    const { border, content } = await boxOf(this.connection, owner);
    const rect = boundsOf(corners.map((each) => plus(each, minus(content[0], border[0]))));
    await this.connection.send('DOM.scrollIntoViewIfNeeded', { backendNodeId: node, rect }, within);
    const outer = cornersIn(await boxOf(this.connection, owner), corners);
    return isWithin(middleBetween(outer), await this.sizeOf(within)) ? outer : undefined;
  }

  /** The size of a view, without its scroll bars. */
  private async sizeOf(called: Called): Promise<Size> {
    if (called === this.outermost) return this.page;
    const { cssLayoutViewport: view } = await this.connection.send('Page.getLayoutMetrics', undefined, called);
    return { width: asCount(view?.clientWidth) ?? 0, height: asCount(view?.clientHeight) ?? 0 };
  }
}

/** The pixel in the middle. */
function middleBetween(corners: Corners): Pixel {
  const { x, y, width, height } = boundsOf(corners);
  return { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) };
}

function boundsOf(points: readonly Point[]): Point & Size {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Milliseconds. */
const MAX_TIME = 2000;
const MOVED = `new Promise((resolve) => {
  addEventListener('mousemove', () => resolve(true), { once: true, capture: true });
})`;

/**
 * Points into a frame of another site, until it tells so. After a page has scrolled, the browser takes a moment to know
 * where such frames are now, and a click in this time would go to another one.
 * @param frame its ID, and by what it is called.
 * @returns whether it told so in time. One that something covers does not.
 * @throws DevToolsFailure, or Cancelled.
 */
async function pointInto(
  connection: DevToolsConnection,
  page: Called,
  frame: { readonly id: string; readonly within: Called },
  { x, y }: Pixel,
): Promise<boolean> {
  const { signal } = page;
  const inTime = withTimeLimit(signal, MAX_TIME);
  const done = new AbortController();
  const moved = ifThere(nextMove(connection, frame.id, { ...frame.within, signal: inTime }), signal);
  const move = { type: 'mouseMoved', x, y } as const;
  const keepPointing = async (): Promise<void> => {
    const to = { ...page, signal: inTime };
    while (!done.signal.aborted) await ifThere(connection.send('Input.dispatchMouseEvent', move, to), signal);
  };
  const [isOver] = await Promise.all([moved.finally(() => done.abort()), keepPointing()]);
  return isOver === true;
}

async function nextMove(connection: DevToolsConnection, frameId: string, to: Called): Promise<boolean> {
  const contextId = await worldIn(connection, frameId, to);
  if (contextId === undefined) return false;
  const asked = { expression: MOVED, contextId, awaitPromise: true, returnByValue: true };
  return (await connection.send('Runtime.evaluate', asked, to)).result?.value === true;
}
