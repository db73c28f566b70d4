import { UserError } from '../core/errors';
import { message } from '../core/message';
import { inOwnSession, readPage, type DevToolsConnection, type PageContent } from '../devtools';
import { MARK, SESSION } from './extension-tools';
import { otherCaller, sessionOf, type CalledSession } from './in-session';
import { numberOf, textOf } from './input';
import { dialogLine, pageLine, withPage } from './page-in-front';
import { changesBetween, withFrames, type ShownLine } from './page-text';
import { fenced, fitting } from './result';
import type { PageReading } from './session-work';
import type { PropertySchema, Tool, ToolCall, ToolInput } from './tool';

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
        : ['(no reading has this mark: all of it)', ...withFrames(lines)]
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

/** How a page is now. */
export function readAt(open: DevToolsConnection, targetId: string, signal: AbortSignal): Promise<PageContent> {
  return inPageSession(open, targetId, signal, (sessionId) => readPage(open, { sessionId }, signal));
}

/** Does some work in a session of its own with a page. */
export async function inPageSession<T>(
  open: DevToolsConnection,
  targetId: string,
  signal: AbortSignal,
  use: (sessionId: string) => Promise<T>,
): Promise<T> {
  return inOwnSession(open, targetId, signal, use, () => {
    throw new UserError(message('The page has closed. Read what is there with read_session_page.'));
  });
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
