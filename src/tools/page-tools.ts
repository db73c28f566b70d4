import { click } from '../app/computer';
import { asRecord, textOfPrimitive } from '../core/json';
import type { Click } from '../core/click';
import { UserError } from '../core/errors';
import { message, type Message } from '../core/message';
import type { Pixel } from '../core/screen/geometry';
import {
  answerDialog,
  attachToTarget,
  bringToFront,
  capturePage,
  detachFrom,
  fill,
  focus,
  insertText,
  middleOf,
  pressAt,
  pressKey,
  readPage,
  turnWheel,
  untilQuiet,
  type Clickable,
  type DevToolsConnection,
  type PageContent,
  type PageElement,
} from '../devtools';
import { labelOf } from '../state';
import { MARK, SESSION, TAKE_OVER, logLines } from './extension-tools';
import { beginChange, otherCaller, sessionOf, type CalledSession } from './in-session';
import { numberOf, textOf } from './input';
import { answeredDialogs, dialogLine, pageLine, withPage, type CalledPage } from './page-in-front';
import { changesBetween, type ShownLine } from './page-text';
import { fenced, fitting, oneLine, quoted } from './result';
import type { PageReading } from './session-work';
import type { PropertySchema, Tool, ToolCall, ToolInput } from './tool';

const PAGE: PropertySchema = {
  type: 'string',
  description: 'Name (p1) or part of title or address; by default the popup or page in front',
};

export const readSessionPage: Tool = {
  name: 'read_session_page',
  title: message('Read Session Page'),
  description:
    'Reads what is on a page of the session: texts, and what can be used, as [e12 button "Add"]; a reference stays the same while its element lives. A long page gives what is in view; find gives the lines with a text, since only what changed.',
  inputSchema: {
    type: 'object',
    properties: {
      session: SESSION,
      page: PAGE,
      find: { type: 'string', description: 'Only lines with this text' },
      since: MARK,
    },
    required: ['session'],
    additionalProperties: false,
  },
  confirmation: () => undefined,
  run: async (input, call) => {
    const called = await sessionOf(input, call);
    await called.work.begin(call.signal).catch(() => {});
    const dialog = dialogLine(called);
    if (dialog !== undefined && input['page'] === undefined) return { text: dialog };
    return withPage(called, call, textOf(input, 'page'), async (open, { targetId }, limited) => {
      const before = called.work.readingOf(targetId, numberOf(input, 'since') ?? Infinity);
      const reading = called.work.addReading(targetId, await readAt(open, targetId, limited));
      return { text: await textOfReading(called, call, input, reading, before) };
    });
  },
};

async function textOfReading(
  called: CalledSession,
  call: ToolCall,
  input: ToolInput,
  reading: PageReading,
  before: PageReading | undefined,
): Promise<string> {
  const { content, lines, targetId, mark } = reading;
  const { title, address, size, view, scrolled } = content;
  const find = textOf(input, 'find')?.toLowerCase();
  const since = numberOf(input, 'since');
  const head = [
    pageLine(called, targetId, title, address),
    ...(size.height > view.height * 1.1
      ? [`view ${scrolled.y}-${scrolled.y + view.height} of ${size.height} pixels`]
      : []),
  ].join(' · ');
  const others = called.work.pages.all.filter((page) => page.targetId !== targetId);
  const more = others.slice(0, 8).map((page) => pageLine(called, page.targetId, page.title, page.address));
  const shown =
    since !== undefined
      ? before
        ? changesBetween(before.lines, lines)
        : ['(no reading has this mark: all of it)', ...lines.map(({ text }) => text)]
      : find !== undefined
        ? linesWith(lines, find)
        : orderedByView(lines);
  const tail = [...(more.length > 0 ? [`Other pages: ${more.join(' | ')}`] : []), `mark ${mark}`];
  const isNothing = shown.length === 0;
  const empty =
    since !== undefined ? 'Nothing changed.' : find === undefined ? 'The page is empty.' : 'No line has this text.';
  const { text, rest } = await fitting(call.host, 'page.txt', shown, head.length + tail.join('\n').length);
  const note = await otherCaller(called, call);
  return [head, isNothing ? empty : fenced('page content', text), rest && `${rest}; or use find.`, ...tail, note]
    .filter((each) => each !== undefined)
    .join('\n');
}

