import { click } from '../../app/computer';
import { fillOn, inPageSession, placeOn } from '../../app/page/elements';
import type { Click } from '../../core/click';
import { findNamed, type WantedElement } from '../../core/element-name';
import { NotDone, UserError } from '../../core/errors';
import { asRecord, textOfPrimitive } from '../../core/json';
import { listOf, message, sentences, type Message } from '../../core/message';
import type { Pixel } from '../../core/screen/geometry';
import {
  documentOf,
  focus,
  focusedOrigin,
  pressAt,
  pressKey,
  readView,
  turnWheel,
  typeAtFocus,
  type Clickable,
  type PageElement,
} from '../../devtools';
import { changedSince } from '../agents/question';
import { say } from '../answer';
import type { CalledPage } from '../call/page-in-front';
import { numberOf, textOf, type ToolInput } from '../input';
import type { PageReading } from '../memory/session-memory';
import type { AskedAbout, CalledSession } from '../tool';
import { elementsIn, focusedIn, isField, type Acting, type Where } from './acting';
import {
  isSecretAtFocus,
  isSecretField,
  isSecretKey,
  rememberClick,
  rememberPress,
  rememberScroll,
  rememberTyped,
} from './done-on-page';

export const ACTIONS = ['click', 'double_click', 'right_click', 'type', 'press', 'scroll'] as const;
export type Action = (typeof ACTIONS)[number];

/** Fills fields by their names. @returns what was done. */
export async function fillFields(acting: Acting): Promise<Message[]> {
  const fields = Object.entries(asRecord(acting.input['fields']));
  if (fields.length === 0) return [];
  const reading = await acting.reader.now();
  const filled: string[] = [];
  for (const [name, value] of fields) {
    const element = elementNamed(acting.called, reading, { name }, isField);
    requireAsked(acting, element);
    await fillIn(acting, element, textOfPrimitive(value), say('Filled "{0}".', name), say('"{0}"', name));
    filled.push(name);
  }
  return [say('Filled {0}.', listOf(filled.map((name) => say('"{0}"', name))))];
}

/** @throws UserError if it is no field, or a list without such a choice. */
async function fillIn(acting: Acting, element: Clickable, text: string, told: Message, name: Message): Promise<void> {
  const { call, open, page, limited } = acting;
  const isSecret = await isSecretField(acting, element);
  await call.outcome.attempt(told, async () => {
    if (!(await fillOn(open, page, element, text, limited)))
      throw new NotDone(message('{0} can’t be filled in, or has no such option.', name));
  });
  rememberTyped(acting, text, element, isSecret, told);
}

function wordsOf({ role, name, origin }: Clickable): Message {
  if (origin !== undefined) return say('{0} "{1}" in the frame of "{2}"', role, name, origin);
  return say('{0} "{1}"', role, name);
}

export async function placeOf(acting: Acting, hasFilled: boolean): Promise<Where | undefined> {
  const { called, input, reader } = acting;
  const ref = textOf(input, 'ref');
  if (ref !== undefined) {
    const element = called.memory.reference(ref)?.element;
    if (element) {
      requireAsked(acting, element);
      return { element, words: wordsOf(element) };
    }
  }
  const wanted = wantedIn(input);
  if (wanted) {
    const known = await reader.now();
    // What was filled may have brought it there, after somebody was asked.
    const isThere = !hasFilled || findNamed(elementsIn(known), wanted).elements.length > 0;
    const element = elementNamed(called, isThere ? known : await reader.again(), wanted);
    if (isThere) requireAsked(acting, element);
    return { element, words: wordsOf(element) };
  }
  const point = placeAt(called, input);
  return point && { point, words: say('at {0}, {1}', point.x, point.y) };
}

/** The point of a call, in pixels of the page. */
export function placeAt({ memory }: CalledSession, input: ToolInput): Pixel | undefined {
  const [x, y] = [numberOf(input, 'x'), numberOf(input, 'y')];
  if (x === undefined || y === undefined) return undefined;
  const taken = memory.screenshot(textOf(input, 'screenshot') ?? '');
  if (!taken) return { x: Math.round(x), y: Math.round(y) };
  return { x: Math.round(taken.region.x + x / taken.scale), y: Math.round(taken.region.y + y / taken.scale) };
}

/**
 * The page of a call: that of its element or screenshot, or the one that it names; undefined for the one in front.
 * @throws UserError if its reference or its screenshot is not known.
 */
