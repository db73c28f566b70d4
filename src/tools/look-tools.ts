import { timeLeft, endOf } from '../app/expiry';
import { withinTime } from '../app/in-browser';
import { VerdictError } from '../app/upload/inspect-folders';
import { formatBytes } from '../core/format';
import { english, message } from '../core/message';
import { quoted } from '../core/one-line';
import { listLoaded, type LoadedExtension } from '../devtools';
import { findSecrets, type Inspection, type Problem } from '../packaging';
import { labelOf, type SessionRecord } from '../state';
import { say } from './answer';
import { connectionOf, refreshRunning, runningSessions } from './call/called-session';
import { textOf } from './input';
import type { Tool, ToolCall, ToolConnection } from './tool';

const ALL = 24 * 60 * 60_000 * 365;
/** Sessions whose browsers are asked what they have loaded. */
const MAX_ASKED = 20;

export const listBrowserSessions: Tool = {
  name: 'list_browser_sessions',
  title: message('List Browser Sessions'),
  description:
    'Lists the running remote browser sessions: ID, name, pool, time left, display, loaded extensions, and who works there. Start here: the other tools need a session. People start and end sessions.',
  inputSchema: {
    type: 'object',
    properties: { connection: { type: 'string', description: 'Only to go on at another one, when told to' } },
    additionalProperties: false,
  },
  changes: () => false,
  run: async (input, call) => {
    const { connection, isAnother } = await connectionOf(call, textOf(input, 'connection'));
    await refreshRunning(connection, call.signal);
    const running = runningSessions(connection);
    const { name, production } = connection.settings;
    const where = isAnother ? say('Now at the connection "{0}"', name) : say('Connection "{0}"', name);
    const head = production
      ? say('{0} (production): {1} running', where, running.length)
      : say('{0}: {1} running', where, running.length);
    const lines = await Promise.all(running.map((session, at) => lineOf(session, connection, call, at < MAX_ASKED)));
    const sessions = { what: say('sessions'), lines, file: 'sessions.txt' };
    return { parts: [head, lines.length > 0 ? sessions : undefined] };
  },
};

async function lineOf(
  session: SessionRecord,
  connection: ToolConnection,
  call: ToolCall,
  asks: boolean,
): Promise<string> {
  const { id, pool, viewport } = session;
  const [loaded, lock] = await Promise.all([
    asks ? loadedIn(session, connection, call) : undefined,
    call.host.locks.of(connection.settings, id),
  ]);
  const left = timeLeft(endOf(session) ?? 0, Date.now(), ALL);
  const label = labelOf(session);
  return [
    id,
    quoted(typeof label === 'string' ? label : english(label)),
    ...(pool === undefined ? [] : [`pool ${quoted(pool)}`]),
    ...(left ? [english(left)] : []),
    ...(viewport ? [`display ${viewport.width}x${viewport.height}`] : []),
    loaded === undefined ? 'loaded: unknown' : `loaded: ${loaded.map(extensionText).join(', ') || 'no extension'}`,
    ...(lock && lock.caller.id !== call.caller.id ? [`in use by ${quoted(lock.caller.name)}`] : []),
  ].join(' · ');
}

function extensionText({ name, version, enabled }: LoadedExtension): string {
  return `${quoted(name, 60)} ${quoted(version, 40)}${enabled ? '' : ' (disabled)'}`;
}

/** What a session has loaded; undefined if it does not tell. */
async function loadedIn(
  { id }: SessionRecord,
  { client, settings }: ToolConnection,
  { host, signal }: ToolCall,
): Promise<readonly LoadedExtension[] | undefined> {
  const limited = withinTime(signal);
  try {
    const extensions = await host.devtools.of(client, id).use((open) => listLoaded(open, limited), limited);
    host.loaded.set(settings, id, { extensions });
    return extensions;
  } catch {
    // One session of many: what it does not tell is unknown.
    return undefined;
  }
}

export const checkExtension: Tool = {
  name: 'check_extension',
  title: message('Check Extension'),
  description:
    'Checks the folder of a Chromium extension as the browser would: problems with file:line:column, what the package holds, its size, and files with possible secrets. Nothing is sent. Use it before upload_extension.',
  inputSchema: {
    type: 'object',
    properties: { folder: { type: 'string', description: 'Absolute path of the folder with manifest.json' } },
    required: ['folder'],
    additionalProperties: false,
  },
  changes: () => false,
  run: async (input, { host, signal }) => {
    const folder = textOf(input, 'folder') ?? '';
    const inspection = await host.inspect(folder, signal);
    const secrets = await secretsIn(host, inspection, signal);
    const { problems, files, totalBytes, manifest } = inspection;
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const { name = '', version = '' } = manifest ?? {};
    const head =
      errors === 0
        ? say('No errors. "{0}" {1} can be uploaded.', name, version)
        : errors === 1
          ? say('1 error: Chromium would reject it. Mend it first.')
          : say('{0} errors: Chromium would reject it. Mend them first.', errors);
    const size = say('Package: {0} files, {1} before compression.', files.length, formatBytes(totalBytes));
    const found = { what: say('files with possible secrets'), lines: secrets, max: 1000 };
    const lines = [...problems.map((problem) => problemLine(problem)), '', 'Files:', ...filesOf(inspection)];
    return {
      parts: [
        head,
        size,
        secrets.length > 0 ? found : undefined,
        { what: say('problems and files'), lines, file: 'check.txt' },
      ],
    };
  },
};

/** `manifest.json:3:5 error key-missing: …`, as terminals and editors read it. */
export function problemLine({ file, line: at = 1, column = 1, severity, code, message: text }: Problem): string {
  return `${file}:${at}:${column} ${severity} ${code}: ${english(text)}`;
}

/** The errors of a refused upload, each with its place. */
export function errorLines(error: unknown): readonly string[] {
  return error instanceof VerdictError ? error.problems.map(problemLine) : [];
}

const MAX_FILES = 30;

function filesOf({ files }: Inspection): string[] {
  const largest = files.toSorted((one, other) => other.bytes - one.bytes).slice(0, MAX_FILES);
  const shown = largest.map(({ path, bytes }) => `  ${path} ${formatBytes(bytes)}`);
  return files.length > MAX_FILES ? [...shown, `  and ${files.length - MAX_FILES} smaller ones`] : shown;
}

async function secretsIn(
  { allowedSecrets }: Pick<ToolCall['host'], 'allowedSecrets'>,
  { files }: Inspection,
  signal: AbortSignal,
): Promise<string[]> {
  const found = await findSecrets(files, await allowedSecrets.salt(), signal);
  const allowed = allowedSecrets.all();
  return [...new Set(found.flatMap(({ file, fingerprint }) => (allowed.has(fingerprint) ? [] : [file])))];
}