/** Reads a page. */
function readAt(open: DevToolsConnection, targetId: string, signal: AbortSignal): Promise<PageContent> {
  return inOwnSession(open, targetId, signal, (sessionId) => readPage(open, { sessionId }, signal));
}

/** Frames of other sites are reported once in a session, so whoever looks for them has one of their own. */
async function inOwnSession<T>(
  open: DevToolsConnection,
  targetId: string,
  signal: AbortSignal,
  use: (sessionId: string) => Promise<T>,
): Promise<T> {
  const sessionId = await attachToTarget(open, targetId, { signal });
  if (sessionId === undefined)
    throw new UserError(message('The page has closed. Read what is there with read_session_page.'));
  try {
    return await use(sessionId);
  } finally {
    detachFrom(open, sessionId);
  }
}

/** A page that fits is shown in its order; of a longer one, what is in view comes first, and then what follows it. */
function orderedByView(lines: readonly ShownLine[]): string[] {
  const first = lines.findIndex(({ isInView }) => isInView);
  const length = lines.reduce((sum, { text }) => sum + text.length + 1, 0);
  const ordered = length < 7000 || first <= 0 ? lines : [...lines.slice(first), ...lines.slice(0, first)];
  return ordered.map(({ text }) => text);
}

/** The lines with a text, each below its heading. */
function linesWith(lines: readonly ShownLine[], find: string): string[] {
  let heading: ShownLine | undefined;
  let told: ShownLine | undefined;
  return lines.flatMap((line) => {
    if (line.text.startsWith('#')) heading = line;
    if (!line.text.toLowerCase().includes(find)) return [];
    const above = heading && heading !== told && heading !== line ? [heading.text] : [];
    told = heading;
    return [...above, line.text];
  });
}

const ACTIONS = ['click', 'double_click', 'right_click', 'type', 'press', 'scroll'] as const;
type Action = (typeof ACTIONS)[number];

export const actInSession: Tool = {
  name: 'act_in_session',
  title: message('Act in Session'),
  description:
    'Clicks, types, presses keys or scrolls in the session, and answers what changed on the page, new log lines, and an open dialog. Say where by ref (e12), by role and name, or by x and y on a picture of capture_session.',
  inputSchema: {
    type: 'object',
    properties: {
      session: SESSION,
      action: { type: 'string', enum: ACTIONS, description: 'click by default' },
      ref: { type: 'string' },
      role: { type: 'string' },
      name: { type: 'string' },
      x: { type: 'number' },
      y: { type: 'number' },
      picture: { type: 'string', description: 'ID of the picture that x and y are on' },
      text: {
        type: 'string',
        description:
          'type: replaces what a field has. press: Enter, ctrl+a. scroll: up or down. Also the answer to a prompt',
      },
      fields: { type: 'object', description: 'Fills fields first: their names and texts' },
      dialog: { type: 'string', enum: ['accept', 'dismiss'], description: 'Answers the open dialog' },
      page: PAGE,
      take_over: TAKE_OVER,
    },
    required: ['session'],
    additionalProperties: false,
  },
  confirmation: (input) => {
    const what =
      textOf(input, 'name') ?? textOf(input, 'ref') ?? textOf(input, 'dialog') ?? textOf(input, 'text') ?? '';
    const action = textOf(input, 'action') ?? 'click';
    return message(
      '{0} “{1}” in the session “{2}”?',
      ACTION_WORDS[action] ?? action,
      what,
      textOf(input, 'session') ?? '',
    );
  },
  run: async (input, call) => {
    const called = await sessionOf(input, call);
    const label = labelOf(called.session);
    const action = ACTIONS.find((each) => each === input['action']) ?? 'click';
    await beginChange(input, called, call, message('{0} in “{1}”?', ACTION_WORDS[action] ?? action, label));
    await called.work.begin(call.signal).catch(() => {});
    const mark = called.work.mark;
    called.work.pages.takeAnswered();
    const answer = textOf(input, 'dialog');
    const done =
      answer === undefined
        ? await act(called, call, input, action)
        : await answerOpenDialog(called, call, answer === 'accept', textOf(input, 'text'));
    return {
      text: [done, ...answeredDialogs(called), ...newLines(called, mark), `mark ${called.work.mark}`].join('\n'),
    };
  },
};

