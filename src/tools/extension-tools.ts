import path from 'node:path';
import { loadedAs } from '../app/loaded/loaded-extensions';
import { openPage } from '../app/loaded/open-page';
import { outcomeWords } from '../app/upload/outcome-words';
import { uploadUnattended } from '../app/upload/unattended';
import type { RunStep, UploadQuestions } from '../app/upload/ports';
import { UserError } from '../core/errors';
import { message, type Message } from '../core/message';
import {
  bringToFront,
  listLoaded,
  loadUnpacked,
  LOG_LEVELS,
  untilQuiet,
  type DevToolsConnection,
  type LoadedExtension,
  type SessionPage,
} from '../devtools';
import { labelOf, type UploadRecord } from '../state';
import { placeWords, shown } from './agents/question';
import { say, type AnswerPart } from './answer';
import { beginChange, confirm, otherCaller, takeSession } from './call/begin-change';
import { calledSession } from './call/called-session';
import { extensionOf, inSession, workersOf } from './call/in-session';
import { answeredDialogs, dialogParts, pageLine, withPage } from './call/page-in-front';
import { EXTENSION, MARK, numberOf, SESSION, TAKE_OVER, textOf } from './input';
import { logLines, type ExtensionLog } from './memory/extension-log';
import type { CalledSession, Tool, ToolCall } from './tool';

/** Bytes of what an extension said in the answer of its upload. */
const MAX_SAID = 4000;
/** Milliseconds: what an extension says until its worker runs, and nothing follows for a moment, is in the answer. */
const START_WITHIN = 2000;
const FIRST_QUIET = 300;
const FIRST_WAIT = 2500;

export const uploadExtension: Tool = {
  name: 'upload_extension',
  title: message('Upload Extension'),
  description:
    'Uploads an extension folder into a running session: in place if it was uploaded there before, with no restart. Answers with proof from the browser, what the extension printed and threw, and a mark for read_extension_log.',
  inputSchema: {
    type: 'object',
    properties: {
      folder: { type: 'string', description: 'Absolute path of the folder with manifest.json' },
      session: SESSION,
      take_over: TAKE_OVER,
    },
    required: ['folder', 'session'],
    additionalProperties: false,
  },
  changes: () => true,
  question: async (input, call) =>
    uploadQuestion(call, message('“{0}”', textOf(input, 'folder') ?? ''), await calledSession(input, call)),
  run: async (input, call) => {
    const { signal } = call;
    const folder = path.resolve(textOf(input, 'folder') ?? '');
    const called = await calledSession(input, call);
    const { connection, session, memory } = called;
    const titles = message('“{0}”', folder);
    // At production it is asked once what is known: which extension it is, and whether it restarts the browser.
    if (connection.settings.production) await takeSession(input, called, call);
    else await beginChange(input, called, call, async () => uploadQuestion(call, titles, called));
    const production: UploadQuestions['production'] = async (asked) =>
      confirm(called, call, async () =>
        uploadQuestion(call, message('{0} from “{1}”', asked.titles, shown(folder)), called, asked.inPlace),
      );
    const before = memory.mark;
    const run: RunStep = (step, doStep) => {
      const done = (): ReturnType<typeof doStep> => doStep(signal, () => {});
      const isSending = step.kind === 'sending' || step.kind === 'updating';
      return isSending ? call.outcome.attempt(say('Uploaded “{0}”.', folder), done) : done();
    };
    const outcome = await uploadUnattended(connection.upload, { folder, session: session.id }, run, production);
    const step = { kind: 'upload', file: folder } as const;
    memory.remember(call.caller.id, { step, what: say('Uploaded “{0}”.', folder), extension: folder });
    const words = outcomeWords(outcome);
    const [upload] =
      connection.records.sessions.get(session.id)?.uploads?.filter((each) => each.folder === folder) ?? [];
    // At production, what was not loaded now must not be started for its log either.
    const mayStart = call.outcome.attempts > 0 || !connection.settings.production;
    const log = upload && (await firstWords(called, call, upload, mayStart));
    const lines = log?.lines.filter((line) => line.mark > before) ?? [];
    const quiet = log ? say('It printed nothing yet.') : say('Its log cannot be read in this session.');
    const said = { what: say('extension log'), lines: logLines(lines), file: 'log.txt', max: MAX_SAID };
    return {
      parts: [
        words ?? say('Nothing changed.'),
        ...(lines.length > 0 ? [say('It said:'), said] : [quiet]),
        say('mark {0}', memory.mark),
      ],
    };
  },
};

