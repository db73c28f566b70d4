import { isDeepStrictEqual } from 'node:util';
import { listOf, message } from '../core/message';
import { DEFAULT_TIMEOUT, describeStep } from '../core/steps';
import { say, type Answer, type AnswerPart } from './answer';
import { otherCaller } from './call/begin-change';
import { calledSession } from './call/called-session';
import { dialogParts, pageLine, readTargetPage, withPage } from './call/page-in-front';
import { MARK, numberOf, PAGE, SESSION, textOf, type ToolInput } from './input';
import { changesBetween, orderedByView, withFrames, type ShownLine } from './memory/page-text';
import { seenSince, seenWith } from './memory/seen';
import type { PageReading } from './memory/session-memory';
import type { CalledSession, Tool, ToolCall } from './tool';

export const readSessionPage: Tool = {
  name: 'read_session_page',
  title: message('Read Session Page'),
  description:
    'Reads what is on a page of the session: texts, and what can be used, as [e12 button "Add"]; [frame …] begins what is of another origin. A reference stays the same while its element lives. A long page gives what is in view; find gives the lines with a text, since only what changed.',
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
  changes: () => false,
  run: async (input, call) => {
    const called = await calledSession(input, call);
    await called.memory.begin(call.signal).catch(() => {});
    const dialog = dialogParts(called);
    if (dialog && input['page'] === undefined) return { parts: dialog };
    return withPage(called, call, textOf(input, 'page'), async (open, { targetId }, limited) => {
      const before = called.memory.readingOf(targetId, numberOf(input, 'since') ?? Infinity);
      const reading = called.memory.addReading(targetId, await readTargetPage(open, targetId, limited));
      if (input['page'] === undefined) rememberRead(called, call, textOf(input, 'find'), reading);
      return { parts: [...partsOfReading(called, input, reading, before), await otherCaller(called, call)] };
    });
  },
};

/** What was looked for, and what a page shows that was just opened, is what a test expects. */
function rememberRead(
  { memory }: CalledSession,
  { caller }: ToolCall,
  find: string | undefined,
  { content, mark }: PageReading,
): void {
  const last = memory.done.of(caller.id).at(-1);
  if (!last) return;
  const isOpened = last.step?.kind === 'open';
  const condition = find !== undefined ? seenWith(find, content) : isOpened ? seenSince(undefined, content) : undefined;
  if (!condition) return;
  const step = { kind: 'expect', condition, timeout: DEFAULT_TIMEOUT } as const;
  if (!isDeepStrictEqual(last.step, step)) memory.remember(caller.id, { step, what: describeStep(step) }, mark);
}

function partsOfReading(
  called: CalledSession,
  input: ToolInput,
  reading: PageReading,
  before: PageReading | undefined,
): Answer['parts'] {
  const { content, lines, targetId, mark } = reading;
  const { title, address, size, view, scrolled } = content;
  const find = textOf(input, 'find')?.toLowerCase();
  const since = numberOf(input, 'since');
  const page = pageLine(called, targetId, title, address);
  const isLong = size.height > view.height * 1.1;
  const head = isLong
    ? say('{0} · view {1}-{2} of {3} pixels', page, scrolled.y, scrolled.y + view.height, size.height)
    : page;
  const hasMark = since === undefined || before !== undefined;
  const shown =
    since !== undefined && before
      ? changesBetween(before.lines, lines)
      : find !== undefined && since === undefined
        ? linesWith(lines, find)
        : orderedByView(lines);
  const empty =
    since !== undefined
      ? say('Nothing changed.')
      : find === undefined
        ? say('The page is empty.')
        : say('No line has this text.');
  const data = { what: say('page content'), lines: shown, file: 'page.txt', rest: say('or use find') };
  return [
    head,
    hasMark ? undefined : say('No reading has this mark: this is all of it.'),
    shown.length === 0 ? empty : data,
    ...otherPages(called, targetId),
    say('mark {0}', mark),
  ];
}

/** Pages of a session that are told of. */
const MAX_OTHERS = 8;

function otherPages(called: CalledSession, targetId: string): AnswerPart[] {
  const others = called.memory.pages.all.filter((page) => page.targetId !== targetId);
  const shown = others.slice(0, MAX_OTHERS).map((page) => pageLine(called, page.targetId, page.title, page.address));
  return shown.length > 0 ? [say('Other pages: {0}', listOf(shown))] : [];
}

/** The lines with a text, each below its heading. */
function linesWith(lines: readonly ShownLine[], find: string): string[] {
  let heading: ShownLine | undefined;
  let told: ShownLine | undefined;
  const found = lines.flatMap((line) => {
    if (line.text.startsWith('#')) heading = line;
    if (!line.text.toLowerCase().includes(find)) return [];
    const above = heading && heading !== told && heading !== line ? [heading] : [];
    told = heading;
    return [...above, line];
  });
  return withFrames(found);
}
