import type { Click } from '../../core/click';
import { frameName, isExactName, isRole, type ElementName } from '../../core/element-name';
import type { Message } from '../../core/message';
import type { Pixel } from '../../core/screen/geometry';
import { isSecretName } from '../../core/secret-forms';
import { DEFAULT_TIMEOUT, type ResolvedStep } from '../../core/steps';
import { isPasswordField, type Clickable } from '../../devtools';
import { inPageSession } from '../../app/page/elements';
import { say } from '../answer';
import { targetOfStep } from '../memory/done-steps';
import { elementsIn, focusedIn, isField, type Acting, type Where } from './acting';

/** Whether a text that is typed into something is a secret. */
export async function isSecretField(
  { open, page, limited }: Pick<Acting, 'open' | 'page' | 'limited'>,
  element: Clickable,
): Promise<boolean> {
  if (isSecretName(element.name)) return true;
  return inPageSession(open, page, limited, (targetSession) =>
    isPasswordField(open, { ...page, targetSession }, element, limited),
  );
}

/** Remembers a click, by the name of what was clicked. Where several have it, its point is remembered too. */
export function rememberClick(
  acting: Acting,
  how: Omit<Click, 'x' | 'y'>,
  where: Where,
  at: Pixel,
  what: Message,
): void {
  const target = 'element' in where ? targetOf(where.element) : undefined;
  const point = acting.page.isDisplay ? at : undefined;
  if (target) {
    const isOne = countOf(acting, target) <= 1;
    const click = { ...how, ...(isOne ? {} : point) };
    remember(acting, what, isOne || point ? { kind: 'named', target, click, timeout: DEFAULT_TIMEOUT } : undefined);
  } else remember(acting, what, point && { kind: 'click', click: { ...how, ...point } });
}

/**
 * Remembers what was typed, but no secret.
 * @param isSecret as it was before: the field may have gone.
 */
export function rememberTyped(
  acting: Acting,
  text: string,
  into: Clickable | undefined,
  isSecret: boolean,
  what: Message,
): void {
  const target = into && targetOf(into);
  if (isSecret) acting.called.memory.done.addSecret(text);
  const typed: ResolvedStep = { kind: 'type', text: isSecret ? '' : text, into: target, timeout: DEFAULT_TIMEOUT };
  const isNamed = into === undefined || (target !== undefined && countOf(acting, target) <= 1);
  remember(acting, what, isNamed ? typed : undefined, isSecret);
}

/** Whether a text that goes where the focus is, is a secret: also if nobody knows where that is. */
export async function isSecretAtFocus(acting: Acting): Promise<boolean> {
  const focused = focusedIn(await acting.reader.again());
  return focused === undefined || isSecretField(acting, focused);
}

/** What is typed by a key, rather than done by it. */
const PRINTED = /^(?:shift\+)?.$/iu;

/** Whether a key is a part of a secret. */
export async function isSecretKey(acting: Acting, key: string, element: Clickable | undefined): Promise<boolean> {
  if (!PRINTED.test(key)) return false;
  return element ? isSecretField(acting, element) : isSecretAtFocus(acting);
}

/** Remembers a key. A step presses it where the focus is, which a click gives to a field. */
export function rememberPress(
  acting: Acting,
  key: string,
  element: Clickable | undefined,
  isSecret: boolean,
  what: Message,
): void {
  if (isSecret) return remember(acting, say('Pressed a key in a field for a secret.'), undefined);
  const step: ResolvedStep = { kind: 'press', key };
  if (!element) return remember(acting, what, step);
  const { memory } = acting.called;
  const target = targetOf(element);
  const last = targetOfStep(memory.done.of(acting.call.caller.id).at(-1)?.step);
  const hasFocus = last !== undefined && target !== undefined && last.name === target.name && last.role === target.role;
  if (!target || !(hasFocus || isField({ role: target.role })))
    return remember(acting, say('{0} On {1} "{2}".', what, element.role, element.name), undefined);
  if (!hasFocus) remember(acting, what, { kind: 'named', target, click: {}, timeout: DEFAULT_TIMEOUT });
  remember(acting, what, step);
}

/** Remembers a turn of the wheel, at its point where it was turned over something. */
export function rememberScroll(acting: Acting, by: number, at: Pixel | undefined, what: Message): void {
  remember(acting, what, { kind: 'scroll', by, ...(at && { at }) });
}

function remember(
  { called: { memory }, call: { caller }, page }: Acting,
  what: Message,
  step: ResolvedStep | undefined,
  isSecret = false,
): void {
  const { targetId, isDisplay, front } = page;
  memory.remember(caller.id, {
    step,
    what,
    isSecret,
    page: {
      address: memory.pages.of(targetId)?.address ?? '',
      isPopup: front !== undefined && !isDisplay,
      isBrought: front === undefined && !isDisplay,
    },
  });
}

/** How a step names it; undefined if it has no name. */
function targetOf({ role, name, origin }: Clickable): ElementName | undefined {
  if (role === '' || name.trim() === '') return undefined;
  return { role, name, ...(origin !== undefined && { frame: frameName(origin) }) };
}

/** How many have this name on the page, as it was read last. */
function countOf({ called, page }: Acting, { role, name, frame }: ElementName): number {
  const reading = called.memory.readingOf(page.targetId);
  if (!reading) return 0;
  return elementsIn(reading).filter(
    (each) =>
      isRole(each.role, role) &&
      isExactName(each.name, name) &&
      (each.origin === undefined ? undefined : frameName(each.origin)) === frame,
  ).length;
}
