import { asCount, asRecord } from '../../core/json';
import { isWithin, type Pixel, type Size } from '../../core/screen/geometry';
import type { DevToolsConnection } from '../connection';
import { ProtocolError } from '../failures';
import type { Clickable } from './clickable';
import { boundsOf, cornersIn, cornersOf, middleBetween, minus, plus, type Box, type Corners } from './corners';
import { attachToFrames, framesOf, ownerOf, type Called } from './frames';
import type { FrontPage } from './front-page';
import { pointInto } from './point-into';

/** An element, and how what it is in is called. */
interface Place {
  readonly node: number;
  readonly within: Called;
}

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
    this.outermost = { sessionId: page.sessionId, signal };
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
      within = { ...within, sessionId: frame.sessionId };
    }
    return { around, innermost: within };
  }

  /** The corners of an element in the view that it is in, once it is scrolled there. */
  private async visibleCorners({ node, within }: Place): Promise<Corners | undefined> {
    await this.connection.send('DOM.scrollIntoViewIfNeeded', { backendNodeId: node }, within);
    const size = await this.sizeOf(within);
    const answer = asRecord(await this.connection.send('DOM.getContentQuads', { backendNodeId: node }, within));
    const quads = Array.isArray(answer['quads']) ? answer['quads'] : [];
    return quads.map(cornersOf).find((corners) => corners && isWithin(middleBetween(corners), size));
  }

  /**
   * The corners of something in a frame, in the view that the frame is in, once it is scrolled there. Chromium scrolls
   * there too, but does not wait until another process has done it.
   * @param corners in the view of the frame.
   */
  private async cornersAround(owner: Place, corners: Corners): Promise<Corners | undefined> {
    const { node, within } = owner;
    const { border, content } = await this.boxOf(owner);
    const rect = boundsOf(corners.map((each) => plus(each, minus(content[0], border[0]))));
    await this.connection.send('DOM.scrollIntoViewIfNeeded', { backendNodeId: node, rect }, within);
    const outer = cornersIn(await this.boxOf(owner), corners);
    return isWithin(middleBetween(outer), await this.sizeOf(within)) ? outer : undefined;
  }

  private async boxOf({ node, within }: Place): Promise<Box> {
    const { model } = asRecord(await this.connection.send('DOM.getBoxModel', { backendNodeId: node }, within));
    const fields = asRecord(model);
    const [border, content] = [cornersOf(fields['border']), cornersOf(fields['content'])];
    const [width, height] = [asCount(fields['width']), asCount(fields['height'])];
    if (!border || !content || !width || !height) throw new ProtocolError('no box', undefined);
    return { border, content, width, height };
  }

  /** The size of a view, without its scroll bars. */
  private async sizeOf(called: Called): Promise<Size> {
    if (called === this.outermost) return this.page;
    const { cssLayoutViewport } = asRecord(await this.connection.send('Page.getLayoutMetrics', undefined, called));
    const { clientWidth, clientHeight } = asRecord(cssLayoutViewport);
    return { width: asCount(clientWidth) ?? 0, height: asCount(clientHeight) ?? 0 };
  }
}
