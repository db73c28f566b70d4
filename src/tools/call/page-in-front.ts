import { inPageSession, PageClosed } from '../../app/page/elements';
import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import {
  readPage,
  withFront,
  type DevToolsConnection,
  type FrontPage,
  type PageContent,
  type PageDialog,
  type SessionPage,
} from '../../devtools';
import { say, type AnswerPart, type Data } from '../answer';
import type { CalledSession, ToolCall } from '../tool';
import { inSession } from './in-session';

/** A page that a call is about. */
export interface CalledPage {
  readonly targetId: string;
  readonly targetSession: string;
  /** Whether it is the display of the session, where the service's own mouse clicks. */
  readonly isDisplay: boolean;
  /** With its size, if it is the display or a popup. */
  readonly front: FrontPage | undefined;
}

/**
 * Does some work with a page: that of a name (`p1`), or one whose title or address has a text; by default the popup that
 * is open, else the page in front.
 * @throws UserError if there is no such page, or it has closed, or is stuck: a dialog is open, or it has crashed.
 */
export async function withPage<T>(
  called: CalledSession,
  { signal }: Pick<ToolCall, 'signal'>,
  wanted: string | undefined,
  use: (open: DevToolsConnection, page: CalledPage, limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const { pages } = called.memory;
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
  }).catch((error: unknown) => {
    if (!(error instanceof PageClosed)) throw error;
    throw new UserError(message('The page has closed. Read what is there with read_session_page.'));
  });
}

/** How a page is now. */
export function readTargetPage(open: DevToolsConnection, targetId: string, signal: AbortSignal): Promise<PageContent> {
  return inPageSession(open, { targetId }, signal, (targetSession) => readPage(open, { targetSession }, signal));
}

/** @throws UserError if there is none, or several. */
function pageNamed({ memory }: CalledSession, wanted: string): SessionPage {
  const target = memory.targetNamed(wanted);
  const all = memory.pages.all;
  const named = all.find(({ targetId }) => targetId === target);
  if (named) return named;
  const text = wanted.toLowerCase();
  const found = all.filter(({ title, address }) => [title, address].some((each) => each.toLowerCase().includes(text)));
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  const list = (found.length > 0 ? found : all).slice(0, 10).map(({ targetId }) => memory.pageName(targetId));
  throw new UserError(
    found.length > 0
      ? message('{0} pages match “{1}”: {2}. Use one of these names.', found.length, wanted, list.join(', '))
      : message('No page matches “{0}”. Open are: {1}. read_session_page lists them.', wanted, list.join(', ')),
  );
}

function refuseStuck({ memory }: CalledSession, { targetId, dialog, hasCrashed }: SessionPage): void {
  const name = memory.pageName(targetId);
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

/** An address, of which one that is a text itself is only counted. */
function addressOf(address: string): Message {
  const [, scheme] = /^(data|blob|javascript|about):/i.exec(address) ?? [];
  if (scheme === undefined || /^about:\w{0,20}$/.test(address)) return say('"{0}"', address);
  return say('{0}: of {1} characters', scheme.toLowerCase(), address.length);
}

/** A page: `p1 "Title" "https://example.com/"`. */
export function pageLine({ memory }: CalledSession, targetId: string, title: string, address: string): Message {
  return say('{0} "{1}" {2}', memory.pageName(targetId), cut(title), addressOf(address));
}

function cut(title: string): string {
  return title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE)}…` : title;
}

/** UTF-16 units. */
const MAX_TITLE = 100;
/** Of the dialogs that were answered, and UTF-16 units of what each says. */
const MAX_DIALOGS = 3;
const MAX_DIALOG = 300;

/**
 * The dialogs that were open and answered since the last call, as some services do by themselves.
 * @param own the one that this call has answered.
 */
export function answeredDialogs({ memory }: CalledSession, own?: PageDialog): AnswerPart[] {
  const others = memory.pages.takeAnswered().filter(({ dialog }) => dialog !== own);
  const shown = others.slice(0, MAX_DIALOGS).map(({ targetId, dialog: { type, message: text }, isAccepted }): Data => {
    const template = isAccepted
      ? say('{0} dialog of {1}, already accepted', type, memory.pageName(targetId))
      : say('{0} dialog of {1}, already dismissed', type, memory.pageName(targetId));
    return { what: template, lines: [text.slice(0, MAX_DIALOG)] };
  });
  const more = others.length - shown.length;
  return more > 0 ? [...shown, say('{0} more dialogs were answered.', more)] : shown;
}

/** A dialog that is open, which is data too, and what to do with it. */
export function dialogParts({ memory }: CalledSession, of?: SessionPage): AnswerPart[] | undefined {
  const page = of ?? memory.pages.all.find(({ dialog }) => dialog);
  if (!page?.dialog) return undefined;
  const { type, message: text, proposal } = page.dialog;
  return [
    {
      what: say('{0} dialog of {1}', type, memory.pageName(page.targetId)),
      lines: [text, ...(proposal === '' ? [] : [`proposed: ${proposal}`])],
    },
    say('Answer it with act_in_session, dialog: accept or dismiss.'),
  ];
}
