import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import type { Pixel } from '../../core/screen/geometry';
import {
  listClickable,
  middleOf,
  pressAt,
  withFront,
  type Clickable,
  type DevToolsConnection,
  type Front,
} from '../../devtools';
import { labelOf, type SessionRecord } from '../../state';
import { NoDevTools, type BrowserAccess } from '../devtools-sessions';
import { inBrowser } from '../in-browser';

/** Something that can be clicked in a session. */
export interface ClickTarget extends Clickable {
  /** Whether it is in the popup of an extension, which the display does not contain. */
  readonly isInPopup: boolean;
}

/**
 * What can be clicked in the popup that is open, and on the page that a session displays, each in reading order; what is
 * in frames of other origins comes after all that is the page's own.
 * @throws NoDevTools; UserError; ServiceError (404), with the session marked as gone; Cancelled.
 */
export async function listClickableIn(
  access: BrowserAccess,
  session: SessionRecord,
  signal: AbortSignal,
): Promise<readonly ClickTarget[]> {
  const found = await onFront(access, session, signal, async (connection, { page, popup }, limited) => {
    if (!page && !popup) throw noPage(session);
    const inPopup = popup ? await listClickable(connection, popup, limited) : [];
    const onPage = page ? await listClickable(connection, page, limited) : [];
    const all = [
      ...inPopup.map((each) => ({ ...each, isInPopup: true })),
      ...onPage.map((each) => ({ ...each, isInPopup: false })),
    ];
    return [...all.filter(({ origin }) => origin === undefined), ...all.filter(({ origin }) => origin !== undefined)];
  });
  if (found.length === 0) throw new UserError(message('The page in “{0}” has nothing to click.', labelOf(session)));
  return found;
}

/**
 * The pixel of the display in the middle of something on the page, which is scrolled into view.
 * @throws as `listClickableIn`.
 */
export async function placeOf(
  access: BrowserAccess,
  session: SessionRecord,
  wanted: Clickable,
  signal: AbortSignal,
): Promise<Pixel> {
  return onFront(access, session, signal, async (connection, { page }, limited) => {
    if (!page) throw noPage(session);
    const middle = await middleOf(connection, page, wanted, limited);
    if (!middle) throw new UserError(notVisible(wanted));
    return middle;
  });
}

/**
 * Clicks in the middle of something in the popup that is open.
 * @throws as `listClickableIn`.
 */
export async function clickInPopup(
  access: BrowserAccess,
  session: SessionRecord,
  wanted: Clickable,
  signal: AbortSignal,
): Promise<void> {
  await onFront(access, session, signal, async (connection, { popup }, limited) => {
    if (!popup) throw new UserError(message('The popup has closed. Nothing was clicked.'));
    const middle = await middleOf(connection, popup, wanted, limited);
    if (!middle) throw new UserError(notVisible(wanted));
    await pressAt(connection, popup, middle, limited);
  });
}

/**
 * Does some work with what a session shows.
 * @throws as `listClickableIn`.
 */
export async function onFront<T>(
  access: BrowserAccess,
  session: SessionRecord,
  signal: AbortSignal,
  work: (connection: DevToolsConnection, front: Front, signal: AbortSignal) => Promise<T>,
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

function noPage(session: SessionRecord): UserError {
  return new UserError(
    message('No page fills the display of “{0}”. Click by coordinates instead.', labelOf(session)),
    'openScreen',
  );
}

function notVisible({ name }: Clickable): Message {
  return message('“{0}” isn’t visible on the page. Nothing was clicked.', name);
}
