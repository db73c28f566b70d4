import { PageClosed } from '../../app/page/elements';
import { UserError } from '../../core/errors';
import { asRecord } from '../../core/json';
import { MAX_LISTED, message, sentences } from '../../core/message';
import { DEFAULT_TIMEOUT, describeStep } from '../../core/steps';
import { answerDialog, bringToFront, untilQuiet, type DevToolsConnection } from '../../devtools';
import { changedSince } from '../agents/question';
import { PageReader, type Acting } from './acting';
import { actQuestion } from './act-question';
import { say, type AnswerPart } from '../answer';
import { beginChange } from '../call/begin-change';
import { calledSession } from '../call/called-session';
import { isRepeatable } from '../call/in-session';
import {
  answeredDialogs,
  dialogParts,
  pageLine,
  readTargetPage,
  withPage,
  type CalledPage,
} from '../call/page-in-front';
import {
  actionOf,
  ACTIONS,
  fillFields,
  perform,
  placeOf,
  requireDocument,
  requireFocus,
  requireScreenshot,
  targetOf,
  type Action,
} from './do-in-page';
import { PAGE, SESSION, TAKE_OVER, textOf, type ToolInput } from '../input';
import { logLines } from '../memory/extension-log';
import { changesBetween, orderedByView } from '../memory/page-text';
import { seenSince } from '../memory/seen';
import type { PageReading } from '../memory/session-memory';
import type { CalledSession, Tool, ToolCall } from '../tool';

export const actInSession: Tool = {
  name: 'act_in_session',
  title: message('Act in Session'),
  description:
    'Clicks, types, presses keys or scrolls in the session, and answers what changed on the page, new log lines, and an open dialog. Say where by ref (e12), by role and name, or by x and y on a screenshot of capture_session.',
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
      screenshot: { type: 'string', description: 'ID of the screenshot that x and y are on' },
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
  changes: () => true,
  question: async (input, call) => {
    refuseContradiction(input);
    return actQuestion(input, await calledSession(input, call), call);
  },
  run: async (input, call) => {
    refuseContradiction(input);
    const called = await calledSession(input, call);
    const action = actionOf(input);
    await beginChange(input, called, call, () => actQuestion(input, called, call));
    await called.memory.begin(call.signal).catch(() => {});
    const mark = called.memory.mark;
    called.memory.pages.takeAnswered();
    const answer = textOf(input, 'dialog');
    const open = answer === undefined ? undefined : called.memory.pages.all.find(({ dialog }) => dialog)?.dialog;
    const done =
      answer === undefined
        ? await act(called, call, input, action)
        : await answerOpenDialog(called, call, answer === 'accept', textOf(input, 'text'));
    const said = newLines(called, mark);
    return { parts: [...done, ...answeredDialogs(called, open), ...said, say('mark {0}', called.memory.mark)] };
  },
};

/** What goes with none of the others: each says where. */
const PLACES: readonly (readonly string[])[] = [['ref'], ['role', 'name'], ['x', 'y', 'screenshot']];
const AROUND = ['action', 'fields', 'page', ...PLACES.flat()];

function refuse(one: string, other: string | undefined): void {
  if (other === undefined) return;
  throw new UserError(message('“{0}” and “{1}” contradict each other. Remove one.', one, other));
}

/**
 * What says two things at once may be agreed to as the one, and done as the other.
 * @throws UserError with what to leave out.
 */
function refuseContradiction(input: ToolInput): void {
  const given = (names: readonly string[]): string | undefined => names.find((name) => input[name] !== undefined);
  if (input['dialog'] !== undefined) refuse('dialog', given(AROUND));
  const places = PLACES.map(given).filter((name) => name !== undefined);
  refuse(places[0] ?? '', places[1]);
  if (Object.keys(asRecord(input['fields'])).length > MAX_LISTED)
    throw new UserError(
      message('At most {0} fields are filled at once. Fill the others in the next call.', MAX_LISTED),
    );
  if (input['ref'] !== undefined) refuse('ref', given(['page']));
  if (input['screenshot'] !== undefined) refuse('screenshot', given(['page']));
  if (
    (input['x'] === undefined) !== (input['y'] === undefined) ||
    (input['screenshot'] !== undefined && input['x'] === undefined)
  )
    throw new UserError(message('“x” and “y” belong together. Specify both.'));
  const action = actionOf(input);
  if (input['dialog'] === undefined && /click/.test(action)) refuse(action, given(['text']));
  // Keys and texts go where the focus is, not to a point.
  if (/type|press/.test(action)) refuse(action, given(['x', 'screenshot']));
  if ((action === 'type' || action === 'press') && input['text'] === undefined)
    throw new UserError(message('“{0}” is missing. Add it and call again.', 'text'));
  const scrolls =
    action === 'scroll' && input['text'] !== undefined && !['up', 'down'].includes(textOf(input, 'text') ?? '');
  if (scrolls) throw new UserError(message('“text” must be up or down.'));
}

/** What the extensions that are followed said after a mark: a few lines, the errors first. */
function newLines({ memory }: CalledSession, mark: number): AnswerPart[] {
  const lines = logLines(memory.linesAfter(mark).map((each) => each.line));
  if (lines.length === 0) return [];
  const shown = { what: say('extension log'), lines: lines.slice(0, MAX_LOG_LINES) };
  const more = lines.length - shown.lines.length;
  return more > 0 ? [shown, say('{0} more: read_extension_log', more)] : [shown];
}

