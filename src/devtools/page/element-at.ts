import { ProtocolError } from '../../core/devtools-failure';
import { folded, frameName, type ElementName } from '../../core/element-name';
import type { Point } from '../../core/input';
import { asCount, asNumber, asText } from '../../core/json';
import type { Pixel } from '../../core/screen/geometry';
import type { DevToolsConnection } from '../connection';
import { listOf } from '../doubtful';
import { CONTROLS, type AXNode } from '../screen/click-entries';
import { boxOf, pointIn, type Place } from '../screen/frame-box';
import { FrameOrigins } from '../screen/frame-origins';
import { AttachedFrames, framesOf, type Called } from '../screen/frames';
import type { FrontPage } from '../screen/front-page';

/** Frames in frames. */
const MAX_DEPTH = 10;

/**
 * What a click at a point of a page would do something to, by the accessibility tree.
 * @param point in the view of the page.
 * @param page that was not looked for frames in before.
 * @returns undefined if nothing there has a role that is clicked and a name.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function elementAt(
  connection: DevToolsConnection,
  page: Pick<FrontPage, 'targetSession'>,
  point: Pixel,
  signal: AbortSignal,
): Promise<ElementName | undefined> {
  const hit = await hitAt(connection, { ...page, signal }, point);
  if (!hit) return undefined;
  const { node: backendNodeId, within, origin } = hit;
  const asked = { backendNodeId, fetchRelatives: true };
  const tree = await ifHit(connection.send('Accessibility.getPartialAXTree', asked, within));
  const element = controlIn(listOf(tree?.nodes), backendNodeId);
  return element && (origin === undefined ? element : { ...element, frame: frameName(origin) });
}

/**
 * The origin of the frame that a point of a page is in, as `Clickable` has it.
 * @param page as for `elementAt`.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function originAt(
  connection: DevToolsConnection,
  page: Pick<FrontPage, 'targetSession'>,
  point: Pixel,
  signal: AbortSignal,
): Promise<string | undefined> {
  return (await hitAt(connection, { ...page, signal }, point))?.origin;
}

interface Hit extends Place {
  readonly origin: string | undefined;
}

/** The innermost element at a point, in whichever process its frame is. */
async function hitAt(connection: DevToolsConnection, page: Called, pixel: Pixel): Promise<Hit | undefined> {
  const origins = new FrameOrigins(connection);
  let [within, point]: [Called, Point] = [page, pixel];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    for (const frame of (await framesOf(connection, within)).frames) origins.begin(frame, within);
    const there = await nodeAt(connection, within, point);
    if (!there) return undefined;
    const { node, frame } = there;
    const inner = await frameIn(connection, { node, within });
    if (!inner) return { node, within, origin: await origins.of(frame) };
    point = pointIn(await boxOf(connection, { node, within }), point);
    within = inner;
  }
  return undefined;
}

async function nodeAt(
  connection: DevToolsConnection,
  within: Called,
  { x, y }: Point,
): Promise<{ readonly node: number; readonly frame: string } | undefined> {
  const { cssVisualViewport: view } = await connection.send('Page.getLayoutMetrics', undefined, within);
  // It takes a point of the document, not of the view.
  const asked = { x: Math.floor(x + (asNumber(view?.pageX) ?? 0)), y: Math.floor(y + (asNumber(view?.pageY) ?? 0)) };
  const hit = await ifHit(connection.send('DOM.getNodeForLocation', asked, within));
  const [node, frame] = [asCount(hit?.backendNodeId), asText(hit?.frameId)];
  return node === undefined || frame === undefined ? undefined : { node, frame };
}

/** By what the frame in an element is called, if it has a process of its own. */
async function frameIn(connection: DevToolsConnection, { node, within }: Place): Promise<Called | undefined> {
  const described = await connection.send('DOM.describeNode', { backendNodeId: node, depth: 0 }, within);
  const frame = asText(described.node?.frameId);
  return frame === undefined ? undefined : new AttachedFrames(connection).calledIn(within, frame);
}

/** Nothing is at a point, or it has no place in the tree. */
async function ifHit<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}

/** The element itself, or the nearest around it, that is a control. */
function controlIn(all: readonly AXNode[], backendNodeId: number): ElementName | undefined {
  const byId = new Map(all.map((node) => [asText(node.nodeId), node]));
  let node = all.find((each) => each.backendDOMNodeId === backendNodeId) ?? all[0];
  const passed = new Set<unknown>();
  while (node && !passed.has(node)) {
    passed.add(node);
    const role = asText(node.role?.value) ?? '';
    const name = folded(asText(node.name?.value) ?? '');
    if (CONTROLS.has(role)) return name === '' ? undefined : { role, name };
    node = byId.get(asText(node.parentId));
  }
  return undefined;
}
