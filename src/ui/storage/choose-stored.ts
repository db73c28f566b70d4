import type { StoredAreas } from '../../app/compare/update-sequence';
import { readArea } from '../../app/loaded/storage';
import { Cancelled, UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { plainText } from '../../core/plain-text';
import { MAX_NAME, t } from '../editor/localize';
import { pick } from '../editor/pick';
import { withStatus } from '../editor/progress';
import type { Services } from '../services';
import { loadedOf } from '../sessions/choose-loaded';
import { chooseSnapshot, readSnapshot } from './snapshots';

/** The areas that an update keeps, and that an extension can set. */
const KEPT = ['local', 'sync'] as const;

/** Asks what an old build has stored, for a test that begins with it. @throws Cancelled */
export async function chooseStored(services: Services, title: Message): Promise<StoredAreas> {
  const choose = await pick<() => Promise<StoredAreas>>(title, message('What has the old version stored?'), [
    { label: t('$(circle-slash) Nothing'), value: async () => ({}) },
    { label: t('$(json) Snapshot…'), value: () => fromSnapshot(title) },
    { label: t('$(database) Same as in Session…'), value: () => fromSession(services, title) },
  ]);
  return choose();
}

/** The area is in the name under which a snapshot is saved, unless the user chose another one. */
async function fromSnapshot(title: Message): Promise<StoredAreas> {
  const file = await chooseSnapshot(title);
  if (!file) throw new Cancelled();
  const values = await readSnapshot(file);
  const named = KEPT.find((each) => file.path.endsWith(`-${each}.json`));
  const asked = message('Which storage is the snapshot of?');
  const area =
    named ??
    (await pick(
      title,
      asked,
      KEPT.map((each) => ({ label: plainText(each, MAX_NAME), value: each })),
    ));
  return { [area]: values };
}

/** What an extension has stored in a session now. */
async function fromSession(services: Services, title: Message): Promise<StoredAreas> {
  const { connection, records, devtools } = services;
  const chosen = await loadedOf(services, {}, title, ({ enabled }) => enabled);
  const access = { client: await connection.client(), sessions: records.sessions, devtools };
  return withStatus(message('Reading the storage of “{0}”…', chosen.extension.name), async (signal) => {
    const stored: Record<string, Readonly<Record<string, unknown>>> = {};
    for (const area of KEPT) {
      const { values, left } = await readArea(access, chosen, area, signal);
      if (left > 0) throw new UserError(message('The {0} storage is too large for a test.', area));
      stored[area] = values;
    }
    return stored;
  });
}
