import type { Client } from '../../api';
import type { Connection } from '../../app/connections/connection';
import { releaseSession as release } from '../../app/sessions';
import { listOf, message, sentences, type Message } from '../../core/message';
import { labelOf, mayHavePool, nameOf, type ConnectionRecords, type Label, type SessionRecord } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import type { Services } from '../services';
import { choosePool } from '../sessions/choose-pool';
import { sessionOf } from '../sessions/choose-session';
import { workOnSeveral } from '../sessions/several';
import type { Target } from '../target';
import type { Command } from './command';

/** A session with the pool that it goes back to. */
interface Release {
  readonly session: SessionRecord;
  readonly pool: string;
}

/** Returns sessions to their pools, after one question about all of them. */
export const releaseSession: Command = async (services, target) => {
  const { connection, records, loaded, histories, renew } = services;
  const { sessions, pools } = records;
  const client = await connection.client();
  const releases = await releasesOf(services, target, client);
  const reuse = await confirmRelease(connection, pools, releases);
  const [only] = releases.length === 1 ? releases : [];
  await workOnSeveral(services, {
    items: releases,
    labelOf: ({ session }) => labelOf(session),
    title: message('Releasing {0}…', namesOf(releases)),
    work: async ({ session: { id }, pool }, signal) => {
      await release({ client, sessions, pools }, { sessionId: id, pool, reuse }, signal);
      // The next lease of it may have something else.
      loaded.forget(connection.settings, id);
      histories.forget(connection.settings, id);
    },
    done: (count) => doneWords(count, only && [labelOf(only.session), poolName(pools, only.pool)], reuse),
  });
  renew('sessions', 'pools');
};

function doneWords(count: number, only: readonly [session: Label, pool: string] | undefined, reuse: boolean): Message {
  if (only)
    return reuse
      ? message('Released “{0}” to “{1}” without reset', ...only)
      : message('Released “{0}” to “{1}” and reset it', ...only);
  return reuse
    ? message('Released {0} sessions without reset', count)
    : message('Released {0} sessions and reset them', count);
}

/** The releases of the selected rows; the user chooses a pool that is not known. */
async function releasesOf(services: Services, target: Target, client: Client): Promise<readonly Release[]> {
  const { connection, records } = services;
  const selected = (target.rows ?? []).flatMap((row) =>
    row.kind === 'session' && !row.session.gone ? [row.session] : [],
  );
  const pooled = selected.filter(mayHavePool);
  if (pooled.length > 1) {
    const releases: Release[] = [];
    for (const session of pooled) releases.push({ session, pool: await poolOf(session, services, client) });
    return releases;
  }
  const question = {
    title: message('Release: Select Session'),
    always: true,
    mayStart: false,
    first: ({ pool }: SessionRecord) => pool !== undefined,
  };
  const id = await sessionOf(target, { client, records, connection }, question);
  const session = records.sessions.get(id) ?? { id };
  return [{ session, pool: target.pool ?? (await poolOf(session, services, client)) }];
}

/** The pool that a session goes back to; asks for it if it is not known. */
async function poolOf(session: SessionRecord, { connection, records }: Services, client: Client): Promise<string> {
  const known = session.pool ?? connection.settings.pool;
  return (
    known ??
    choosePool(
      { client, pools: records.pools },
      message('Release “{0}”: Select Pool', labelOf(session)),
      message('The pool it came from'),
    )
  );
}

const RESET = message('Reset and Release');
const KEEP = message('Release Without Reset');

/** @returns whether the browsers are kept. */
async function confirmRelease(
  connection: Connection,
  pools: ConnectionRecords['pools'],
  releases: readonly Release[],
): Promise<boolean> {
  const [only] = releases.length === 1 ? releases : [];
  const pressed = await confirmAt(connection, {
    question: only
      ? message('Release “{0}” to “{1}”?', labelOf(only.session), poolName(pools, only.pool))
      : message('Release {0} sessions?', releases.length),
    effect: only
      ? message(
          'A reset starts a new browser. Without it, the next user gets this one with its cookies, tabs, logins and uploads.',
        )
      : sentences(
          message('{0}.', namesOf(releases)),
          message(
            'A reset starts new browsers. Without it, the next users get these with their cookies, tabs, logins and uploads.',
          ),
        ),
    dont: message('Don’t Release'),
    buttons: [RESET, KEEP],
  });
  return pressed === KEEP;
}

function poolName(pools: ConnectionRecords['pools'], pool: string): string {
  return nameOf(pools.find(pool) ?? { id: pool });
}

function namesOf(releases: readonly Release[]): Message {
  return listOf(releases.map(({ session }) => message('“{0}”', labelOf(session))));
}
