import path from 'node:path';
import { loadedAs } from '../app/loaded/loaded-extensions';
import { openPage } from '../app/loaded/open-page';
import { outcomeWords } from '../app/upload/outcome-words';
import { uploadUnattended } from '../app/upload/unattended';
import type { RunStep } from '../app/upload/ports';
import { UserError } from '../core/errors';
import { english, message } from '../core/message';
import { STORAGE_AREAS, type StorageArea } from '../core/storage-area';
import {
  changeStorage,
  listLoaded,
  loadUnpacked,
  LOG_LEVELS,
  readPermissions,
  readStorage,
  untilQuiet,
  WorkerWatch,
  type DevToolsConnection,
  type LoadedExtension,
} from '../devtools';
import { labelOf, type UploadRecord } from '../state';
import {
  beginChange,
  beginWork,
  extensionOf,
  inSession,
  otherCaller,
  sessionOf,
  type CalledSession,
} from './in-session';
import { numberOf, textOf } from './input';
import { answeredDialogs, frontOf } from './page-in-front';
import { fenced, fitting, oneLine, quoted } from './result';
import type { ExtensionLog, MarkedLine } from './session-work';
import type { PropertySchema, Tool, ToolCall, ToolInput } from './tool';

export const SESSION: PropertySchema = { type: 'string', description: 'Name or ID' };
const EXTENSION: PropertySchema = { type: 'string', description: 'Name, ID, or folder' };
export const TAKE_OVER: PropertySchema = { type: 'boolean', description: 'Go on although another agent works there' };
export const MARK: PropertySchema = { type: 'integer', description: 'A mark of an earlier answer' };

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
  confirmation: (input) =>
    message('Upload “{0}” to the session “{1}”?', textOf(input, 'folder') ?? '', textOf(input, 'session') ?? ''),
  run: async (input, call) => {
    const { host, signal } = call;
    const folder = path.resolve(textOf(input, 'folder') ?? '');
    const called = await sessionOf(input, call);
    const { connection, session, work } = called;
    await beginWork(input, called, call);
    const before = work.mark;
    const run: RunStep = (_step, step) => step(signal, () => {});
    const wanted = { folder, session: session.id };
    const outcome = await uploadUnattended(connection.upload, wanted, run, connection.confirmUpload);
    const words = outcomeWords(outcome);
    const [upload] =
      connection.records.sessions.get(session.id)?.uploads?.filter((each) => each.folder === folder) ?? [];
    const log = upload && (await firstWords(called, call, upload));
    const lines = log?.lines.filter((line) => line.mark > before) ?? [];
    const { text: said, rest } = await fitting(host, 'log.txt', logLines(lines), 0, MAX_SAID);
    const quiet = log ? 'It printed nothing yet.' : 'Its log cannot be read in this session.';
    return {
      text: [
        words ? oneLine(english(words)) : 'Nothing changed.',
        ...(lines.length > 0 ? [`It said:\n${fenced('extension log', said)}`] : [quiet]),
        ...(rest === undefined ? [] : [rest]),
        `mark ${work.mark}`,
      ].join('\n'),
    };
  },
};