export function targetOf({ memory }: CalledSession, input: ToolInput): string | undefined {
  const ref = textOf(input, 'ref');
  const known = ref === undefined ? undefined : memory.reference(ref);
  if (ref !== undefined && !known)
    throw new UserError(
      message('No element has the reference “{0}”. Read the page again with read_session_page.', ref),
    );
  const screenshot = textOf(input, 'screenshot');
  const taken = screenshot === undefined ? undefined : memory.screenshot(screenshot);
  if (screenshot !== undefined && !taken)
    throw new UserError(message('No screenshot has the ID “{0}”. Take one with capture_session.', screenshot));
  const target = known?.targetId ?? taken?.targetId;
  if (target === undefined) return textOf(input, 'page');
  // The page in front is another one, on which something else is there.
  if (!memory.pages.of(target))
    throw new NotDone(message('The page of “{0}” has closed. Look with read_session_page.', ref ?? screenshot ?? ''));
  return memory.pageName(target);
}

type OnPage = Pick<Acting, 'called' | 'input' | 'open' | 'page' | 'limited'>;

/** @throws UserError if the page has another document than when the screenshot of a call was taken. */
export async function requireScreenshot({ called, input, open, page, limited }: OnPage): Promise<void> {
  const taken = called.memory.screenshot(textOf(input, 'screenshot') ?? '');
  if (!taken) return;
  const { targetSession } = page;
  if ((await documentOf(open, { targetSession, signal: limited })) === taken.document) return;
  throw new NotDone(message('The page of that screenshot has changed. Take another one with capture_session.'));
}

/** @throws UserError if the page has another document than when somebody was asked. */
export function requireDocument({ document }: AskedAbout, { content }: PageReading): void {
  if (content.document !== document) throw changedSince();
}

/** @throws UserError if it is another element than when somebody was asked. */
function requireAsked(
  { called: { asked, memory }, page }: { readonly called: CalledSession; readonly page: Pick<CalledPage, 'targetId'> },
  element: Clickable,
): void {
  if (asked && !asked.elements.has(memory.referenceTo(element, page.targetId))) throw changedSince();
}

/** @throws UserError if something else has the focus than when somebody was asked. */
export function requireFocus(called: CalledSession, reading: PageReading): void {
  const focused = focusedIn(reading);
  if (focused) requireAsked({ called, page: reading }, focused);
}

export function actionOf(input: ToolInput): Action {
  return ACTIONS.find((each) => each === input['action']) ?? 'click';
}

/** What a call names; undefined if it names nothing. */
export function wantedIn(input: ToolInput): WantedElement | undefined {
  const [role, name] = [textOf(input, 'role'), textOf(input, 'name')];
  return role === undefined && name === undefined ? undefined : { role, name };
}

/** What an agent names, in a few words. */
export function wordsNamed({ role, name }: WantedElement): string {
  return [role, name].filter(Boolean).join(' ');
}

/**
 * The only element of a name. It is the page's own: in a frame of another origin it needs a reference, beside which the
 * agent has read that origin.
 * @throws UserError if there is none, or several.
 */
export function elementNamed(
  { memory }: CalledSession,
  reading: PageReading,
  wanted: WantedElement,
  isMeant: (element: PageElement) => boolean = () => true,
): PageElement {
  const { elements, elsewhere } = findNamed(elementsIn(reading).filter(isMeant), wanted);
  const [only, ...others] = elements;
  const what = wordsNamed(wanted);
  const refTo = (each: PageElement): string => memory.referenceTo(each, reading.targetId);
  if (!only) throw new UserError(notNamed(what, elsewhere, refTo));
  if (others.length === 0) return only;
  const refs = elements.slice(0, 6).map((each) => say('{0} "{1}"', refTo(each), each.name));
  throw new UserError(message('{0} elements are “{1}”: {2}. Use ref.', elements.length, what, listOf(refs)));
}

function notNamed(what: string, elsewhere: readonly PageElement[], refTo: (each: PageElement) => string): Message {
  const refs = elsewhere.slice(0, 6).map((each) => say('{0} in "{1}"', refTo(each), each.origin ?? ''));
  return refs.length > 0
    ? message('“{0}” is only in a frame of another origin: {1}. Use ref if you mean it.', what, listOf(refs))
    : message('Nothing on the page matches “{0}”. Look with read_session_page and find.', what);
}