function uploadQuestion({ caller }: ToolCall, what: Message, { session }: CalledSession, inPlace?: boolean): Message {
  const asked = [caller.name, what, labelOf(session)] as const;
  if (inPlace === undefined) return message('Let {0} upload {1} to “{2}”?', ...asked);
  return inPlace
    ? message('Let {0} upload {1} to “{2}”? This replaces what’s running there.', ...asked)
    : message('Let {0} upload {1} to “{2}”? This may restart the browser.', ...asked);
}

function openQuestion({ caller }: ToolCall, page: string, { name }: LoadedExtension, called: CalledSession): Message {
  const [who, what, where] = [caller.name, shown(page), labelOf(called.session)];
  if (!/^https?:/i.test(page)) return message('Let {0} open “{1}” of “{2}” in “{3}”?', who, what, name, where);
  const replaced = webPageOf(called);
  return replaced
    ? message(
        'Let {0} open “{1}” in place of the page of {2} in “{3}”?',
        who,
        what,
        placeWords(replaced.address),
        where,
      )
    : message('Let {0} open “{1}” in “{2}”?', who, what, where);
}

/** The page that a web address opens in. */
function webPageOf({ memory }: CalledSession): SessionPage | undefined {
  return memory.pages.all.find(({ address, hasCrashed }) => /^(?:https?:|about:)/.test(address) && !hasCrashed);
}

