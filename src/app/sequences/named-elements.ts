import type { Click } from '../../core/click';
import { UserError } from '../../core/errors';
import { message, quotedListOf, type Message } from '../../core/message';
import { frameName, isInFrame, type ElementName } from '../../core/page-steps';
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

/** What was found of what a step names. */
export interface Found {
  /** In the popup that is open, else on the page. */
  readonly elements: readonly FoundElement[];
  /** The frames, as a step names them, that have such an element, if it is not where the step says. */
  readonly elsewhere: readonly string[];
}

/** What has a role and a name, in the frame that is named: without one, it is the page's own. */
export async function findElements(
  open: DevToolsConnection,
  { page, popup }: Front,
  target: ElementName,
  limited: AbortSignal,
): Promise<Found> {
  const elsewhere = new Set<string>();
  for (const front of [popup, page]) {
    if (!front) continue;
    const all = (await listClickable(open, front, limited)).filter((each) => isNamed(each, target));
    const found = all.filter(({ origin }) => isInFrame(origin, target.frame));
    if (found.length > 0)
      return {
        elements: found.map((element) => ({ element, page: front, isInPopup: front === popup })),
        elsewhere: [],
      };
    for (const { origin } of all) if (origin !== undefined) elsewhere.add(frameName(origin));
  }
  return { elements: [], elsewhere: [...elsewhere] };
}

/** Whether something has the role and name that a file says, in whichever frame. */
export function isNamed(element: Pick<Clickable, 'role' | 'name'>, { role, name }: ElementName): boolean {
  return isRole(element.role, role) && folded(element.name) === folded(name);
}

/** That nothing of this role and name is where a step says. */
export function notVisible({ role, name, frame }: ElementName): Message {
  return frame === undefined
    ? message('No {0} “{1}” is visible.', role, name)
    : message('No {0} “{1}” is visible in a frame of “{2}”.', role, name, frame);
}

/** In which frames it is instead, if it is in any. */
export function whereElse({ elsewhere }: Pick<Found, 'elsewhere'>): Message | undefined {
  return elsewhere.length > 0
    ? message('It’s in a frame of {0}. If you mean that, add “frame” to it.', quotedListOf(elsewhere))
    : undefined;
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
