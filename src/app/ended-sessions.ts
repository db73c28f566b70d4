import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../api';
import { hasTags, type Tags } from '../core/tags';
import type { ConnectionRecords, SessionRecord } from '../state';
import { endOf } from './expiry';

/** Milliseconds that the service may need to end a session whose time is over. */
const GRACE = 3000;

/** Where the sessions are. */
export interface EndedSessionsDependencies {
  readonly sessions: ConnectionRecords['sessions'];
  /** @returns undefined if the service cannot be asked now. */
  readonly client: () => Promise<Pick<Client, 'getSession' | 'listSessions'> | undefined>;
}

/**
 * Asks the services about sessions whose time is over: somebody else may have used them meanwhile. Those of one
 * connection that end at about the same time are one question.
 */
export class EndedSessions {
  /** IDs by the key of their connection. */
  private readonly waiting = new Map<string, Set<string>>();

  /**
   * The time of a session is over.
   * @param connection the key of its connection.
   * @returns those that have ended, marked as gone; undefined if they are part of a question that was begun before.
   * @throws the client's errors.
   */
  async verifyEnd(
    connection: string,
    id: string,
    { client, sessions }: EndedSessionsDependencies,
    signal: () => AbortSignal,
  ): Promise<readonly SessionRecord[] | undefined> {
    const begun = this.waiting.get(connection);
    if (begun) return void begun.add(id);
    const ids = new Set([id]);
    this.waiting.set(connection, ids);
    await delay(GRACE, undefined, { ref: false });
    this.waiting.delete(connection);
    // Used, released or removed meanwhile.
    const over = sessions.all().filter((each) => ids.has(each.id) && (endOf(each) ?? Infinity) <= Date.now());
    const asked = over.length > 0 ? await client() : undefined;
    if (!asked) return [];
    const exists = await existingSessions(asked, sessions.tags, over, signal());
    const ended = over.filter((each) => !exists(each));
    const gone = new Set(ended.map((each) => each.id));
    if (gone.size > 0)
      await sessions.replace(
        sessions.all().map((each) => (gone.has(each.id) ? { ...each, gone: true } : each)),
        (each) => gone.has(each.id),
      );
    return ended;
  }
}

/**
 * A list that is cut, or has only the connection's tags, says nothing of a session that is missing from it: that one
 * counts as being there.
 */
async function existingSessions(
  client: Pick<Client, 'getSession' | 'listSessions'>,
  wanted: Tags | undefined,
  over: readonly SessionRecord[],
  signal: AbortSignal,
): Promise<(session: SessionRecord) => boolean> {
  const [only, ...others] = over;
  if (only && others.length === 0) {
    const found = await client.getSession(only.id, signal);
    return () => found !== undefined;
  }
  const listed = await client.listSessions(signal);
  if (!listed || listed.isCut) return () => true;
  const names = new Set(listed.items.flatMap(({ id, name }) => [id, name ?? id]));
  return ({ id, tags }) => names.has(id) || !hasTags(tags, wanted);
}
