import type { Click } from '../../core/click';
import {
  findNamed,
  frameName,
  type ElementName,
  type NamedElements,
  type WantedElement,
} from '../../core/element-name';
import { NotDone, UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { Pixel } from '../../core/screen/geometry';
import { withTimeLimit } from '../../core/time-limit';
import {
  elementAt,
  fill,
  inOwnSession,
  listClickable,
  middleOf,
  originAt,
  pressAt,
  withFront,
  type Clickable,
  type DevToolsConnection,
  type Front,
  type FrontPage,
} from '../../devtools';
import { labelOf, type SessionRecord } from '../../state';
import { click } from '../computer';
import { NoDevTools, type BrowserAccess } from '../devtools-sessions';
import { inBrowser } from '../in-browser';

/** Something that can be clicked in what a session shows. */
export interface ShownElement extends Clickable {
  /** The page that it is on. */
  readonly targetId: string;
  /** Whether that is the popup of an extension, which the display does not contain. */
  readonly isInPopup: boolean;
}

/** What a step calls it. */
export function elementName({ role, name, origin }: Pick<Clickable, 'role' | 'name' | 'origin'>): ElementName {
  return { role, name, ...(origin !== undefined && { frame: frameName(origin) }) };
}

/**
 * What can be clicked in the popup that is open, and on the page that a session displays, each in reading order; what is
 * in frames of other origins comes after all that is the page's own.
 * @throws as `onFront`; UserError if there is nothing.
 */
export async function listElements(
  access: BrowserAccess,
  session: SessionRecord,
  signal: AbortSignal,
): Promise<readonly ShownElement[]> {
  const all = await onFront(access, session, signal, async (open, front, limited) => {
    const found: ShownElement[] = [];
    const pages = pagesOf(front);
    if (pages.length === 0) throw noPage(session);
    for (const page of pages) found.push(...(await elementsOn(open, front, page, limited)));
    return found;
  });
  if (all.length === 0) throw new UserError(message('The page in “{0}” has nothing to click.', labelOf(session)));
  return [...all.filter(({ origin }) => origin === undefined), ...all.filter(({ origin }) => origin !== undefined)];
}

/**
 * Finds what somebody names in what a session shows, by the rule of `findNamed`. Of what fits equally well, that in the
 * popup is meant.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function findElements(
  open: DevToolsConnection,
  front: Front,
  wanted: WantedElement,
  limited: AbortSignal,
): Promise<NamedElements<ShownElement>> {
  const all: ShownElement[] = [];
  let found = findNamed(all, wanted);
  for (const page of pagesOf(front)) {
    if (found.isExact) break;
    all.push(...(await elementsOn(open, front, page, limited)));
    found = findNamed(all, wanted);
  }
  const inPopup = found.elements.filter(({ isInPopup }) => isInPopup);
  return inPopup.length > 0 ? { ...found, elements: inPopup } : found;
}

/**
 * The same in a session.
 * @throws as `onFront`.
 */
export async function findElementsIn(
  access: BrowserAccess,
  session: SessionRecord,
  wanted: WantedElement,
  signal: AbortSignal,
): Promise<NamedElements<ShownElement>> {
  return onFront(access, session, signal, async (open, front, limited) => {
    if (pagesOf(front).length === 0) throw noPage(session);
    return findElements(open, front, wanted, limited);
  });
}

async function elementsOn(
  open: DevToolsConnection,
  { popup }: Front,
  page: FrontPage,
  limited: AbortSignal,
): Promise<readonly ShownElement[]> {
  const { targetId } = page;
  return (await listClickable(open, page, limited)).map((each) => ({ ...each, targetId, isInPopup: page === popup }));
}

/** The popup that is open, and the page. */
function pagesOf({ popup, page }: Front): readonly FrontPage[] {
  return [popup, page].filter((each) => each !== undefined);
}

function noPage(session: SessionRecord): UserError {
  return new UserError(
    message('No page fills the display of “{0}”. Click by coordinates instead.', labelOf(session)),
    'openScreen',
  );
}

/** Milliseconds for which an input waits at most, so that its element is found: a far session needs some ten answers. */
const MAX_LOOK = 3000;

/** What is about to be clicked on the page that fills the display of a session; undefined if that is not known in time. */
export async function elementUnder(
  access: BrowserAccess,
  session: SessionRecord,
  point: Pixel,
): Promise<ElementName | undefined> {
  return lookQuickly(access, session, (open, { page }, limited) =>
    page ? elementAt(open, page, point, limited) : undefined,
  );
}

/**
 * Looks at what a session shows, for what can be done without.
 * @param within milliseconds; by default no longer than a person waits.
 * @returns undefined if it takes longer, or fails.
 */
export async function lookQuickly<T>(
  access: BrowserAccess,
  session: SessionRecord,
  look: (open: DevToolsConnection, front: Front, limited: AbortSignal) => Promise<T> | undefined,
  within = MAX_LOOK,
): Promise<T | undefined> {
  try {
    return await onFront(
      access,
      session,
      withTimeLimit(new AbortController().signal, within),
      async (open, front, limited) => look(open, front, limited),
    );
  } catch {
    return undefined;
  }
}

/**
 * The pixel in the middle of something on a page, which is scrolled into view.
 * @param page with a session in which frames may have been looked for.
 * @returns undefined if it is not visible.
 * @throws NotDone if a frame of another origin covers it; PageClosed; DevToolsFailure, or Cancelled.
 */
export async function placeOn(
  open: DevToolsConnection,
  page: FrontPage,
  element: Clickable,
  limited: AbortSignal,
): Promise<Pixel | undefined> {
  if (element.path.length === 0) {
    const middle = await middleOf(open, page, element, limited);
    if (middle) await refuseCovered(open, page, element, middle, limited);
    return middle;
  }
  return inPageSession(open, page, limited, (targetSession) =>
    middleOf(open, { ...page, targetSession }, element, limited),
  );
}

/** A frame of another origin that lies over what is the page's own would get the click. */
async function refuseCovered(
  open: DevToolsConnection,
  page: FrontPage,
  { name, origin }: Clickable,
  middle: Pixel,
  limited: AbortSignal,
): Promise<void> {
  const there = await inPageSession(open, page, limited, (targetSession) =>
    originAt(open, { ...page, targetSession }, middle, limited),
  );
  if (there === undefined || there === origin) return;
  throw new NotDone(message('A frame of “{1}” covers “{0}”. Nothing was clicked.', name, there));
}

/**
 * The pixel in the middle of something that a session shows, which is scrolled into view.
 * @throws as `onFront`; UserError if it is not visible any more.
 */
export async function placeOf(
  access: BrowserAccess,
  session: SessionRecord,
  element: ShownElement,
  signal: AbortSignal,
): Promise<Pixel> {
  return onFront(access, session, signal, async (open, front, limited) => {
    const page = pagesOf(front).find(({ targetId }) => targetId === element.targetId);
    if (!page && element.isInPopup) throw popupClosed();
    const place = page && (await placeOn(open, page, element, limited));
    if (place) return place;
    throw new UserError(message('“{0}” isn’t visible on the page. Nothing was clicked.', element.name));
  });
}

/**
 * Clicks in the middle of something that a session shows: on the display as a person does, in a popup by the browser.
 * @throws as `placeOf`.
 */
export async function clickElement(
  access: BrowserAccess,
  session: SessionRecord,
  element: ShownElement,
  signal: AbortSignal,
): Promise<void> {
  const place = await placeOf(access, session, element, signal);
  if (!element.isInPopup) return click(access, { sessionId: session.id, click: place }, signal);
  return onFront(access, session, signal, (open, front, limited) =>
    clickInPopup(open, front, element, place, limited).then(() =>
      access.sessions.clickedPopup({ session: session.id, at: place }),
    ),
  );
}

/**
 * Clicks in the popup that is open. The display does not contain it, so that the browser does it.
 * @throws UserError if that is another one now; ProtocolError, or Cancelled.
 */
export async function clickInPopup(
  open: DevToolsConnection,
  { popup }: Front,
  { targetId }: ShownElement,
  how: Omit<Click, 'clickType'>,
  limited: AbortSignal,
): Promise<void> {
  if (popup?.targetId !== targetId) throw popupClosed();
  await pressAt(open, popup, how, limited);
}

function popupClosed(): UserError {
  return new UserError(message('The popup has closed. Nothing was clicked.'));
}

/**
 * Puts a text in the place of what a field holds, or chooses it from a list.
 * @returns false if it is no field, or has no such choice.
 * @throws PageClosed; DevToolsFailure, or Cancelled.
 */
export async function fillOn(
  open: DevToolsConnection,
  page: Pick<FrontPage, 'targetId'>,
  field: Clickable,
  text: string,
  limited: AbortSignal,
): Promise<boolean> {
  const { targetId } = page;
  return inPageSession(open, page, limited, (targetSession) =>
    fill(open, { targetId, targetSession }, field, text, limited),
  );
}

/** The page that something is to be done on has closed. */
export class PageClosed extends UserError {
  constructor() {
    super(message('The page has closed.'));
  }
}

/**
 * Does some work in a session of its own with a page.
 * @throws PageClosed; DevToolsFailure, or Cancelled.
 */
export async function inPageSession<T>(
  open: DevToolsConnection,
  { targetId }: Pick<FrontPage, 'targetId'>,
  limited: AbortSignal,
  use: (targetSession: string) => Promise<T>,
): Promise<T> {
  return inOwnSession(open, targetId, limited, use, () => {
    throw new PageClosed();
  });
}

/**
 * Does some work with what a session shows.
 * @throws NoDevTools; UserError; ServiceError (404), with the session marked as gone; Cancelled.
 */
export async function onFront<T>(
  access: BrowserAccess,
  session: SessionRecord,
  signal: AbortSignal,
  work: (open: DevToolsConnection, front: Front, limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const failed = (error: Error): Error =>
    error instanceof NoDevTools
      ? error
      : new UserError(
          message('The page in “{0}” can’t be read. Click by coordinates instead.', labelOf(session)),
          'openScreen',
        );
  return inBrowser(access, session, { failed }, signal, (open, limited) =>
    withFront(open, limited, (front) => work(open, front, limited)),
  );
}
