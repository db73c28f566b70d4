import { listProfiles, saveProfile } from '../app/profiles';
import { formatBytes } from '../core/format';
import { message } from '../core/message';
import { labelOf } from '../state';
import { openSession, UsageError, type Context, type ExitCode } from './context';
import { plain, table } from './terminal';

export interface ProfilesOptions {
  readonly session?: string;
  /** Name of the profile that the session is saved to. */
  readonly save?: string;
  /** Name or ID of the profile that is deleted. */
  readonly delete?: string;
  readonly json: boolean;
}

/** Saves a session to a profile or deletes one, as the options say, or else lists them. */
export async function profiles(context: Context, options: ProfilesOptions): Promise<ExitCode> {
  const { save, delete: deleted, session } = options;
  if (session !== undefined && save === undefined) throw new UsageError(message('--session goes with --save.'));
  if (save !== undefined) return saveTo(context, save, session);
  return deleted === undefined ? list(context, options.json) : remove(context, deleted);
}

async function list({ terminal, host, signal }: Context, json: boolean): Promise<ExitCode> {
  const { client } = await host.connect();
  terminal.progress(message('Listing the profiles…'));
  const { items } = await listProfiles(client, signal);
  if (json) terminal.printJson(items);
  else if (items.length === 0)
    terminal.note(
      message('There are no profiles. To make one, run browser-sessions start --profile NAME --save-changes.'),
    );
  else {
    const rows = items.map(({ id, name, size, usedAt }) => [
      name === undefined ? '-' : plain(name, 60),
      size === undefined ? '-' : formatBytes(size),
      usedAt === undefined ? '-' : new Date(usedAt).toISOString(),
      plain(id),
    ]);
    for (const line of table([['NAME', 'SIZE', 'LAST USED', 'ID'], ...rows])) terminal.print(line);
  }
  return 0;
}

async function saveTo(context: Context, name: string, wanted: string | undefined): Promise<ExitCode> {
  const { terminal, signal } = context;
  const { client, sessions, session } = await openSession(context, wanted, 'changes');
  terminal.progress(message('Saving “{0}” to profile “{1}”…', labelOf(session), name));
  await saveProfile({ client, sessions }, session.id, name, signal);
  terminal.say(message('Saved “{0}” to profile “{1}”.', labelOf(session), name));
  return 0;
}

async function remove({ terminal, host, signal }: Context, name: string): Promise<ExitCode> {
  const { client, requireNoProduction } = await host.connect();
  requireNoProduction();
  terminal.progress(message('Deleting profile “{0}”…', name));
  await client.deleteProfile(name, signal);
  terminal.say(message('Deleted profile “{0}”.', name));
  return 0;
}
