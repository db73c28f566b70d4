import { click } from '../app/computer';
import type { Click } from '../core/click';
import { UserError } from '../core/errors';
import { asRecord, textOfPrimitive } from '../core/json';
import { message, type Message } from '../core/message';
import type { Pixel } from '../core/screen/geometry';
import {
  fill,
  focus,
  middleOf,
  pressAt,
  pressKey,
  readView,
  turnWheel,
  typeAtFocus,
  type Clickable,
  type DevToolsConnection,
  type PageElement,
} from '../devtools';
import type { CalledSession } from './in-session';
import { numberOf, textOf } from './input';
import type { CalledPage } from './page-in-front';
import { inPageSession, readAt } from './read-session-page';
import { oneLine, quoted } from './result';
import type { PageReading } from './session-work';
import type { ToolCall, ToolInput } from './tool';

export const ACTIONS = ['click', 'double_click', 'right_click', 'type', 'press', 'scroll'] as const;
export type Action = (typeof ACTIONS)[number];

/** A call that acts on a page. */
export interface Acting {
  readonly called: CalledSession;
  readonly call: ToolCall;
  readonly input: ToolInput;
  readonly open: DevToolsConnection;
  readonly page: CalledPage;
  readonly reader: PageReader;
  /** Limits the time. */
  readonly limited: AbortSignal;
}

/** Reads the page of a call once, for all that needs it: a page of thousands of elements takes long. */
export class PageReader {
  private reading: Promise<PageReading> | undefined;

  constructor(private readonly acting: Pick<Acting, 'called' | 'open' | 'page' | 'limited'>) {}

  /** How the page was when the call began. */
  now(): Promise<PageReading> {
    return (this.reading ??= this.again());
  }

  async again(): Promise<PageReading> {
    const { called, open, page, limited } = this.acting;
    return called.work.addReading(page.targetId, await readAt(open, page.targetId, limited));
  }
}

/** Fills fields by their names. @returns what was done. */
export async function fillFields(acting: Acting): Promise<string[]> {
  const fields = Object.entries(asRecord(acting.input['fields']));
  if (fields.length === 0) return [];
  const reading = await acting.reader.now();
  for (const [name, value] of fields) {
    const element = elementNamed(acting.called, reading, FIELDS, name);
    if (!(await fillIn(acting, element, textOfPrimitive(value))))
      throw new UserError(message('{0} can’t be typed into, or has no such choice.', quoted(name, 60)));
  }
  return [`Filled ${fields.map(([name]) => quoted(name, 40)).join(', ')}.`];
}

function fillIn({ open, page, limited }: Acting, element: Clickable, text: string): Promise<boolean> {
  return inPageSession(open, page.targetId, limited, (sessionId) =>
    fill(open, { ...page, sessionId }, element, text, limited),
  );
}

/** Roles of what can be filled. */
const FIELDS: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'listbox']);

/** Where to act: an element, or a point on the page. */
export type Where =
  { readonly element: Clickable; readonly words: string } | { readonly point: Pixel; readonly words: string };

export async function placeOf({ called, input, reader }: Acting, hasFilled: boolean): Promise<Where | undefined> {
  const ref = textOf(input, 'ref');
  if (ref !== undefined) {
    const element = called.work.reference(ref)?.element;
    if (element) return { element, words: wordsOf(element) };
  }
  const [role, name] = [textOf(input, 'role'), textOf(input, 'name')];
  if (name !== undefined || role !== undefined) {
    const roles = role === undefined ? undefined : new Set([role]);
    const known = await reader.now();
    // What was filled may have brought it there.
    const isThere = !hasFilled || elementsNamed(known, roles, name).length > 0;
    const element = elementNamed(called, isThere ? known : await reader.again(), roles, name);
    return { element, words: wordsOf(element) };
  }
  const [x, y] = [numberOf(input, 'x'), numberOf(input, 'y')];
  if (x === undefined || y === undefined) return undefined;
  const taken = called.work.picture(textOf(input, 'picture') ?? '');
  const point = taken
    ? { x: Math.round(taken.region.x + x / taken.scale), y: Math.round(taken.region.y + y / taken.scale) }
    : { x: Math.round(x), y: Math.round(y) };
  return { point, words: `at ${point.x}, ${point.y}` };
}

function wordsOf({ role, name, origin }: Clickable): string {
  const where = origin === undefined ? '' : ` in the frame of ${oneLine(origin)}`;
  return `${role} ${quoted(name, 60)}${where}`;
}

/** The page's own: in a frame of another origin it needs a reference, beside which the agent has read that origin. */
function elementNamed(
  called: CalledSession,
  reading: PageReading,
  roles: ReadonlySet<string> | undefined,
  name: string | undefined,
): PageElement {
  const found = elementsNamed(reading, roles, name);
  const [only, ...others] = found;
  const role = roles?.size === 1 ? [...roles][0] : undefined;
  const what = [role, name].filter(Boolean).join(' ');
  const { targetId } = reading;
  const refTo = (each: PageElement): string => called.work.referenceTo(each, targetId);
  if (!only) throw new UserError(notNamed(what, elementsNamed(reading, roles, name, false), refTo));
  if (others.length === 0) return only;
  const refs = found.slice(0, 6).map((each) => `${refTo(each)} ${quoted(each.name, 40)}`);
  throw new UserError(message('{0} elements are “{1}”: {2}. Use ref.', found.length, what, refs.join(', ')));
}

