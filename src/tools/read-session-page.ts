import { inPageSession } from '../app/page/elements';
import { listOf, message } from '../core/message';
import { readPage, type DevToolsConnection, type PageContent } from '../devtools';
import { MARK, SESSION } from './extension-tools';
import { otherCaller, sessionOf, type CalledSession } from './in-session';
import { numberOf, textOf } from './input';
import { dialogParts, pageLine, withPage } from './page-in-front';
import { changesBetween, withFrames, type ShownLine } from './page-text';
import { say, type Answer, type AnswerPart } from './answer';
import type { PageReading } from './session-work';
import type { PropertySchema, Tool, ToolInput } from './tool';

export const PAGE: PropertySchema = {
  type: 'string',
  description: 'Name (p1) or part of title or address; by default the popup or page in front',
};

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
    const called = await sessionOf(input, call);
    await called.work.begin(call.signal).catch(() => {});
    const dialog = dialogParts(called);
    if (dialog && input['page'] === undefined) return { parts: dialog };
    return withPage(called, call, textOf(input, 'page'), async (open, { targetId }, limited) => {
      const before = called.work.readingOf(targetId, numberOf(input, 'since') ?? Infinity);
      const reading = called.work.addReading(targetId, await readAt(open, targetId, limited));
      return { parts: [...partsOfReading(called, input, reading, before), await otherCaller(called, call)] };
    });
  },
};

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
  const others = called.work.pages.all.filter((page) => page.targetId !== targetId);
  const shown = others.slice(0, MAX_OTHERS).map((page) => pageLine(called, page.targetId, page.title, page.address));
  return shown.length > 0 ? [say('Other pages: {0}', listOf(shown))] : [];
}

/** How a page is now. */
export function readAt(open: DevToolsConnection, targetId: string, signal: AbortSignal): Promise<PageContent> {
  return inPageSession(open, { targetId }, signal, (sessionId) => readPage(open, { sessionId }, signal));
}

/** A page that fits is shown in its order; of a longer one, what is in view comes first, and then what follows it. */
export function orderedByView(lines: readonly ShownLine[]): string[] {
  const first = lines.findIndex(({ isInView }) => isInView);
  const length = lines.reduce((sum, { text }) => sum + text.length + 1, 0);
  const ordered = length < 7000 || first <= 0 ? lines : [...lines.slice(first), ...lines.slice(0, first)];
  return withFrames(ordered);
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