/** Follows the log of what was uploaded, and waits a moment for its first lines. */
async function firstWords(
  called: CalledSession,
  call: ToolCall,
  upload: UploadRecord,
): Promise<ExtensionLog | undefined> {
  const { signal, host } = call;
  try {
    const loaded = await inSession(called, signal, (open, limited) => listLoaded(open, limited));
    const extension = loadedAs(loaded, upload.name);
    if (!extension) return undefined;
    const { production } = called.connection.settings;
    const log = await called.work.log(host, extension, upload, production, signal);
    const inspection = await host.inspect(upload.folder, signal);
    const { length } = log.lines;
    const isRunning =
      inspection.manifest?.hasWorker !== true ||
      (await inSession(called, signal, (open, limited) => startsToRun(open, called, extension, limited)));
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
  { id, path: folder }: LoadedExtension,
  signal: AbortSignal,
): Promise<boolean> {
  const watch = await workersOf(open, called, signal);
  try {
    const running = await watch.until(id, (worker) => worker?.status === 'running', START_WITHIN);
    if (!running) await loadUnpacked(open, folder, signal);
    return running !== undefined;
  } finally {
    watch.end();
  }
}

/** Uncaught errors first, each with its place in the source. */
export function logLines(lines: readonly MarkedLine[]): string[] {
  const uncaught = lines.filter(({ isUncaught }) => isUncaught);
  return [...uncaught, ...lines.filter(({ isUncaught }) => !isUncaught)].map(logLine);
}

function logLine({ level, source, text, place, isUncaught }: MarkedLine): string {
  const where = place?.source
    ? ` (${oneLine(place.source.file)}:${place.source.line}:${place.source.column})`
    : place
      ? ` (${oneLine(place.path)}:${place.line}:${place.column})`
      : '';
  const who =
    source.kind === 'worker'
      ? 'worker'
      : source.kind === 'page'
        ? oneLine(source.path)
        : `script in ${oneLine(source.host)}`;
  return `${isUncaught ? 'uncaught' : level} ${who}: ${oneLine(text)}${where}`;
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
  confirmation: () => undefined,
  run: async (input, call) => {
    const called = await sessionOf(input, call);
    const { extension, upload } = await extensionOf(input, called, call);
    const { work, connection } = called;
    const log = await work.log(call.host, extension, upload, connection.settings.production, call.signal);
    await log.untilQuiet(150, 1000, call.signal);
    const since = numberOf(input, 'since') ?? 0;
    const least = LOG_LEVELS.indexOf(LOG_LEVELS.find((level) => level === input['level']) ?? 'info');
    const lines = log.lines.filter((line) => line.mark > since && LOG_LEVELS.indexOf(line.level) >= least);
    const { text, rest } = await fitting(call.host, 'log.txt', logLines(lines));
    return {
      text: [
        lines.length === 0 ? 'No lines.' : fenced('extension log', text),
        ...(rest === undefined ? [] : [rest]),
        ...(log.lost > 0 ? [`${log.lost} lines were dropped: they were too many.`] : []),
        ...(log.advice === undefined ? [] : [log.advice]),
        `mark ${work.mark}`,
      ].join('\n'),
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
  confirmation: (input) =>
    message('Open “{0}” in the session “{1}”?', textOf(input, 'page') ?? '', textOf(input, 'session') ?? ''),
  run: async (input, call) => {
    const called = await sessionOf(input, call);
    const page = textOf(input, 'page') ?? '';
    const { extension } = await extensionOf(input, called, call);
    await beginChange(input, called, call, message('Open “{0}” in “{1}”?', page, labelOf(called.session)));
    await inSession(called, call.signal, async (open, limited) => {
      const { pages } = called.work;
      const web = pages.all.find((each) => /^(?:https?:|about:)/.test(each.address) && !each.hasCrashed);
      const target = await openPage(open, extension, page, web?.targetId, limited);
      await pages.until((all) => all.some(({ targetId }) => targetId === target), OPEN_WITHIN, limited);
      const opened = pages.of(target);
      if (opened) await Promise.race([untilQuiet(open, opened, limited), pages.untilStuck(target, limited)]);
    });
    const lines = [...answeredDialogs(called), await frontOf(called, call), await otherCaller(called, call)];
    return { text: lines.filter(Boolean).join('\n') };
  },
};

const ACTIONS = ['read', 'set', 'remove', 'stop_worker', 'start_worker'] as const;

export const inspectExtension: Tool = {
  name: 'inspect_extension',
  title: message('Inspect Extension'),
  description:
    'Reads the storage, permissions and worker state of a loaded extension; sets or removes storage keys; stops or starts its worker, as Chromium does when it is idle.',
  inputSchema: {
    type: 'object',
    properties: {
      session: SESSION,
      extension: EXTENSION,
      action: { type: 'string', enum: ACTIONS, description: 'read by default' },
      area: { type: 'string', enum: STORAGE_AREAS, description: 'local by default' },
      values: { type: 'object', description: 'Keys and values to set' },
      keys: { type: 'array', items: { type: 'string' }, description: 'Keys to remove, or to read alone' },
      take_over: TAKE_OVER,
    },
    required: ['session', 'extension'],
    additionalProperties: false,
  },
  confirmation: (input) => {
    const action = textOf(input, 'action') ?? 'read';
    if (action === 'read') return undefined;
    const [extension, session] = [textOf(input, 'extension') ?? '', textOf(input, 'session') ?? ''];
    return message('{0} of “{1}” in the session “{2}”?', ACTION_WORDS[action] ?? action, extension, session);
  },
  run: async (input, call) => {
    const called = await sessionOf(input, call);
    const { extension } = await extensionOf(input, called, call);
    const action = ACTIONS.find((each) => each === input['action']) ?? 'read';
    const area = STORAGE_AREAS.find((each) => each === input['area']) ?? 'local';
    if (action === 'read') return { text: await readState(input, called, call, extension, area) };
    const what = message('{0} of “{1}”?', ACTION_WORDS[action] ?? action, extension.name);
    await beginChange(input, called, call, what);
    return { text: await changeState(input, called, call, extension, action, area) };
  },
};

const ACTION_WORDS: Readonly<Record<string, ReturnType<typeof message>>> = {
  set: message('Set storage'),
  remove: message('Remove storage'),
  stop_worker: message('Stop the worker'),
  start_worker: message('Start the worker'),
};

async function readState(
  input: ToolInput,
  called: CalledSession,
  { host, signal }: ToolCall,
  { id, name, version, enabled }: LoadedExtension,
  area: StorageArea,
): Promise<string> {
  const { stored, permissions, worker } = await inSession(called, signal, async (open, limited) => {
    const read = await Promise.all([
      readStorage(open, id, area, limited),
      readPermissions(open, id, limited),
      workerOf(open, called, id, limited),
    ]);
    return { stored: read[0], permissions: read[1], worker: read[2] };
  });
  const wanted = Array.isArray(input['keys']) ? input['keys'].map(String) : Object.keys(stored);
  const lines = wanted.flatMap((key) => (key in stored ? [`${quoted(key)}: ${JSON.stringify(stored[key])}`] : []));
  const { text, rest } = await fitting(host, 'storage.txt', lines, 600);
  const size = JSON.stringify(stored).length;
  return [
    `${quoted(name)} ${oneLine(version)} (${id})${enabled ? '' : ', disabled'}, worker ${worker ?? 'none'}`,
    `Permissions: ${[...permissions.granted, ...permissions.hosts].map(oneLine).join(', ') || 'none'}`,
    ...(permissions.optional.length > 0 ? [`Optional: ${permissions.optional.map(oneLine).join(', ')}`] : []),
    `Storage ${area}: ${Object.keys(stored).length} keys, ${size} characters`,
    ...(lines.length > 0 ? [fenced('storage', text)] : []),
    ...(rest === undefined ? [] : [rest]),
  ].join('\n');
}

async function changeState(
  input: ToolInput,
  called: CalledSession,
  { signal }: ToolCall,
  { id }: LoadedExtension,
  action: Exclude<(typeof ACTIONS)[number], 'read'>,
  area: StorageArea,
): Promise<string> {
  if (action === 'set' || action === 'remove') {
    if (area === 'managed') throw new UserError(message('The managed storage can only be read.'));
    const values = input['values'];
    const keys = Array.isArray(input['keys']) ? input['keys'].map(String) : [];
    if (action === 'set' && (typeof values !== 'object' || values === null))
      throw new UserError(message('“{0}” is missing. Add it and call again.', 'values'));
    if (action === 'remove' && keys.length === 0)
      throw new UserError(message('“{0}” is missing. Add it and call again.', 'keys'));
    const change = action === 'set' ? { set: Object.fromEntries(Object.entries(values ?? {})) } : { remove: keys };
    await inSession(called, signal, (open, limited) => changeStorage(open, id, area, change, limited));
    const count = action === 'set' ? Object.keys(values ?? {}).length : keys.length;
    return `${action === 'set' ? 'Set' : 'Removed'} ${count} ${count === 1 ? 'key' : 'keys'} in ${area}.`;
  }
  return inSession(called, signal, async (open, limited) => {
    const watch = await workersOf(open, called, limited);
    try {
      const worker = await watch.until(id, (each) => each !== undefined);
      if (!worker && action === 'stop_worker') throw new UserError(message('This extension has no worker.'));
      const isStopping = action === 'stop_worker';
      if (isStopping && worker) await watch.stop(worker);
      else await watch.start(id);
      const now = await watch.until(id, (each) => each?.status === (isStopping ? 'stopped' : 'running'), 5000);
      return now ? `The worker is ${now.status}.` : 'The worker did not change within 5 s.';
    } finally {
      watch.end();
    }
  });
}

async function workersOf(open: DevToolsConnection, { work }: CalledSession, signal: AbortSignal): Promise<WorkerWatch> {
  const page = work.pages.all.find(({ hasCrashed, dialog }) => !hasCrashed && !dialog);
  if (!page) throw new UserError(message('No page is open in this session. Open one with open_extension_page.'));
  const watch = new WorkerWatch(open, page, signal);
  await watch.begin();
  return watch;
}

async function workerOf(
  open: DevToolsConnection,
  called: CalledSession,
  id: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const watch = await workersOf(open, called, signal);
  try {
    return (await watch.until(id, (each) => each !== undefined, 300))?.status;
  } finally {
    watch.end();
  }
}