const ACTION_WORDS: Readonly<Record<string, Message>> = {
  click: message('Click'),
  double_click: message('Double-click'),
  right_click: message('Right-click'),
  type: message('Type'),
  press: message('Press'),
  scroll: message('Scroll'),
};

/** What the extensions that are followed said after a mark: a few lines, the errors first. */
function newLines({ work }: CalledSession, mark: number): string[] {
  const lines = work.linesAfter(mark).map(({ line }) => line);
  if (lines.length === 0) return [];
  const shown = logLines(lines).slice(0, 8);
  const more = lines.length > shown.length ? `\n${lines.length - shown.length} more: read_extension_log` : '';
  return [fenced('extension log', shown.join('\n')) + more];
}

async function act(called: CalledSession, call: ToolCall, input: ToolInput, action: Action): Promise<string> {
  const ref = textOf(input, 'ref');
  const known = ref === undefined ? undefined : called.work.reference(ref);
  if (ref !== undefined && !known)
    throw new UserError(
      message('No element has the reference “{0}”. Read the page again with read_session_page.', ref),
    );
  const picture = textOf(input, 'picture');
  const taken = picture === undefined ? undefined : called.work.picture(picture);
  if (picture !== undefined && !taken)
    throw new UserError(message('No picture has the ID “{0}”. Take one with capture_session.', picture));
  const target = known?.targetId ?? taken?.targetId;
  const pages = called.work.pages;
  const before = new Set(pages.all.map(({ targetId }) => targetId));
  // One that is not in front is brought there first.
  const wanted = target !== undefined && pages.of(target) ? called.work.pageName(target) : textOf(input, 'page');
  const { targetId, told, earlier } = await inFront(called, call, wanted, async (open, page, limited) => {
    const earlierReading =
      called.work.readingOf(page.targetId) ??
      called.work.addReading(page.targetId, await readAt(open, page.targetId, limited));
    const filled = await fillFields(called, input, open, page, limited);
    const place = await placeOf(called, input, open, page, limited);
    const isOnlyFilling = filled.length > 0 && !place && action === 'click';
    const done = isOnlyFilling ? [] : [await perform({ called, call, input, action }, open, page, place, limited)];
    const words = [...filled, ...done].join(' ');
    await Promise.race([untilQuiet(open, page, limited), pages.untilStuck(page.targetId, limited)]);
    return { targetId: page.targetId, told: words, earlier: earlierReading };
  });
  const opened = pages.all.filter((page) => !before.has(page.targetId));
  return [
    told,
    ...opened.map((page) => `Opened: ${pageLine(called, page.targetId, page.title, page.address)}`),
    await changeOf(called, call, targetId, earlier),
  ].join('\n');
}