/** Lines of the log, and pages that were opened, in an answer. */
const MAX_LOG_LINES = 8;
const MAX_OPENED = 8;

async function act(called: CalledSession, call: ToolCall, input: ToolInput, action: Action): Promise<AnswerPart[]> {
  const pages = called.memory.pages;
  const before = new Set(pages.all.map(({ targetId }) => targetId));
  // One that is not in front is brought there first.
  const wanted = called.asked ? called.memory.pageName(called.asked.targetId) : targetOf(called, input);
  const { targetId, told, earlier } = await inFront(called, call, wanted, async (open, page, limited) => {
    const reader = new PageReader({ called, open, page, limited });
    const acting: Acting = { called, call, input, open, page, reader, limited };
    await requireScreenshot(acting);
    if (called.asked) requireDocument(called.asked, await reader.now());
    // What has changed is told since the last time that the agent saw the page.
    const earlierReading = called.memory.readingOf(page.targetId) ?? (await reader.now());
    const filled = await fillFields(acting);
    const place = await placeOf(acting, filled.length > 0);
    const isOnlyFilling = filled.length > 0 && !place && action === 'click';
    if (called.asked && !place && /type|press/.test(action)) requireFocus(called, await reader.again());
    const done = isOnlyFilling ? [] : [await perform(acting, action, place)];
    const words = sentences(...filled, ...done);
    await Promise.race([untilQuiet(open, page, limited), pages.untilStuck(page.targetId, limited)]);
    return { targetId: page.targetId, told: words, earlier: earlierReading };
  });
  const changed = await changeOf(called, call, targetId, earlier);
  rememberSeen(called, call, earlier, changed.reading);
  const opened = pages.all.filter((page) => !before.has(page.targetId));
  const shown = opened.slice(0, MAX_OPENED).map((page) => pageLine(called, page.targetId, page.title, page.address));
  return [
    told,
    ...shown.map((page) => say('Opened: {0}', page)),
    ...(opened.length > shown.length ? [say('{0} more pages were opened.', opened.length - shown.length)] : []),
    ...changed.parts,
  ];
}

/** What came of an act is what a test expects of it. Another page may show what it always shows. */
function rememberSeen(
  { memory }: CalledSession,
  { caller }: ToolCall,
  earlier: PageReading,
  later: PageReading | undefined,
): void {
  if (!later) return;
  const isSame = later.targetId === earlier.targetId && later.content.document === earlier.content.document;
  const condition = seenSince(isSame ? earlier.content : undefined, later.content);
  if (!condition) return;
  const step = { kind: 'expect', condition, timeout: DEFAULT_TIMEOUT } as const;
  memory.remember(caller.id, { step, what: describeStep(step) });
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
    const other = called.memory.pages.of(target);
    if (!other) throw new PageClosed();
    await bringToFront(open, other, limited);
    return use(open, { ...other, isDisplay: false, front: undefined }, limited);
  });
}

/** What changed on the page that was acted on, or what is there instead. */
async function changeOf(
  called: CalledSession,
  call: ToolCall,
  targetId: string,
  earlier: PageReading,
): Promise<{ readonly parts: readonly AnswerPart[]; readonly reading?: PageReading }> {
  const { memory } = called;
  const dialog = dialogParts(called);
  if (dialog) return { parts: dialog };
  const page = memory.pages.of(targetId);
  if (page?.hasCrashed) return { parts: [say('Page {0} has crashed.', memory.pageName(targetId))] };
  const wanted = page ? memory.pageName(targetId) : undefined;
  return withPage(called, call, wanted, async (open, { targetId: now }, limited) => {
    const reading = memory.addReading(now, await readTargetPage(open, now, limited));
    const { content, lines } = reading;
    const isNew = now !== targetId || content.address.split('#')[0] !== earlier.content.address.split('#')[0];
    const changes = isNew ? orderedByView(lines) : changesBetween(earlier.lines, lines);
    if (changes.length === 0) return { parts: [say('Nothing changed on the page.')] };
    const changed = { lines: changes, file: 'changes.txt' };
    if (!isNew) return { parts: [{ ...changed, what: say('page changes'), max: 4000 }], reading };
    const head = say('Now: {0}', pageLine(called, now, content.title, content.address));
    return { parts: [head, { ...changed, what: say('page content'), max: 2500 }], reading };
  });
}

async function answerOpenDialog(
  called: CalledSession,
  call: ToolCall,
  accepts: boolean,
  text: string | undefined,
): Promise<AnswerPart[]> {
  const { pages } = called.memory;
  const page = pages.all.find(({ dialog }) => dialog);
  if (!page) throw new UserError(message('No dialog is open. Leave out “dialog”.'));
  if (called.asked && called.asked.dialog !== page.dialog) throw changedSince();
  const earlier = called.memory.readingOf(page.targetId);
  const told = accepts ? say('Accepted the dialog.') : say('Dismissed the dialog.');
  await called.memory.devtools.use(
    async (open) => {
      await call.outcome.attempt(told, () => answerDialog(open, page, accepts, text, call.signal));
      await Promise.race([untilQuiet(open, page, call.signal), pages.untilStuck(page.targetId, call.signal)]);
    },
    call.signal,
    isRepeatable(call),
  );
  called.memory.remember(call.caller.id, { step: undefined, what: told });
  return earlier ? [told, ...(await changeOf(called, call, page.targetId, earlier)).parts] : [told];
}
