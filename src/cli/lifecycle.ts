import path from 'node:path';
import type { NewSession } from '../api';
import { acquireSession } from '../app/pools';
import { createSession, endSession, releaseSession } from '../app/sessions';
import { Cancelled, UserError } from '../core/errors';
import { message } from '../core/message';
import { MAX_POLICY, parsePolicy, regionProblem, startPageProblem } from '../core/new-session';
import { parseTags, tagsProblem } from '../core/tags';
import { readChosenFile } from '../packaging';
import { labelOf, MAX_ALIAS, nameOf, type SessionRecord } from '../state';
import { exitCodeOf, openSession, UsageError, type Context, type ExitCode, type OpenSession } from './context';
import type { ProcessConnection } from './host';
import { errorLines } from './report';
import { jsonOf, waitFor } from './sessions';
import { plain } from './terminal';

/** How a command that gives a session waits for it and tells of it. */
interface GiveOptions {
  /** Milliseconds. */
  readonly wait?: number;
  readonly json: boolean;
}

export interface StartOptions extends GiveOptions {
  readonly name?: string;
  readonly startUrl?: string;
  readonly headless?: boolean;
  /** Milliseconds without use after which it ends. */
  readonly timeout?: number;
  /** Name of a profile. */
  readonly profile?: string;
  readonly saveChanges: boolean;
  readonly stealth?: boolean;
  readonly region?: string;
  /** Name or ID of a proxy. */
  readonly proxy?: string;
  /** Path of a file. */
  readonly policy?: string;
  /** Each as `key=value`. */
  readonly tag: readonly string[];
  /** Of the catalog. */
  readonly extension: readonly string[];
}

/** Starts a session, and prints its ID. */
export async function start(context: Context, options: StartOptions): Promise<ExitCode> {
  const wanted = { ...newSession(options), ...(await policyOf(context, options.policy)) };
  return give(context, options, ({ client, records }) => {
    context.terminal.progress(message('Starting a session…'));
    return createSession({ client, sessions: records.sessions }, context.signal, wanted);
  });
}

async function policyOf(
  { cwd }: Context,
  file: string | undefined,
): Promise<Pick<NewSession, 'chromePolicy'> | undefined> {
  if (file === undefined) return undefined;
  const text = await readChosenFile(path.resolve(cwd, file), MAX_POLICY);
  const chromePolicy = parsePolicy(new TextDecoder().decode(text));
  if (!chromePolicy) throw new UsageError(message('“{0}” isn’t a JSON object with policies.', file));
  return { chromePolicy };
}

function newSession(options: StartOptions): NewSession {
  const { name, startUrl, headless, timeout, tag, extension, profile, saveChanges, stealth, region, proxy } = options;
  const tags = tag.join(',');
  const tooLong = (name?.length ?? 0) > MAX_ALIAS;
  const problem =
    (tooLong ? message('Use at most {0} characters ({1} now).', MAX_ALIAS, name?.length ?? 0) : undefined) ??
    (startUrl === undefined ? undefined : startPageProblem(startUrl)) ??
    (region === undefined ? undefined : regionProblem(region)) ??
    (saveChanges && profile === undefined ? message('--save-changes goes with --profile.') : undefined) ??
    tagsProblem(tags);
  if (problem) throw new UsageError(problem);
  return {
    ...(name !== undefined && { name }),
    ...(startUrl !== undefined && { startUrl }),
    ...(headless !== undefined && { headless }),
    ...(timeout !== undefined && { timeoutSeconds: Math.max(1, Math.round(timeout / 1000)) }),
    ...(profile !== undefined && { profile: { name: profile }, savesChanges: saveChanges }),
    ...(stealth !== undefined && { stealth }),
    ...(region !== undefined && { region }),
    ...(proxy !== undefined && { proxy }),
    ...(tag.length > 0 && { tags: parseTags(tags) }),
    ...(extension.length > 0 && { extensions: extension.map((each) => ({ name: each })) }),
  };
}

/** Takes a session from a pool, and prints its ID. */
export async function acquire(context: Context, pool: string, options: GiveOptions): Promise<ExitCode> {
  return give(context, options, ({ client, records: { sessions, pools } }) => {
    context.terminal.progress(message('Acquiring a session from “{0}”…', pool));
    return acquireSession({ client, sessions, pools }, pool, context.signal);
  });
}

/** The ID alone is for a script. */
async function give(
  context: Context,
  { wait, json }: GiveOptions,
  take: (connection: ProcessConnection) => Promise<SessionRecord>,
): Promise<ExitCode> {
  const { terminal, host } = context;
  const session = await waitFor(context, wait, async () => {
    const connection = await host.connect();
    connection.requireNoProduction();
    return take(connection);
  });
  if (json) terminal.printJson(jsonOf(session));
  else terminal.print(plain(session.id));
  return 0;
}

/** Ends sessions with their browsers. */
export async function end(context: Context, wanted: readonly string[]): Promise<ExitCode> {
  const { terminal, signal } = context;
  return inEach(context, wanted, async ({ client, session, connection: { records } }) => {
    const { sessions, pools } = records;
    terminal.progress(message('Ending “{0}”…', labelOf(session)));
    await endSession({ client, sessions, pools }, session.id, signal);
    terminal.say(message('Ended “{0}”.', labelOf(session)));
  });
}

/**
 * Hands sessions back to their pools.
 * @param keep as they are now, with their logins: else whoever acquires one next gets a new browser.
 */
export async function release(
  context: Context,
  wanted: readonly string[],
  { keep }: { readonly keep: boolean },
): Promise<ExitCode> {
  const { terminal, signal } = context;
  return inEach(context, wanted, async ({ client, session, connection: { records } }) => {
    const { sessions, pools } = records;
    const pool = session.pool ?? (await client.getSession(session.id, signal))?.pool;
    if (pool === undefined)
      throw new UserError(message('“{0}” isn’t from a pool. To end it, run browser-sessions end.', labelOf(session)));
    terminal.progress(message('Releasing “{0}”…', labelOf(session)));
    await releaseSession({ client, sessions, pools }, { sessionId: session.id, pool, reuse: keep }, signal);
    const names = [labelOf(session), nameOf(pools.find(pool) ?? { id: pool })] as const;
    terminal.say(
      keep
        ? message('Released “{0}” to “{1}” without reset.', ...names)
        : message('Reset “{0}” and released it to “{1}”.', ...names),
    );
  });
}

/** Works on sessions one after the other: what fails for one does not stop the others. */
async function inEach(
  context: Context,
  wanted: readonly string[],
  work: (open: OpenSession) => Promise<void>,
): Promise<ExitCode> {
  (await context.host.connect()).requireNoProduction();
  let code: ExitCode = 0;
  for (const each of wanted)
    try {
      await work(await openSession(context, each, 'changes'));
    } catch (error) {
      if (error instanceof Cancelled || wanted.length === 1) throw error;
      for (const line of errorLines(context, error)) context.terminal.noteLine(line);
      code = code === 0 ? exitCodeOf(error) : code;
    }
  return code;
}