/** Does some work with a page that has to be in front for it. */
async function inFront<T>(
  called: CalledSession,
  call: ToolCall,
  wanted: string | undefined,
  use: (open: DevToolsConnection, page: CalledPage, limited: AbortSignal) => Promise<T>,
): Promise<T> {
  if (wanted === undefined) return withPage(called, call, undefined, use);
  const target = await withPage(called, call, wanted, async (_open, { targetId }) => targetId);
  return withPage(called, call, undefined, async (open, page, limited) => {
    if (page.targetId === target) return use(open, page, limited);
    const other = called.work.pages.of(target);
    if (!other) throw new UserError(message('The page has closed. Read what is there with read_session_page.'));
    await bringToFront(open, other, limited);
    return use(open, { ...other, isDisplay: false, front: undefined }, limited);
  });
}

/** Fills fields by their names. @returns what was done. */
async function fillFields(
  called: CalledSession,
  input: ToolInput,
  open: DevToolsConnection,
  page: CalledPage,
  signal: AbortSignal,
): Promise<string[]> {
  const fields = Object.entries(asRecord(input['fields']));
  if (fields.length === 0) return [];
  const reading = called.work.addReading(page.targetId, await readAt(open, page.targetId, signal));
  for (const [name, value] of fields) {
    const element = elementNamed(called, reading, FIELDS, name);
    const isFilled = await inOwnSession(open, page.targetId, signal, (sessionId) =>
      fill(open, { ...page, sessionId }, element, textOfPrimitive(value), signal),
    );
    if (!isFilled) throw new UserError(message('{0} can’t be typed into, or has no such choice.', quoted(name, 60)));
  }
  return [`Filled ${fields.map(([name]) => quoted(name, 40)).join(', ')}.`];
}

/** Roles of what can be filled. */
const FIELDS: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'listbox']);

/** Where to act: an element, or a point on the page. */
type Where =
  { readonly element: Clickable; readonly words: string } | { readonly point: Pixel; readonly words: string };

async function placeOf(
  called: CalledSession,
  input: ToolInput,
  open: DevToolsConnection,
  page: CalledPage,
  signal: AbortSignal,
): Promise<Where | undefined> {
  const ref = textOf(input, 'ref');
  if (ref !== undefined) {
    const element = called.work.reference(ref)?.element;
    if (element) return { element, words: `${element.role} ${quoted(element.name, 60)}` };
  }
  const [role, name] = [textOf(input, 'role'), textOf(input, 'name')];
  if (name !== undefined || role !== undefined) {
    const reading = called.work.addReading(page.targetId, await readAt(open, page.targetId, signal));
    const element = elementNamed(called, reading, role === undefined ? undefined : new Set([role]), name);
    return { element, words: `${element.role} ${quoted(element.name, 60)}` };
  }
  const [x, y] = [numberOf(input, 'x'), numberOf(input, 'y')];
  if (x === undefined || y === undefined) return undefined;
  const taken = called.work.picture(textOf(input, 'picture') ?? '');
  const point = taken
    ? { x: Math.round(taken.region.x + x / taken.scale), y: Math.round(taken.region.y + y / taken.scale) }
    : { x: Math.round(x), y: Math.round(y) };
  return { point, words: `at ${point.x}, ${point.y}` };
}

function elementNamed(
  called: CalledSession,
  { content, targetId }: PageReading,
  roles: ReadonlySet<string> | undefined,
  name: string | undefined,
): PageElement {
  const elements = content.lines.flatMap(({ parts }) => parts.filter((part) => typeof part !== 'string'));
  const ofRole = elements.filter((each) => !roles || roles.has(each.role) || roles.has(each.role.toLowerCase()));
  const text = name?.toLowerCase().trim();
  const exact = ofRole.filter((each) => text === undefined || each.name.toLowerCase().trim() === text);
  const found = exact.length > 0 ? exact : ofRole.filter((each) => each.name.toLowerCase().includes(text ?? ''));
  const [only, ...others] = found;
  const role = roles?.size === 1 ? [...roles][0] : undefined;
  const what = [role, name].filter(Boolean).join(' ');
  if (!only) throw new UserError(message('Nothing on the page is “{0}”. Look with read_session_page and find.', what));
  if (others.length === 0) return only;
  const refs = found.slice(0, 6).map((each) => `${called.work.referenceTo(each, targetId)} ${quoted(each.name, 40)}`);
  throw new UserError(message('{0} elements are “{1}”: {2}. Use ref.', found.length, what, refs.join(', ')));
}

