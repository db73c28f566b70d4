import { setTimeout as pause } from 'node:timers/promises';
import { DevToolsFailure, ProtocolError } from '../../core/devtools-failure';
import { Cancelled, throwIfCancelled } from '../../core/errors';
import { asCount, asRecord } from '../../core/json';
import type { Size } from '../../core/screen/geometry';
import { withTimeLimit } from '../../core/time-limit';
import type { DevToolsConnection } from '../connection';
import { attachToTarget, detachFrom, listTargets, type Target } from '../targets';
import { worldIn } from './frames';

/** Pages that are asked whether they are visible. */
const MAX_PAGES = 50;
/** Milliseconds. A page that does not answer in this time hangs. */
const MAX_ANSWER = 1000;
/** Milliseconds before it is asked again. */
const PAUSE = 100;
const EXTENSION = 'chrome-extension://';
/** Asked in a world of our own, because a page can replace these in its own. */
const VIEW = `({
  visible: document.visibilityState === 'visible',
  width: innerWidth,
  height: innerHeight,
  fills: innerWidth === screen.width && innerHeight === screen.height && devicePixelRatio === 1,
  focused: document.hasFocus(),
})`;

interface View extends Size {
  readonly isVisible: boolean;
  /** Whether the page has the size of the display, pixel by pixel. */
  readonly fillsDisplay: boolean;
  readonly isFocused: boolean;
  readonly contextId: number | undefined;
}

/** A page that is attached to. */
export interface FrontPage extends Size {
  readonly targetId: string;
  readonly targetSession: string;
  /** Of our world in its document; another document has another one. */
  readonly contextId: number | undefined;
}

/** What a session shows, attached to. */
export interface Front {
  /** The page that is the display; undefined if none is, or more than one is visible. */
  readonly page: FrontPage | undefined;
  /** The only page that is visible, if it is not the display. */
  readonly part: FrontPage | undefined;
  /** The popup of an extension, which the display does not contain. */
  readonly popup: FrontPage | undefined;
  /** Whether all pages have answered. If not, ask again: another one may be visible. */
  readonly isSure: boolean;
}

/**
 * Attaches to the page that is the session's display: the only visible one, if it fills the display pixel by pixel; and
 * to the popup that is open.
 * @param parent ID of the browser session that their sessions belong to; undefined: that of the connection.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function attachToFront(
  connection: DevToolsConnection,
  parent: string | undefined,
  signal: AbortSignal,
): Promise<Front> {
  const targets = await listTargets(connection, signal, [{ type: 'page' }, { exclude: true }]);
  const seen = await Promise.all(
    targets.slice(0, MAX_PAGES).map((target) => viewIfAnswered(connection, parent, target, signal)),
  );
  const answered = seen.filter((page) => page !== undefined);
  const visible = answered.filter(({ view }) => view.isVisible);
  const popup = popupOf(visible);
  const pages = visible.filter((page) => page !== popup);
  const front = pages.length > 1 ? among(connection, pages) : pages[0];
  for (const each of answered) if (each !== front && each !== popup) detachFrom(connection, each.targetSession, parent);
  const [page, part] = front?.view.fillsDisplay ? [front, undefined] : [undefined, front];
  return {
    page: page && frontPageOf(page),
    part: part && frontPageOf(part),
    popup: popup && frontPageOf(popup),
    isSure: answered.length === seen.length,
  };
}

/** The page that the person is in, where each window of a browser has one. */
function among({ isPageDisplay }: DevToolsConnection, pages: readonly VisiblePage[]): VisiblePage | undefined {
  return isPageDisplay ? (pages.find(({ view }) => view.isFocused) ?? pages[0]) : undefined;
}

/** A page of an extension beside another page: the smaller one if that is of an extension too. */
function popupOf(visible: readonly VisiblePage[]): VisiblePage | undefined {
  if (visible.length < 2) return undefined;
  const area = ({ view }: VisiblePage): number => view.width * view.height;
  return visible
    .filter(({ url, view }) => url.startsWith(EXTENSION) && !view.fillsDisplay)
    .reduce<VisiblePage | undefined>((least, each) => (least && area(least) <= area(each) ? least : each), undefined);
}