/** Follows the log of what was uploaded, and waits a moment for its first lines. */
async function firstWords(
  called: CalledSession,
  call: ToolCall,
  upload: UploadRecord,
  mayStart: boolean,
): Promise<ExtensionLog | undefined> {
  const { signal, host } = call;
  try {
    const loaded = await inSession(called, signal, (open, limited) => listLoaded(open, limited));
    const extension = loadedAs(loaded, upload.name);
    if (!extension) return undefined;
    const { production } = called.connection.settings;
    const log = await called.memory.log(host, extension, upload, production, signal);
    const inspection = await host.inspect(upload.folder, signal);
    const { length } = log.lines;
    const isRunning =
      !mayStart ||
      inspection.manifest?.hasWorker !== true ||
      (await inSession(called, signal, (open, limited) => startsToRun(open, called, call, extension, limited)));
    // A worker that does not run has something to say, and a busy browser may take its time.
    const mayFail = !isRunning && log.lines.length === length;
    await log.untilQuiet(FIRST_QUIET, FIRST_WAIT, signal, mayFail ? FIRST_WAIT : FIRST_QUIET);
    return log;
  } catch (error) {
    // The upload has happened, and its log is an extra.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/**
 * A worker that ended at once, before its log was followed, is started again: only then it can be told why.
 * @returns whether it ran the first time.
 */
async function startsToRun(
  open: DevToolsConnection,
  called: CalledSession,
  { outcome }: ToolCall,
  { id, name, path: folder }: LoadedExtension,
  signal: AbortSignal,
): Promise<boolean> {
  const watch = await workersOf(open, called, signal);
  try {
    const running = await watch.until(id, (worker) => worker?.status === 'running', START_WITHIN);
    if (!running) await outcome.attempt(say('Started “{0}” again.', name), () => loadUnpacked(open, folder, signal));
    return running !== undefined;
  } finally {
    watch.end();
  }
}

/** Milliseconds until a page is open. */
const OPEN_WITHIN = 3000;

export const readExtensionLog: Tool = {
  name: 'read_extension_log',
  title: message('Read Extension Log'),
  description:
    'Reads what a loaded extension printed and threw in its worker, pages and content scripts, with the place in the source; uncaught errors first, then failed requests and messages. With since only what came after a mark.',
  inputSchema: {
    type: 'object',
    properties: {
      session: SESSION,
      extension: EXTENSION,
      since: MARK,
      level: { type: 'string', enum: LOG_LEVELS, description: 'The least level; info by default' },
    },
    required: ['session', 'extension'],
    additionalProperties: false,
  },
  changes: () => false,
  run: async (input, call) => {
    const called = await calledSession(input, call);
    const { extension, upload } = await extensionOf(input, called, call);
    const { memory, connection } = called;
    const log = await memory.log(call.host, extension, upload, connection.settings.production, call.signal);
    await log.untilQuiet(150, 1000, call.signal);
    const since = numberOf(input, 'since') ?? 0;
    const least = LOG_LEVELS.indexOf(LOG_LEVELS.find((level) => level === input['level']) ?? 'info');
    const lines = log.lines.filter((line) => line.mark > since && LOG_LEVELS.indexOf(line.level) >= least);
    const said = { what: say('extension log'), lines: logLines(lines), file: 'log.txt' };
    return {
      parts: [
        lines.length === 0 ? say('No lines.') : said,
        log.lost > 0 ? say('{0} lines were dropped: they were too many.', log.lost) : undefined,
        log.advice,
        say('mark {0}', memory.mark),
      ],
    };
  },
};

export const openExtensionPage: Tool = {
  name: 'open_extension_page',
  title: message('Open Extension Page'),
  description:
    'Opens a page in the session: popup, options, side_panel, the path of an HTML page of the extension, or a web address (https://…) that its content scripts run on. Answers which page is in front. Then read_session_page.',
  inputSchema: {
    type: 'object',
    properties: {
      session: SESSION,
      extension: EXTENSION,
      page: { type: 'string', description: 'popup, options, side_panel, a path, or a web address' },
      take_over: TAKE_OVER,
    },
    required: ['session', 'extension', 'page'],
    additionalProperties: false,
  },
  changes: () => true,
  question: async (input, call) => {
    const called = await calledSession(input, call);
    const { extension } = await extensionOf(input, called, call);
    return openQuestion(call, textOf(input, 'page') ?? '', extension, called);
  },
  run: async (input, call) => {
    const called = await calledSession(input, call);
    const page = textOf(input, 'page') ?? '';
    const { extension, upload } = await extensionOf(input, called, call);
    await beginChange(input, called, call, async () => openQuestion(call, page, extension, called));
    const target = await inSession(called, call.signal, async (open, limited) => {
      const { pages } = called.memory;
      const there = await call.outcome.attempt(say('Opened “{0}”.', page), () =>
        openPage(open, extension, page, webPageOf(called)?.targetId, limited),
      );
      await pages.until((all) => all.some(({ targetId }) => targetId === there), OPEN_WITHIN, limited);
      const opened = pages.of(there);
      if (!opened) return there;
      // A page of another extension may be before it, and an agent acts on what is in front. A popup is before all.
      if (page !== 'popup') await bringToFront(open, opened, limited);
      await Promise.race([untilQuiet(open, opened, limited), pages.untilStuck(there, limited)]);
      return there;
    });
    const what = say('Opened “{0}”.', page);
    called.memory.remember(call.caller.id, { step: { kind: 'open', page }, what, extension: upload?.folder });
    return {
      parts: [
        ...answeredDialogs(called),
        ...(await openedParts(called, call, target)),
        await otherCaller(called, call),
      ],
    };
  },
};

/** What was opened, and whether it is in front. */
async function openedParts(called: CalledSession, call: ToolCall, target: string): Promise<readonly AnswerPart[]> {
  const { pages } = called.memory;
  const opened = pages.of(target);
  if (!opened) return [say('It was opened, and has closed.')];
  const about = pageLine(called, target, opened.title, opened.address);
  if (opened.dialog) return [say('Opened: {0}', about), ...(dialogParts(called, opened) ?? [])];
  const front = pages.all.some(({ dialog }) => dialog) ? undefined : await frontOf(called, call);
  if (front?.targetId === target)
    return [front.isPopup ? say('In front: popup {0}', about) : say('In front: {0}', about)];
  return [
    say('Opened: {0}. It is not in front: give page: {1} in the next calls.', about, called.memory.pageName(target)),
  ];
}

/** What is in front; undefined if that cannot be told. */
async function frontOf(
  called: CalledSession,
  call: ToolCall,
): Promise<{ readonly targetId: string; readonly isPopup: boolean } | undefined> {
  return withPage(called, call, undefined, async (_open, { targetId, isDisplay, front }) => ({
    targetId,
    isPopup: front !== undefined && !isDisplay,
  }));
}