interface Performing {
  readonly called: CalledSession;
  readonly call: ToolCall;
  readonly input: ToolInput;
  readonly action: Action;
}

async function perform(
  { called, call, input, action }: Performing,
  open: DevToolsConnection,
  page: CalledPage,
  where: Where | undefined,
  limited: AbortSignal,
): Promise<string> {
  const text = textOf(input, 'text');
  if (action === 'type') {
    if (text === undefined) throw new UserError(message('“{0}” is missing. Add it and call again.', 'text'));
    if (where && 'element' in where) {
      const { element, words } = where;
      const isFilled = await inOwnSession(open, page.targetId, limited, (sessionId) =>
        fill(open, { ...page, sessionId }, element, text, limited),
      );
      if (isFilled) return `Typed into ${words}.`;
      throw new UserError(message('{0} can’t be typed into, or has no such choice.', where.words));
    }
    await insertText(open, page, text, limited);
    return 'Typed where the focus is.';
  }
  if (action === 'press') {
    if (where && 'element' in where) {
      const { element } = where;
      await inOwnSession(open, page.targetId, limited, (sessionId) =>
        focus(open, { ...page, sessionId }, element, limited),
      );
    }
    if (text !== undefined && (await pressKey(open, page, text, limited))) return `Pressed ${oneLine(text)}.`;
    throw new UserError(message('“{0}” is no key. Use names such as Enter, Tab, ArrowDown, a or ctrl+a.', text ?? ''));
  }
  const middle = await pointOf(open, page, where, limited);
  if (action === 'scroll') {
    const height = page.front?.height ?? 600;
    const by = Math.round(height * 0.8) * (text === 'up' ? -1 : 1);
    const at = middle ?? { x: Math.round((page.front?.width ?? 800) / 2), y: Math.round(height / 2) };
    await turnWheel(open, page, at, { x: 0, y: by }, limited);
    return `Scrolled ${text === 'up' ? 'up' : 'down'}.`;
  }
  if (!middle || !where) throw new UserError(message('Say where to click: by ref, by role and name, or by x and y.'));
  await clickAt({ called, call, action }, open, page, middle, limited);
  return `Clicked ${where.words}.`;
}

async function pointOf(
  open: DevToolsConnection,
  page: CalledPage,
  where: Where | undefined,
  signal: AbortSignal,
): Promise<Pixel | undefined> {
  if (!where || 'point' in where) return where?.point;
  const front = page.front ?? (await frontSized(open, page, signal));
  const { element } = where;
  const middle = await inOwnSession(open, page.targetId, signal, (sessionId) =>
    middleOf(open, { ...front, sessionId }, element, signal),
  );
  if (middle) return middle;
  throw new UserError(message('{0} isn’t visible any more. Read the page again with read_session_page.', where.words));
}

async function frontSized(
  open: DevToolsConnection,
  { targetId, sessionId }: CalledPage,
  signal: AbortSignal,
): Promise<NonNullable<CalledPage['front']>> {
  const { view } = await readAt(open, targetId, signal);
  return { targetId, sessionId, contextId: undefined, ...view };
}

