import { UserError } from '../core/errors';
import { message } from '../core/message';
import { withFront, type DevToolsConnection, type FrontPage, type PageDialog, type SessionPage } from '../devtools';
import { inSession, type CalledSession } from './in-session';
import { fenced, oneLine, quoted } from './result';
import type { ToolCall } from './tool';

/** A page that a call is about. */
export interface CalledPage {
  readonly targetId: string;
  readonly sessionId: string;
  /** Whether it is the display of the session, where the service's own mouse clicks. */
  readonly isDisplay: boolean;
  /** With its size, if it is the display or a popup. */
  readonly front: FrontPage | undefined;
}

/**
 * Does some work with a page: that of a name (`p1`), or one whose title or address has a text; by default the popup that
 * is open, else the page in front.
 * @throws UserError if there is no such page, or if it is stuck: a dialog is open, or it has crashed.
 */
export async function withPage<T>(
  called: CalledSession,
  { signal }: Pick<ToolCall, 'signal'>,
  wanted: string | undefined,
  use: (open: DevToolsConnection, page: CalledPage, limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const { pages } = called.work;
  return inSession(called, signal, async (open, limited) => {
    await pages.refresh(open, limited);
    const named = wanted === undefined ? undefined : pageNamed(called, wanted);
    const stuck = named ?? pages.all.find(({ dialog }) => dialog);
    if (stuck) refuseStuck(called, stuck);
    if (named) return use(open, { ...named, isDisplay: false, front: undefined }, limited);
    return withFront(open, limited, async ({ page, popup }) => {
      const front = popup ?? page;
      if (front) return use(open, { ...front, isDisplay: front === page, front }, limited);
      const only = pages.all.find(({ hasCrashed }) => !hasCrashed);
      if (only) return use(open, { ...only, isDisplay: false, front: undefined }, limited);
      const crashed = pages.all.find(({ hasCrashed }) => hasCrashed);
      if (crashed) refuseStuck(called, crashed);
      throw new UserError(message('No page is open in this session. Open one with open_extension_page.'));
    });
  });
}

/** @throws UserError if there is none, or several. */
function pageNamed({ work }: CalledSession, wanted: string): SessionPage {
  const target = work.targetNamed(wanted);
  const all = work.pages.all;
  const named = all.find(({ targetId }) => targetId === target);
  if (named) return named;
  const text = wanted.toLowerCase();
  const found = all.filter(({ title, address }) => [title, address].some((each) => each.toLowerCase().includes(text)));
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  const list = (found.length > 0 ? found : all).slice(0, 10).map(({ targetId }) => work.pageName(targetId));
  throw new UserError(
    found.length > 0
      ? message('{0} pages match “{1}”: {2}. Use one of these names.', found.length, wanted, list.join(', '))
      : message('No page matches “{0}”. Open are: {1}. read_session_page lists them.', wanted, list.join(', ')),
  );
}

function refuseStuck({ work }: CalledSession, { targetId, dialog, hasCrashed }: SessionPage): void {
  const name = work.pageName(targetId);
  if (dialog)
    throw new UserError(
      message(
        'A dialog is open on {0} ({1}: “{2}”). Answer it first: act_in_session with dialog: accept or dismiss.',
        name,
        dialog.type,
        dialog.message,
      ),
    );
  if (hasCrashed) throw new UserError(message('Page {0} has crashed. Open it again with open_extension_page.', name));
}

/** Which page is in front, with an open dialog, as lines. */
export async function frontOf(called: CalledSession, call: ToolCall): Promise<string> {
  const { pages } = called.work;
  const dialog = dialogLine(called);
  if (dialog !== undefined) return dialog;
  return withPage(called, call, undefined, async (_open, { targetId, isDisplay, front }) => {
    const page = pages.of(targetId);
    const kind = front && !isDisplay ? 'popup ' : '';
    return `In front: ${kind}${pageLine(called, targetId, page?.title ?? '', page?.address ?? '')}`;
  });
}

export function pageLine({ work }: CalledSession, targetId: string, title: string, address: string): string {
  return `${work.pageName(targetId)} ${quoted(title)} ${oneLine(address).slice(0, 300)}`;
}

/**
 * The dialogs that were open and answered since the last call, as some services do by themselves.
 * @param own the one that this call has answered.
 */
export function answeredDialogs({ work }: CalledSession, own?: PageDialog): string[] {
  const others = work.pages.takeAnswered().filter(({ dialog }) => dialog !== own);
  return others.map(({ targetId, dialog: { type, message: text }, isAccepted }) => {
    const how = isAccepted ? 'accepted' : 'dismissed';
    return fenced(`${type} dialog of ${work.pageName(targetId)}, already ${how}`, oneLine(text));
  });
}

/** A dialog that is open, which is data too. */
export function dialogLine({ work }: CalledSession): string | undefined {
  const page = work.pages.all.find(({ dialog }) => dialog);
  if (!page?.dialog) return undefined;
  const { type, message: text, proposal } = page.dialog;
  const proposed = proposal === '' ? '' : `\nproposed: ${oneLine(proposal)}`;
  return `${fenced(`${type} dialog of ${work.pageName(page.targetId)}`, oneLine(text) + proposed)}\nAnswer it with act_in_session, dialog: accept or dismiss.`;
}
