import type { Click } from '../../core/click';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { ElementName } from '../../core/page-steps';
import type { Pixel } from '../../core/screen/geometry';
import {
  folded,
  inOwnSession,
  listClickable,
  middleOf,
  pressAt,
  type Clickable,
  type DevToolsConnection,
  type Front,
  type FrontPage,
} from '../../devtools';

export interface FoundElement {
  readonly element: Clickable;
  readonly page: FrontPage;
  readonly isInPopup: boolean;
}

/** What has a role and a name: in the popup that is open, else on the page. Undefined if nothing has. */
export async function findElements(
  open: DevToolsConnection,
  { page, popup }: Front,
  { role, name }: ElementName,
  limited: AbortSignal,
): Promise<readonly FoundElement[] | undefined> {
  for (const front of [popup, page]) {
    if (!front) continue;
    const all = await listClickable(open, front, limited);
    const found = all.filter((each) => isRole(each.role, role) && folded(each.name) === folded(name));
    if (found.length > 0) return found.map((element) => ({ element, page: front, isInPopup: front === popup }));
  }
  return undefined;
}

/** Where to click in something that was found. */
interface FoundPlace {
  readonly middle: Pixel;
  readonly targetId: string;
  readonly isInPopup: boolean;
}

/** @returns undefined if it is not visible. */
export async function placeOf(
  open: DevToolsConnection,
  { element, page, isInPopup }: FoundElement,
  limited: AbortSignal,
): Promise<FoundPlace | undefined> {
  const { targetId } = page;
  const middle = await (element.path.length === 0
    ? middleOf(open, page, element, limited)
    : inPageSession(open, page, limited, (sessionId) => middleOf(open, { ...page, sessionId }, element, limited)));
  return middle && { middle, targetId, isInPopup };
}

/** The display does not contain a popup, so that the browser clicks in it. */
export async function pressIn(
  open: DevToolsConnection,
  popup: FrontPage | undefined,
  { middle, targetId }: FoundPlace,
  { clicks = 1, ...how }: Omit<Click, 'x' | 'y'>,
  limited: AbortSignal,
): Promise<void> {
  if (popup?.targetId !== targetId) throw new UserError(message('The popup has closed. Nothing was clicked.'));
  for (let count = 1; count <= clicks; count++) await pressAt(open, popup, { ...middle, ...how }, limited, count);
}

export function inPageSession<T>(
  open: DevToolsConnection,
  { targetId }: FrontPage,
  signal: AbortSignal,
  use: (sessionId: string) => Promise<T>,
): Promise<T> {
  return inOwnSession(open, targetId, signal, use, () => {
    throw new UserError(message('The page has closed.'));
  });
}

/** Whether a role is the one that a file names, whatever the case. */
export function isRole(role: string, wanted: string): boolean {
  return role.toLowerCase() === wanted.toLowerCase();
}