/** @returns what was done. */
export async function perform(acting: Acting, action: Action, where: Where | undefined): Promise<Message> {
  const text = textOf(acting.input, 'text') ?? '';
  if (action === 'type') return typeText(acting, text, where);
  if (action === 'press') return press(acting, text, where);
  const middle = await pointOf(acting, where);
  if (action === 'scroll') return scroll(acting, text === 'up' ? -1 : 1, middle);
  if (!middle || !where) throw new UserError(message('Say where to click: by ref, by role and name, or by x and y.'));
  const told = say('Clicked {0}.', where.words);
  const { x, y, ...how } = clickOf(action, middle);
  await acting.call.outcome.attempt(told, () => clickAt(acting, { x, y, ...how }));
  rememberClick(acting, how, where, { x, y }, told);
  return told;
}

async function typeText(acting: Acting, text: string, where: Where | undefined): Promise<Message> {
  const { call, open, page, limited } = acting;
  if (where && 'element' in where) {
    const told = say('Typed into {0}.', where.words);
    await fillIn(acting, where.element, text, told, where.words);
    return told;
  }
  const told = say('Typed where the focus is.');
  const isSecret = await isSecretAtFocus(acting);
  // A frame can take the focus by itself, so that a click before tells nothing of where it is.
  await call.outcome.attempt(told, async () => {
    const not = await inPageSession(open, page, limited, (targetSession) =>
      typeAtFocus(open, { ...page, targetSession }, text, limited),
    );
    if (not)
      throw new NotDone(
        not.origin === undefined
          ? message('No text field has the focus. Give the ref of one.')
          : inForeignFrame(not.origin, message('Nothing was typed.')),
      );
  });
  rememberTyped(acting, text, undefined, isSecret, told);
  return told;
}

function inForeignFrame(origin: string, nothing: Message): Message {
  return sentences(
    message('The focus is in a frame of “{0}”.', origin),
    nothing,
    message('Give the ref of what is there if you mean it.'),
  );
}

async function press(acting: Acting, key: string, where: Where | undefined): Promise<Message> {
  const { call, open, page, limited } = acting;
  const element = where && 'element' in where ? where.element : undefined;
  if (element)
    await inPageSession(open, page, limited, (targetSession) =>
      focus(open, { ...page, targetSession }, element, limited),
    );
  const told = say('Pressed {0}.', key);
  const isSecret = await isSecretKey(acting, key, element);
  await call.outcome.attempt(told, async () => {
    const origin = await inPageSession(open, page, limited, (targetSession) =>
      focusedOrigin(open, { ...page, targetSession }, limited),
    );
    if (origin !== undefined && origin !== element?.origin)
      throw new NotDone(inForeignFrame(origin, message('Nothing was pressed.')));
    if (await pressKey(open, page, key, limited)) return;
    throw new NotDone(message('“{0}” isn’t a key. Use names such as Enter, Tab, ArrowDown, a or ctrl+a.', key));
  });
  rememberPress(acting, key, element, isSecret, told);
  return told;
}

async function scroll(acting: Acting, direction: -1 | 1, middle: Pixel | undefined): Promise<Message> {
  const { call, open, page, limited } = acting;
  const height = page.front?.height ?? 600;
  const at = middle ?? { x: Math.round((page.front?.width ?? 800) / 2), y: Math.round(height / 2) };
  const told = direction === -1 ? say('Scrolled up.') : say('Scrolled down.');
  const by = { x: 0, y: Math.round(height * 0.8) * direction };
  await call.outcome.attempt(told, () => turnWheel(open, page, at, by, limited));
  rememberScroll(acting, by.y, middle, told);
  return told;
}

async function pointOf({ open, page, limited }: Acting, where: Where | undefined): Promise<Pixel | undefined> {
  if (!where || 'point' in where) return where?.point;
  const { targetId, targetSession, front } = page;
  const sized = front ?? { targetId, targetSession, contextId: undefined, ...(await readView(open, page, limited)) };
  const middle = await placeOn(open, sized, where.element, limited);
  if (middle) return middle;
  throw new UserError(message('{0} is no longer visible. Read the page again with read_session_page.', where.words));
}

function clickOf(action: Action, { x, y }: Pixel): Click {
  return {
    x,
    y,
    ...(action === 'right_click' && { button: 'right' }),
    ...(action === 'double_click' && { clicks: 2 }),
  };
}

/** On the display the service's own mouse clicks, as a person's does; elsewhere the browser does it. */
async function clickAt({ called, call, open, page, limited }: Acting, wanted: Click): Promise<void> {
  const { client, records } = called.connection;
  const { sessions } = records;
  if (page.isDisplay) return click({ client, sessions }, { sessionId: called.session.id, click: wanted }, call.signal);
  await pressAt(open, page, wanted, limited);
  // Whatever else is in front is the popup.
  if (page.front) sessions.clickedPopup({ session: called.session.id, at: { x: wanted.x, y: wanted.y } });
}
