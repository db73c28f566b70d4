import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, UserError } from '../../core/errors';
import { asText, asTime, parseJson, readerOf } from '../../core/json';
import { message } from '../../core/message';
import type { ConnectionKey } from '../../state';
import type { Caller } from './caller';
import { makePrivateFolder } from '../../state/private-folder';
import { spelledOnce } from './production-marks';

/** Milliseconds after the last change until a session is free again. */
export const LOCK_DURATION = 60_000;
/** How often taking is tried again when others were faster. */
const MAX_TRIES = 50;

/** Who changes something in a session, and since when. */
export interface AgentLock {
  readonly caller: Caller;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly until: number;
}

/** What a file has of it. */
const readWritten = readerOf<Omit<AgentLock, 'caller'> & Pick<Caller, 'id' | 'name'>>(
  { id: asText, name: asText, since: asTime, until: asTime },
  {},
);

/** The last file of a session: its number, and the lock in it; undefined if that is over. */
interface Last {
  readonly number: number;
  readonly lock: AgentLock | undefined;
}

/**
 * Who works in which session. The locks are files, so that all windows and processes of a user know of each other: a
 * session has one at a time who changes something in it, and whoever comes second is told.
 *
 * A session's files are numbered, and the last one counts. Whoever takes a session makes the next one, which the system
 * lets only one do; who has it writes in its own file, and looks afterwards whether it still is the last. So nobody has
 * to remove a file of somebody else before taking the session, which two could do at once.
 */
export class AgentLocks {
  /** @param folder one of `privateFolder`. */
  constructor(private readonly folder: string) {}

  /** Who works in a session now. */
  async of(connection: ConnectionKey, session: string): Promise<AgentLock | undefined> {
    return (await this.last(keyFor(connection, session))).lock;
  }

  /**
   * Takes or renews the lock of a session.
   * @param takesOver whether somebody else's is taken over.
   * @throws UserError with who works there, and since when; or if it can't be written, or other users could write it.
   */
  async take(connection: ConnectionKey, session: string, caller: Caller, takesOver: boolean): Promise<AgentLock> {
    await makePrivateFolder(this.folder);
    const key = keyFor(connection, session);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const last = await this.last(key);
      if (last.lock && last.lock.caller.id !== caller.id && !takesOver) throw inUse(last.lock);
      const taken = await this.tryTake(key, last, caller).catch((error: unknown) => {
        throw notWritten(this.folder, error);
      });
      if (taken) return taken;
    }
    throw new UserError(message('Others tried to take this session at the same time. Nothing was done. Try again.'));
  }

  /** Gives back all sessions that a caller has: it has gone. */
  async giveBackAll(callerId: string): Promise<void> {
    const names = await this.names();
    for (const key of new Set(names.flatMap((name) => NAME.exec(name)?.[1] ?? []))) {
      const { number, lock } = await this.last(key);
      if (lock?.caller.id !== callerId) continue;
      const file = this.fileOf(key, number);
      // It stays, as over: the number of the next one must be another.
      await this.write(file, { ...lock, until: 0 }).catch(() => rm(file, { force: true }));
    }
  }

  /** @returns undefined if somebody else was faster. */
  private async tryTake(key: string, { number, lock }: Last, caller: Caller): Promise<AgentLock | undefined> {
    const now = Date.now();
    const isOwn = lock?.caller.id === caller.id;
    const taken = { caller, since: isOwn ? lock.since : now, until: now + LOCK_DURATION };
    const mine = isOwn ? number : number + 1;
    const isMade = isOwn ? await this.write(this.fileOf(key, mine), taken) : await this.create(key, mine, taken);
    if (!isMade) return undefined;
    if ((await this.numbers(key)).some((each) => each > mine)) {
      await rm(this.fileOf(key, mine), { force: true });
      return undefined;
    }
    // Whoever had let the time run out may have renewed it meanwhile.
    if (lock === undefined && (await this.read(key, number))) {
      await rm(this.fileOf(key, mine), { force: true });
      return undefined;
    }
    await this.removeOld(key, mine);
    return taken;
  }

  private async last(key: string): Promise<Last> {
    const number = Math.max(0, ...(await this.numbers(key)));
    return { number, lock: await this.read(key, number) };
  }

  private async read(key: string, number: number): Promise<AgentLock | undefined> {
    const text = await readFile(this.fileOf(key, number), 'utf8').catch(() => '');
    const written = readWritten(parseJson(text));
    if (!written) return undefined;
    const { id, name, since, until } = written;
    if (until < Date.now() || until > Date.now() + 2 * LOCK_DURATION) return undefined;
    return { caller: { id, name: name.slice(0, 60) }, since, until };
  }

  /** Writes beside the file and moves it there, so that nobody reads half of it. */
  private async write(file: string, lock: AgentLock): Promise<true> {
    await this.writeBeside(lock, (beside) => rename(beside, file));
    return true;
  }

  /** @returns whether it was not there. */
  private async create(key: string, number: number, lock: AgentLock): Promise<boolean> {
    try {
      await this.writeBeside(lock, (beside) => linkOrCopy(beside, this.fileOf(key, number)));
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    }
  }

  private async writeBeside(
    { caller, since, until }: AgentLock,
    use: (beside: string) => Promise<void>,
  ): Promise<void> {
    const beside = path.join(this.folder, randomUUID());
    try {
      await writeFile(beside, JSON.stringify({ ...caller, since, until }), { mode: 0o600 });
      await use(beside);
    } finally {
      await rm(beside, { force: true });
    }
  }

  /** Removes a session's files before its last one, and what nobody has written for a day. */
  private async removeOld(key: string, number: number): Promise<void> {
    for (const name of await this.names()) {
      const [, of, each] = NAME.exec(name) ?? [];
      const file = path.join(this.folder, name);
      const isOld = of === key ? Number(each) < number : await isOlderThanDay(file);
      if (isOld) await rm(file, { force: true });
    }
  }

  private async numbers(key: string): Promise<number[]> {
    const named = (await this.names()).map((name) => NAME.exec(name));
    return named.flatMap((each) => (each?.[1] === key ? [Number(each[2])] : []));
  }

  private names(): Promise<string[]> {
    return readdir(this.folder).catch(() => []);
  }

  private fileOf(key: string, number: number): string {
    return path.join(this.folder, `${key}.${number}.json`);
  }
}

const NAME = /^([\da-f]{32})\.(\d{1,15})\.json$/;

/** A process of its own knows no names of connections. */
function keyFor({ address }: Pick<ConnectionKey, 'address'>, session: string): string {
  return createHash('sha256')
    .update(JSON.stringify([spelledOnce(address), session]))
    .digest('hex')
    .slice(0, 32);
}

async function isOlderThanDay(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > 24 * 60 * 60_000;
}

/** Not every file system has links. A copy may be read when half is written, and then counts as over. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOSPC') throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}

function inUse({ caller, since }: AgentLock): UserError {
  return new UserError(
    message(
      '{0} has been working in this session since {1}. Wait a minute, use another session, or call again with take_over: true.',
      caller.name,
      new Date(since).toISOString().slice(11, 16) + ' UTC',
    ),
  );
}

function notWritten(folder: string, error: unknown): UserError {
  return new UserError(
    message(
      'Nothing was done, because a file in “{0}” can’t be written ({1}). It tells others who works in the session. Make room on the disk, and try again.',
      folder,
      String(codeOf(error)),
    ),
  );
}
