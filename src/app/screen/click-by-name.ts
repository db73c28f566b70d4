import { Cancelled, UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { Pixel } from '../../core/screen/geometry';
import { DevToolsFailure, listClickable, middleOf, withFrontPage, type Clickable } from '../../devtools';
import { labelOf, type SessionRecord } from '../../state';
import { markingGone } from '../gone';
import { NoDevTools } from '../devtools-sessions';
import { refuseReleased } from '../released';
import { withinTime } from '../upload/loaded';
import type { FeedParts } from './screen-feed';

export type { Clickable } from '../../devtools';

/**
 * What can be clicked on the page that a session displays, in reading order.
 * @throws NoDevTools; UserError; ServiceError (404), with the session marked as gone; Cancelled.
 */
export async function listClickableIn(
  parts: FeedParts,
  session: SessionRecord,
  signal: AbortSignal,
): Promise<readonly Clickable[]> {
  const found = await onPage(parts, session, signal, (connection, page, limited) =>
    listClickable(connection, page, limited),
  );
  if (found.length === 0) throw new UserError(message('The page in “{0}” has nothing to click.', labelOf(session)));
  return found;
}

/**
 * The pixel in the middle of something on the page, which is scrolled into view.
 * @throws as `listClickableIn`.
 */
export async function placeOf(
  parts: FeedParts,
  session: SessionRecord,
  wanted: Clickable,
  signal: AbortSignal,
): Promise<Pixel> {
  const place = await onPage(parts, session, signal, async (connection, page, limited) => ({
    middle: await middleOf(connection, page, wanted, limited),
  }));
  if (!place.middle) throw new UserError(message('“{0}” isn’t visible on the page. Nothing was clicked.', wanted.name));
  return place.middle;
}

type Work<T> = (
  connection: Parameters<typeof withFrontPage>[0],
  page: Parameters<typeof listClickable>[1],
  signal: AbortSignal,
) => Promise<T>;

async function onPage<T>(
  { client, sessions, devtools }: FeedParts,
  session: SessionRecord,
  signal: AbortSignal,
  work: Work<T>,
): Promise<T> {
  refuseReleased(sessions, session.id);
  const limited = withinTime(signal);
  try {
    const result = await markingGone(sessions, { id: session.id }, () =>
      devtools
        .of(client, session.id)
        .use((open) => withFrontPage(open, limited, (page) => work(open, page, limited)), limited),
    );
    if (result !== undefined) return result;
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    if (error instanceof NoDevTools) throw error;
    if (error instanceof DevToolsFailure || error instanceof Cancelled)
      throw new UserError(
        message('The page in “{0}” can’t be read. Click by coordinates instead.', labelOf(session)),
        'openScreen',
      );
    throw error;
  }
  throw new UserError(
    message('No page fills the display of “{0}”. Click by coordinates instead.', labelOf(session)),
    'openScreen',
  );
}