/** On the display the service's own mouse clicks, as a person's does; elsewhere the browser does it. */
async function clickAt(
  { called, call, action }: Omit<Performing, 'input'>,
  open: DevToolsConnection,
  page: CalledPage,
  { x, y }: Pixel,
  limited: AbortSignal,
): Promise<void> {
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

/** What changed on the page that was acted on, or what is there instead. */
async function changeOf(
  called: CalledSession,
  call: ToolCall,
  targetId: string,
  earlier: PageReading,
): Promise<string> {
  const { work } = called;
  const dialog = dialogLine(called);
  if (dialog !== undefined) return dialog;
  const page = work.pages.of(targetId);
  if (page?.hasCrashed) return `Page ${work.pageName(targetId)} has crashed.`;
  const wanted = page ? work.pageName(targetId) : undefined;
  return withPage(called, call, wanted, async (open, { targetId: now }, limited) => {
    const reading = work.addReading(now, await readAt(open, now, limited));
    const { content, lines } = reading;
    const isNew = now !== targetId || content.address.split('#')[0] !== earlier.content.address.split('#')[0];
    const changes = isNew ? orderedByView(lines) : changesBetween(earlier.lines, lines);
    if (changes.length === 0) return 'Nothing changed on the page.';
    const { text, rest } = await fitting(call.host, 'changes.txt', changes, 0, isNew ? 2500 : 4000);
    const head = isNew ? [`Now: ${pageLine(called, now, content.title, content.address)}`] : [];
    return [...head, fenced(isNew ? 'page content' : 'page changes', text), ...(rest === undefined ? [] : [rest])].join(
      '\n',
    );
  });
}

async function answerOpenDialog(
  called: CalledSession,
  call: ToolCall,
  accepts: boolean,
  text: string | undefined,
): Promise<string> {
  const { pages } = called.work;
  const page = pages.all.find(({ dialog }) => dialog);
  if (!page) throw new UserError(message('No dialog is open. Leave out “dialog”.'));
  const earlier = called.work.readingOf(page.targetId);
  await called.work.devtools.use(async (open) => {
    await answerDialog(open, page, accepts, text, call.signal);
    await Promise.race([untilQuiet(open, page, call.signal), pages.untilStuck(page.targetId, call.signal)]);
  }, call.signal);
  const told = accepts ? 'Accepted the dialog.' : 'Dismissed the dialog.';
  return earlier ? `${told}\n${await changeOf(called, call, page.targetId, earlier)}` : told;
}

/** Pixels: a larger picture ends the chat of some agents. */
const MAX_SIDE = 1568;

export const captureSession: Tool = {
  name: 'capture_session',
  title: message('Capture Session'),
  description:
    'Takes a picture of a page of the session, or of a region of it. Use it for how something looks; read_session_page costs less and gives references. Its ID and scale let act_in_session take points on it.',
  inputSchema: {
    type: 'object',
    properties: {
      session: SESSION,
      page: PAGE,
      region: { type: 'array', items: { type: 'number' }, description: 'x, y, width, height in pixels of the page' },
    },
    required: ['session'],
    additionalProperties: false,
  },
  confirmation: () => undefined,
  run: async (input, call) => {
    const called = await sessionOf(input, call);
    const region = regionOf(input['region']);
    return withPage(called, call, textOf(input, 'page'), async (open, page, limited) => {
      const picture = await capturePage(open, page, region, MAX_SIDE, limited);
      const id = called.work.addPicture({ targetId: page.targetId, scale: picture.scale, region: picture.region });
      const about = called.work.pages.of(page.targetId);
      const scale = Number(picture.scale.toFixed(3));
      return {
        text: `Picture ${id}, scale ${scale}, of ${pageLine(called, page.targetId, about?.title ?? '', about?.address ?? '')}`,
        picture: { bytes: picture.bytes, mime: 'image/png' },
      };
    });
  },
};

function regionOf(value: unknown): { x: number; y: number; width: number; height: number } | undefined {
  if (value === undefined) return undefined;
  const numbers = Array.isArray(value) ? value.filter((each) => typeof each === 'number' && Number.isFinite(each)) : [];
  const [x = 0, y = 0, width = 0, height = 0] = numbers;
  if (numbers.length !== 4 || width < 1 || height < 1)
    throw new UserError(message('“region” must be four numbers: x, y, width and height.'));
  return { x, y, width, height };
}