function notNamed(what: string, elsewhere: readonly PageElement[], refTo: (each: PageElement) => string): Message {
  const refs = elsewhere.slice(0, 6).map((each) => `${refTo(each)} in ${oneLine(each.origin ?? '')}`);
  return refs.length > 0
    ? message('“{0}” is only in a frame of another origin: {1}. Use ref if you mean it.', what, refs.join(', '))
    : message('Nothing on the page is “{0}”. Look with read_session_page and find.', what);
}

/**
 * Those of just this name; if there are none, those whose name has it in it.
 * @param isOwn whether they are the page's own, or in frames of other origins.
 */
function elementsNamed(
  { content }: PageReading,
  roles: ReadonlySet<string> | undefined,
  name: string | undefined,
  isOwn = true,
): readonly PageElement[] {
  const lines = content.lines.filter(({ origin }) => (origin === undefined) === isOwn);
  const elements = lines.flatMap(({ parts }) => parts.filter((part) => typeof part !== 'string'));
  const ofRole = elements.filter((each) => !roles || roles.has(each.role) || roles.has(each.role.toLowerCase()));
  const text = name?.toLowerCase().trim();
  const exact = ofRole.filter((each) => text === undefined || each.name.toLowerCase().trim() === text);
  return exact.length > 0 ? exact : ofRole.filter((each) => each.name.toLowerCase().includes(text ?? ''));
}

export async function perform(acting: Acting, action: Action, where: Where | undefined): Promise<string> {
  const { input, open, page, limited } = acting;
  const text = textOf(input, 'text');
  if (action === 'type') {
    if (text === undefined) throw new UserError(message('“{0}” is missing. Add it and call again.', 'text'));
    if (where && 'element' in where) {
      if (await fillIn(acting, where.element, text)) return `Typed into ${where.words}.`;
      throw new UserError(message('{0} can’t be typed into, or has no such choice.', where.words));
    }
    await typeWhereFocusIs(acting, text);
    return 'Typed where the focus is.';
  }
  if (action === 'press') {
    if (where && 'element' in where) {
      const { element } = where;
      await inPageSession(open, page.targetId, limited, (sessionId) =>
        focus(open, { ...page, sessionId }, element, limited),
      );
    }
    if (text !== undefined && (await pressKey(open, page, text, limited))) return `Pressed ${oneLine(text)}.`;
    throw new UserError(message('“{0}” is no key. Use names such as Enter, Tab, ArrowDown, a or ctrl+a.', text ?? ''));
  }
  const middle = await pointOf(acting, where);
  if (action === 'scroll') {
    const height = page.front?.height ?? 600;
    const by = Math.round(height * 0.8) * (text === 'up' ? -1 : 1);
    const at = middle ?? { x: Math.round((page.front?.width ?? 800) / 2), y: Math.round(height / 2) };
    await turnWheel(open, page, at, { x: 0, y: by }, limited);
    return `Scrolled ${text === 'up' ? 'up' : 'down'}.`;
  }
  if (!middle || !where) throw new UserError(message('Say where to click: by ref, by role and name, or by x and y.'));
  await clickAt(acting, action, middle);
  return `Clicked ${where.words}.`;
}

/** A frame can take the focus by itself, so that a click before tells nothing of where it is. */
async function typeWhereFocusIs({ open, page, limited }: Acting, text: string): Promise<void> {
  const origin = await inPageSession(open, page.targetId, limited, (sessionId) =>
    typeAtFocus(open, { ...page, sessionId }, text, limited),
  );
  if (origin !== undefined)
    throw new UserError(
      message(
        'The focus is in a frame of “{0}”. Nothing was typed. Give the ref of the field if you mean it.',
        oneLine(origin),
      ),
    );
}

async function pointOf({ open, page, limited }: Acting, where: Where | undefined): Promise<Pixel | undefined> {
  if (!where || 'point' in where) return where?.point;
  const { targetId, sessionId, front } = page;
  const sized = front ?? { targetId, sessionId, contextId: undefined, ...(await readView(open, page, limited)) };
  const { element } = where;
  const middle = await inPageSession(open, targetId, limited, (own) =>
    middleOf(open, { ...sized, sessionId: own }, element, limited),
  );
  if (middle) return middle;
  throw new UserError(message('{0} isn’t visible any more. Read the page again with read_session_page.', where.words));
}

/** On the display the service's own mouse clicks, as a person's does; elsewhere the browser does it. */
async function clickAt({ called, call, open, page, limited }: Acting, action: Action, { x, y }: Pixel): Promise<void> {
  const button: 'left' | 'right' = action === 'right_click' ? 'right' : 'left';
  const isDouble = action === 'double_click';
  if (page.isDisplay) {
    const { client, records } = called.connection;
    const wanted: Click = { x, y, ...(button === 'right' && { button }), ...(isDouble && { clicks: 2 }) };
    return click({ client, sessions: records.sessions }, { sessionId: called.session.id, click: wanted }, call.signal);
  }
  await pressAt(open, page, { x, y, button }, limited);
  if (isDouble) await pressAt(open, page, { x, y, button }, limited, 2);
}
