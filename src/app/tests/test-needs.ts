import type { Client } from '../../api';
import { inMemory, openRecords } from '../../state';
import { SessionHistories } from '../report/session-history';
import type { TestNeeds } from './run-tests';

/** What a window, a process or an agent has at a connection. */
type Surroundings = Pick<TestNeeds, 'topOf' | 'upload'> &
  Pick<TestNeeds['access'], 'devtools'> &
  Pick<TestNeeds['memory'], 'localize'> & {
    readonly client: Client;
    readonly settings: TestNeeds['memory']['connection'];
  };

/**
 * What tests need at a connection, where uploads need no question of their own.
 * @param kept what is remembered of their browsers, and of what was done in them: by default only while they run.
 */
export function testNeeds(
  { client, settings, upload, devtools, topOf, localize }: Surroundings,
  kept: {
    readonly records?: ReturnType<typeof openRecords> | undefined;
    readonly histories?: SessionHistories | undefined;
  } = {},
): TestNeeds {
  const { records = openRecords(inMemory(), settings, () => {}), histories = new SessionHistories() } = kept;
  return {
    access: { ...records, client, devtools },
    upload: { ...upload, connect: async () => ({ client, sessions: records.sessions, production: false, devtools }) },
    topOf,
    memory: { connection: settings, histories, localize },
  };
}
