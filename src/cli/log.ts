import path from 'node:path';
import { devToolsFailure } from '../app/in-browser';
import type { FoundExtension } from '../app/loaded/find-extension';
import { followedAgain, followLog, type LogLine, type LogPlace } from '../app/log/follow-log';
import { logTexts } from '../app/log/log-text';
import { Cancelled } from '../core/errors';
import { formatDuration } from '../core/format';
import { matchesOfManifest } from '../core/match-pattern';
import { message, type Message } from '../core/message';
import { LOG_LEVELS, type LogLevel } from '../devtools';
import { labelOf } from '../state';
import { openSession, type Context, type ExitCode } from './context';
import { extensionIn } from './extension';
import { localize, plain, type Style } from './terminal';

export interface LogOptions {
  readonly session?: string;
  readonly untilError: boolean;
  /** Milliseconds. */
  readonly for?: number;
  readonly level: LogLevel;
  readonly json: boolean;
}

/** Characters of a line. */
const MAX_LINE = 2000;

/** Prints what an extension says, until it is interrupted, or as the options say. */
export async function log(context: Context, wanted: string | undefined, options: LogOptions): Promise<ExitCode> {
  const { terminal, signal, host } = context;
  const open = await openSession(context, options.session, 'reads');
  const { connection, client, sessions, session } = open;
  const found = await extensionIn(context, open, wanted);
  const { extension, upload } = found;
  const ending = new AbortController();
  let hasFailed = false;
  const show = (lines: readonly LogLine[]): void => {
    for (const line of lines) {
      // One of several that came at once: what follows the error belongs to it.
      hasFailed ||= line.isUncaught;
      if (LOG_LEVELS.indexOf(line.level) < LOG_LEVELS.indexOf(options.level) && !line.isUncaught) continue;
      if (options.json) terminal.printJsonLine(jsonOf(line));
      else for (const text of textsOf(context, line)) terminal.print(text);
    }
    if (options.untilError && hasFailed) ending.abort();
  };
  let hasBegun = false;
  const listener = {
    onFollow: (away: number | undefined) => {
      if (hasBegun) terminal.note(followedAgain(away), away === undefined ? 'dim' : 'yellow');
      else terminal.note(message('Following “{0}” in “{1}”.', extension.name, labelOf(session)), 'dim');
      if (!hasBegun && options.for !== undefined) setTimeout(() => ending.abort(), options.for).unref();
      hasBegun = true;
    },
    onLines: show,
    onRestart: () => terminal.note(message('The worker started anew.'), 'dim'),
    onDropped: (count: number) =>
      terminal.note(message('{0} lines were dropped because they came too fast.', count), 'yellow'),
    onTooMany: (limit: number) => terminal.note(message('Only {0} web pages are followed at a time.', limit), 'yellow'),
    onBreak: () => terminal.note(message('The connection to the browser was lost. Connecting again…'), 'yellow'),
    onMissingMap: (advice: Message) => terminal.note(advice, 'dim'),
  };
  const matches = await matchesFor(context, found);
  const request = {
    extensionId: extension.id,
    pausesWorkers: !connection.settings.production,
    matches: () => matches,
    ...(upload && { files: { folder: upload.folder, top: host.topOf(upload.folder) } }),
  };
  const ended = AbortSignal.any([signal, ending.signal]);
  try {
    await followLog(host.devtools.of(client, session.id), request, listener, ended);
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    const notOffered = message('This service doesn’t give access to the log of “{0}”.', labelOf(session));
    if (!ending.signal.aborted) throw await devToolsFailure(sessions, session, error, notOffered);
  }
  if (options.untilError && !hasFailed)
    terminal.note(message('No uncaught error in {0}.', formatDuration(options.for ?? 0)), 'dim');
  return options.untilError && hasFailed ? 1 : 0;
}

/** Where the scripts of an extension run. Of one that was not uploaded from here, that is not known. */
async function matchesFor({ host, signal }: Context, { upload }: FoundExtension): Promise<readonly string[]> {
  if (!upload) return ['<all_urls>'];
  const inspection = await host.inspect(upload.folder, signal).catch((error: unknown) => {
    if (error instanceof Cancelled) throw error;
    return undefined;
  });
  return matchesOfManifest(inspection?.manifest);
}

const STYLES: Readonly<Record<LogLevel, Style>> = { debug: 'dim', info: 'cyan', warning: 'yellow', error: 'red' };

function textsOf({ terminal, cwd }: Pick<Context, 'terminal' | 'cwd'>, line: LogLine): string[] {
  const nameOf = (file: string): string => path.relative(cwd, file);
  const [first, ...others] = logTexts(line, { nameOf, localize });
  const time = new Date(line.at).toISOString().slice(11, 23);
  const what = terminal.style(STYLES[line.level], line.isUncaught ? 'uncaught' : line.level);
  return [
    `${terminal.style('dim', time)} ${what} ${plain(first, MAX_LINE)}`,
    // Each other line begins with a mark: after spaces alone, its text could be taken for a line of its own.
    ...others.map((each) => `| ${plain(each, MAX_LINE)}`),
  ];
}

function jsonOf({ at, level, isUncaught, source, text, place, stack }: LogLine): object {
  return {
    at: new Date(at).toISOString(),
    level,
    isUncaught,
    source,
    text,
    place: jsonPlace(place),
    stack: stack.map(({ name, place: where }) => ({ name, place: jsonPlace(where) })),
  };
}

function jsonPlace(place: LogPlace | undefined): object | undefined {
  return place && (place.source ?? { file: place.path, line: place.line, column: place.column });
}
