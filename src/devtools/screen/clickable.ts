import { asCount, asRecord, asText } from '../../core/json';
import { isWithin, type Pixel } from '../../core/screen/geometry';
import type { DevToolsConnection } from '../connection';
import { DevToolsFailure } from '../failures';
import type { FrontPage } from './front-page';

/** Roles of what a click does something to. */
const CLICKABLE = new Set([
  'button',
  'checkbox',
  'combobox',
  'ComboBoxMenuButton',
  'DisclosureTriangle',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'PopUpButton',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'ToggleButton',
  'treeitem',
]);
/** A page with more is not read by a person. */
const MAX_FRAMES = 20;
const MAX_FOUND = 1000;
const MAX_NODES = 100_000;

/** Something on a page that can be clicked. */
export interface Clickable {
  /** Its role in the accessibility tree, such as `button`. */
  readonly role: string;
  /** Its accessible name, as the page gives it. */
  readonly name: string;
  readonly node: number;
}

/**
 * What can be clicked on a page, in reading order, by the accessibility tree. What is in a frame stands where the frame
 * does; a frame of another process is left out.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function listClickable(
  connection: DevToolsConnection,
  { sessionId }: FrontPage,
  signal: AbortSignal,
): Promise<Clickable[]> {
  const to = { signal, sessionId };
  const { frameTree } = asRecord(await connection.send('Page.getFrameTree', undefined, to));
  const [main, ...others] = framesOf(frameTree).slice(0, MAX_FRAMES);
  if (main === undefined) return [];
  /** By the nodes of the elements that they are in. */
  const frames = new Map<number, string>();
  for (const frameId of others) {
    const owner = asCount((await ifThere(connection.send('DOM.getFrameOwner', { frameId }, to)))['backendNodeId']);
    if (owner !== undefined) frames.set(owner, frameId);
  }
  const clickableIn = async (frameId: string): Promise<Clickable[]> => {
    const { nodes } = await ifThere(connection.send('Accessibility.getFullAXTree', { frameId }, to));
    const found: Clickable[] = [];
    for (const item of inReadingOrder(nodes)) {
      const node = asCount(item['backendDOMNodeId']);
      const inner = node === undefined ? undefined : frames.get(node);
      const clickable = clickableOf(item);
      if (clickable) found.push(clickable);
      if (node === undefined || inner === undefined) continue;
      // Each frame once, whatever the browser answers.
      frames.delete(node);
      found.push(...(await clickableIn(inner)));
    }
    return found;
  };
  return (await clickableIn(main)).slice(0, MAX_FOUND);
}

/**
 * Scrolls something into view.
 * @returns the pixel in its middle; undefined if it is not visible.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function middleOf(
  connection: DevToolsConnection,
  page: FrontPage,
  { node }: Clickable,
  signal: AbortSignal,
): Promise<Pixel | undefined> {
  const to = { signal, sessionId: page.sessionId };
  await connection.send('DOM.scrollIntoViewIfNeeded', { backendNodeId: node }, to);
  const { quads } = asRecord(await connection.send('DOM.getContentQuads', { backendNodeId: node }, to));
  for (const quad of Array.isArray(quads) ? quads : []) {
    const numbers = Array.isArray(quad) ? quad.filter((each) => typeof each === 'number') : [];
    if (numbers.length !== 8) continue;
    const middle = { x: middleBetween(numbers, 0), y: middleBetween(numbers, 1) };
    if (isWithin(middle, page)) return middle;
  }
  return undefined;
}

/** @param axis 0: the x of each corner; 1: the y. */
function middleBetween(corners: readonly number[], axis: 0 | 1): number {
  const values = corners.filter((_, index) => index % 2 === axis);
  return Math.floor((Math.min(...values) + Math.max(...values)) / 2);
}

function framesOf(tree: unknown): string[] {
  const { frame, childFrames } = asRecord(tree);
  const id = asText(asRecord(frame)['id']);
  const children = Array.isArray(childFrames) ? childFrames.slice(0, MAX_FRAMES) : [];
  return [...(id === undefined ? [] : [id]), ...children.flatMap(framesOf)];
}

/** A frame may end meanwhile. */
async function ifThere(asked: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    return asRecord(await asked);
  } catch (error) {
    if (error instanceof DevToolsFailure) return {};
    throw error;
  }
}

/** The nodes of an accessibility tree. */
function inReadingOrder(nodes: unknown): Record<string, unknown>[] {
  const all = (Array.isArray(nodes) ? nodes : []).slice(0, MAX_NODES).map(asRecord);
  const byId = new Map(all.map((node) => [node['nodeId'], node]));
  // The tree is walked without recursion: its depth is the page's.
  const waiting = all.filter(({ parentId }) => parentId === undefined).toReversed();
  const seen = new Set<Record<string, unknown>>();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const { childIds } = node;
    for (const id of Array.isArray(childIds) ? childIds.toReversed() : []) {
      const child = byId.get(id);
      if (child) waiting.push(child);
    }
  }
  return [...seen];
}

function clickableOf({
  ignored,
  role,
  name,
  backendDOMNodeId,
  properties,
}: Record<string, unknown>): Clickable | undefined {
  const node = asCount(backendDOMNodeId);
  const roleName = asText(asRecord(role)['value']);
  if (ignored === true || node === undefined || roleName === undefined || !CLICKABLE.has(roleName)) return undefined;
  if (isDisabled(properties)) return undefined;
  return { role: roleName, name: asText(asRecord(name)['value']) ?? '', node };
}

function isDisabled(properties: unknown): boolean {
  return (Array.isArray(properties) ? properties : []).some((property) => {
    const { name, value } = asRecord(property);
    return name === 'disabled' && asRecord(value)['value'] === true;
  });
}
