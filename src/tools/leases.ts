import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../core/errors';
import { asRecord, asText, asTime, parseJson } from '../core/json';
import { message } from '../core/message';
import type { ConnectionKey } from '../state';
import { makePrivateFolder } from './private-folder';
import type { Caller } from './tool';

/** Milliseconds after the last change until a session is free again. */
export const LEASE_DURATION = 60_000;

/** Who changes something in a session, and since when. */
export interface Lease {
  readonly caller: Caller;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly until: number;
}

/**
 * Who works in which session. The leases are files, so that all windows and processes of a user know of each other: a
 * session has one at a time who changes something in it, and whoever comes second is told.
 */
export class Leases {
  /** @param folder one of `privateFolder`. */
  constructor(private readonly folder: string) {}

  /** Who works in a session now. */
  async of(connection: ConnectionKey, session: string): Promise<Lease | undefined> {
    const text = await readFile(this.fileOf(connection, session), 'utf8').catch(() => '');
    const { id, name, since, until } = asRecord(parseJson(text));
    const [idText, nameText] = [asText(id), asText(name)];
    const [from, to] = [asTime(since), asTime(until)];
    if (idText === undefined || nameText === undefined || from === undefined || to === undefined) return undefined;
    if (to < Date.now() || to > Date.now() + 2 * LEASE_DURATION) return undefined;
    return { caller: { id: idText, name: nameText.slice(0, 60) }, since: from, until: to };
  }

  /**
   * Takes or renews the lease of a session.
   * @param takesOver whether somebody else's is taken over.
   * @throws UserError with who works there, and since when; or if the folder is open to other users.
   */
  async take(connection: ConnectionKey, session: string, caller: Caller, takesOver: boolean): Promise<Lease> {
    const held = await this.of(connection, session);
    if (held && held.caller.id !== caller.id && !takesOver)
      throw new UserError(
        message(
          '{0} has been working in this session since {1}. Wait a minute, use another session, or call again with take_over: true.',
          held.caller.name,
          new Date(held.since).toISOString().slice(11, 16) + ' UTC',
        ),
      );
    const now = Date.now();
    const since = held?.caller.id === caller.id ? held.since : now;
    const lease = { caller, since, until: now + LEASE_DURATION };
    await makePrivateFolder(this.folder);
    const file = this.fileOf(connection, session);
    // Written beside it and moved, so that nobody reads half of it.
    const beside = `${file}.${process.pid}`;
    await writeFile(beside, JSON.stringify({ ...caller, since, until: lease.until }), { mode: 0o600 });
    await rename(beside, file);
    return lease;
  }

  /** Gives a session back, if the caller has it. */
  async giveBack(connection: ConnectionKey, session: string, caller: Caller): Promise<void> {
    if ((await this.of(connection, session))?.caller.id === caller.id)
      await rm(this.fileOf(connection, session), { force: true });
  }

  /** Gives back all sessions that a caller has: it has gone. */
  async giveBackAll(callerId: string): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => [])) {
      const file = path.join(this.folder, name);
      const { id } = asRecord(parseJson(await readFile(file, 'utf8').catch(() => '')));
      if (id === callerId) await rm(file, { force: true });
    }
  }

  private fileOf({ name, address }: ConnectionKey, session: string): string {
    const key = createHash('sha256')
      .update(JSON.stringify([name, address, session]))
      .digest('hex')
      .slice(0, 32);
    return path.join(this.folder, `${key}.json`);
  }
}