function frontPageOf({ targetId, targetSession, view }: VisiblePage): FrontPage {
  return { targetId, targetSession, contextId: view.contextId, ...sizeOf(view) };
}

/**
 * The size of a page that is attached to.
 * @returns undefined if it is no longer the display.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function displaySize(
  connection: DevToolsConnection,
  { targetId, targetSession, contextId }: FrontPage,
  signal: AbortSignal,
): Promise<Size | undefined> {
  const view = await evaluate(connection, targetSession, contextId, signal).catch((error: unknown) => {
    // The page has another document now.
    if (error instanceof ProtocolError) return viewOf(connection, targetId, targetSession, signal);
    throw error;
  });
  return view.isVisible && view.fillsDisplay ? sizeOf(view) : undefined;
}

/**
 * Does some work with what a session shows. While there is nothing because a page is busy, it is asked again.
 * @param signal limits the time.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function withFront<T>(
  connection: DevToolsConnection,
  signal: AbortSignal,
  work: (front: Front) => Promise<T>,
): Promise<T> {
  let front = await attachToFront(connection, undefined, signal);
  while (!front.page && !front.popup && !front.isSure) {
    await pause(PAUSE, undefined, { signal }).catch(() => throwIfCancelled(signal));
    front = await attachToFront(connection, undefined, signal);
  }
  try {
    return await work(front);
  } finally {
    for (const each of [front.page, front.part, front.popup]) if (each) detachFrom(connection, each.targetSession);
  }
}

interface VisiblePage {
  readonly targetId: string;
  readonly url: string;
  readonly targetSession: string;
  readonly view: View;
}

/**
 * @returns undefined for a page that does not answer: it is busy, it ends meanwhile, or its document is just replaced.
 */
async function viewIfAnswered(
  connection: DevToolsConnection,
  parent: string | undefined,
  { targetId, url }: Target,
  cancelled: AbortSignal,
): Promise<VisiblePage | undefined> {
  const signal = withTimeLimit(cancelled, MAX_ANSWER);
  let targetSession: string | undefined;
  try {
    targetSession = await attachToTarget(connection, targetId, within(parent, signal));
    return targetSession === undefined
      ? undefined
      : { targetId, url, targetSession, view: await viewOf(connection, targetId, targetSession, signal) };
  } catch (error) {
    if (targetSession !== undefined) detachFrom(connection, targetSession, parent);
    if (error instanceof DevToolsFailure || (error instanceof Cancelled && !cancelled.aborted)) return undefined;
    throw error;
  }
}

async function viewOf(
  connection: DevToolsConnection,
  targetId: string,
  targetSession: string,
  signal: AbortSignal,
): Promise<View> {
  // The ID of a page's main frame is that of its target.
  const world = await worldIn(connection, targetId, { signal, targetSession });
  return evaluate(connection, targetSession, world, signal);
}

async function evaluate(
  connection: DevToolsConnection,
  targetSession: string,
  contextId: number | undefined,
  signal: AbortSignal,
): Promise<View> {
  const expression = { expression: VIEW, returnByValue: true, ...(contextId !== undefined && { contextId }) };
  const { result } = await connection.send('Runtime.evaluate', expression, { signal, targetSession });
  const { visible, width, height, fills, focused } = asRecord(result?.value);
  if (typeof visible !== 'boolean') throw new ProtocolError('no answer of the page');
  const size = { width: asCount(width) ?? 0, height: asCount(height) ?? 0 };
  const isDisplay = fills === true || connection.isPageDisplay;
  const fillsDisplay = isDisplay && size.width > 0 && size.height > 0;
  return { isVisible: visible, fillsDisplay, isFocused: focused === true, contextId, ...size };
}

function within(parent: string | undefined, signal: AbortSignal): { signal: AbortSignal; targetSession?: string } {
  return { signal, ...(parent !== undefined && { targetSession: parent }) };
}

function sizeOf({ width, height }: Size): Size {
  return { width, height };
}
