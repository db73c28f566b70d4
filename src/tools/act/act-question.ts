import { findNamed } from '../../core/element-name';
import { UserError } from '../../core/errors';
import { asRecord, textOfPrimitive } from '../../core/json';
import { listOf, message, type Message } from '../../core/message';
import { isSecretName } from '../../core/secret-forms';
import type { PageElement } from '../../devtools';
import { labelOf } from '../../state';
import { elementWords, placeWords, shown, typedWords } from '../agents/question';
import { readTargetPage, withPage } from '../call/page-in-front';
import { elementsIn, focusedIn, isField, type Acting } from './acting';
import {
  actionOf,
  elementNamed,
  placeAt,
  requireScreenshot,
  targetOf,
  wantedIn,
  wordsNamed,
  type Action,
} from './do-in-page';
import { isSecretField } from './done-on-page';
import { textOf, type ToolInput } from '../input';
import type { PageReading } from '../memory/session-memory';
import type { CalledSession, ToolCall } from '../tool';

/**
 * What a call would do, in its order, with what is on the page now.
 * @throws UserError if that is not there.
 */
export async function actQuestion(input: ToolInput, called: CalledSession, call: ToolCall): Promise<Message> {
  await called.memory.begin(call.signal).catch(() => {});
  const what = input['dialog'] === undefined ? await actWords(input, called, call) : dialogWords(input, called);
  return message('Let {0} {1} in “{2}”?', call.caller.name, what, labelOf(called.session));
}

function dialogWords(input: ToolInput, called: CalledSession): Message {
  const dialog = called.memory.pages.all.find((page) => page.dialog)?.dialog;
  if (!dialog) throw new UserError(message('No dialog is open. Leave out “dialog”.'));
  called.asked = { targetId: '', document: undefined, elements: new Set(), dialog };
  const about = message('the {0} dialog “{1}”', dialog.type, shown(dialog.message));
  if (input['dialog'] !== 'accept') return message('dismiss {0}', about);
  const text = textOf(input, 'text');
  return text === undefined
    ? message('accept {0}', about)
    : message('answer “{0}” to {1}', typedWords(text, isSecretName(dialog.message)), about);
}

async function actWords(input: ToolInput, called: CalledSession, call: ToolCall): Promise<Message> {
  return withPage(called, call, targetOf(called, input), async (open, page, limited) => {
    await requireScreenshot({ called, input, open, page, limited });
    const reading = called.memory.addReading(page.targetId, await readTargetPage(open, page.targetId, limited));
    const elements = new Set<string>();
    const looking: Looking = { called, input, open, page, limited, reading, elements };
    const fields = await fieldWords(looking);
    const action = await actionWords(looking, fields !== undefined);
    const both = fields && action ? message('{0}, then {1}', fields, action) : (fields ?? action);
    if (!both) throw new UserError(message('Say where to click: by ref, by role and name, or by x and y.'));
    called.asked = { targetId: page.targetId, document: reading.content.document, elements, dialog: undefined };
    return message('{0} on {1}', both, placeWords(reading.content.address));
  });
}

interface Looking extends Pick<Acting, 'called' | 'input' | 'open' | 'page' | 'limited'> {
  readonly reading: PageReading;
  /** The references of what was found. */
  readonly elements: Set<string>;
}

async function fieldWords(looking: Looking): Promise<Message | undefined> {
  const fields = Object.entries(asRecord(looking.input['fields']));
  if (fields.length === 0) return undefined;
  const words = fields.map(async ([name, value]) => {
    const element = noted(looking, elementNamed(looking.called, looking.reading, { name }, isField));
    const typed = typedWords(textOfPrimitive(value), await isSecretField(looking, element));
    return message('“{0}” into {1}', typed, elementWords(element));
  });
  return message('type {0}', listOf(await Promise.all(words)));
}

async function actionWords(looking: Looking, hasFields: boolean): Promise<Message | undefined> {
  const { input } = looking;
  const action = actionOf(input);
  const text = textOf(input, 'text') ?? '';
  const meant = elementMeant(looking);
  const element = meant && noted(looking, meant);
  const place = element ? elementWords(element) : placeWithoutElement(looking, hasFields);
  switch (action) {
    case 'type': {
      const into = element ?? focusedNoted(looking);
      const typed = typedWords(text, into !== undefined && (await isSecretField(looking, into)));
      if (place) return message('type “{0}” into {1}', typed, place);
      return into
        ? message('type “{0}” where the focus is, {1}', typed, elementWords(into))
        : message('type “{0}” where the focus is', typed);
    }
    case 'press': {
      const focused = place ? undefined : focusedNoted(looking);
      const on = place ?? (focused && elementWords(focused));
      return on ? message('press {0} on {1}', shown(text), on) : message('press {0}', shown(text));
    }
    case 'scroll':
      return text === 'up' ? message('scroll up') : message('scroll down');
    case 'click':
    case 'double_click':
    case 'right_click':
      return place && clickWords(action, place);
  }
}

function clickWords(action: Action, place: Message): Message {
  if (action === 'double_click') return message('double-click {0}', place);
  return action === 'right_click' ? message('right-click {0}', place) : message('click {0}', place);
}

/** The element as it is on the page now: what has a reference may have another name than when the agent saw it. */
function elementMeant({ called, input, reading }: Looking): PageElement | undefined {
  const ref = textOf(input, 'ref');
  if (ref !== undefined) {
    const now = elementsIn(reading).find((each) => called.memory.referenceTo(each, reading.targetId) === ref);
    if (now) return now;
    throw new UserError(message('“{0}” is no longer on the page. Read the page again with read_session_page.', ref));
  }
  const wanted = wantedIn(input);
  if (!wanted) return undefined;
  // What is filled first may bring it there.
  const isExpected = input['fields'] !== undefined && findNamed(elementsIn(reading), wanted).elements.length === 0;
  return isExpected ? undefined : elementNamed(called, reading, wanted);
}

function placeWithoutElement({ called, input }: Looking, hasFields: boolean): Message | undefined {
  const wanted = wantedIn(input);
  if (hasFields && wanted) return message('what is then “{0}”', shown(wordsNamed(wanted)));
  const point = placeAt(called, input);
  return point && message('the point {0}, {1}', point.x, point.y);
}

/** What is done later is done to this element. */
function noted<Element extends PageElement>({ called, page, elements }: Looking, element: Element): Element {
  elements.add(called.memory.referenceTo(element, page.targetId));
  return element;
}

function focusedNoted(looking: Looking): PageElement | undefined {
  const focused = focusedIn(looking.reading);
  return focused && noted(looking, focused);
}
