import type { Client } from '../../api';
import { SessionHistories } from '../../app/report/session-history';
import type { TestNeeds } from '../../app/tests/run-tests';
import { inMemory, openRecords } from '../../state';
import { localize } from '../editor/localize';
import { topOf } from '../editor/uris';
import type { Services } from '../services';
import { uploadDependencies } from '../upload/upload';

/**
 * What tests need in this window.
 * @param kept what is remembered of their browsers; undefined: only while they run.
 */
export function testNeeds(
  services: Services,
  client: Client,
  histories = new SessionHistories(),
  kept?: Services['records'],
): TestNeeds {
  const { devtools, connection } = services;
  const { settings } = connection;
  const records = kept ?? openRecords(inMemory(), settings, () => {});
  return {
    access: { ...records, client, devtools },
    upload: {
      ...uploadDependencies(services),
      connect: async () => ({ client, sessions: records.sessions, production: false, devtools }),
    },
    topOf,
    memory: { connection: settings, histories, localize },
  };
}
