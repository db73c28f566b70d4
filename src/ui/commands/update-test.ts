import path from 'node:path';
import * as vscode from 'vscode';
import { updateSequence, type StoredAreas } from '../../app/compare/update-sequence';
import { readArea } from '../../app/loaded/storage';
import { Cancelled, UserError } from '../../core/errors';
import { message } from '../../core/message';
import { plainText } from '../../core/plain-text';
import { isWithin } from '../../packaging';
import { MAX_NAME, t } from '../editor/localize';
import { pick } from '../editor/pick';
import { withStatus } from '../editor/progress';
import type { Button } from '../editor/show';
import { openNewSequence } from '../sequences/new-sequence';
import type { Services } from '../services';
import { loadedOf } from '../sessions/choose-loaded';
import { chooseSnapshot, readSnapshot } from '../storage/snapshots';

const TITLE = message('New Update Test');
/** The areas that an update keeps, and that an extension can set. */
const KEPT = ['local', 'sync'] as const;

/**
 * Offers a sequence that begins with the old build and what it has stored, and uploads the new one over it. It may only
 * name what is in the project.
 * @param named the old version, as the person named it.
 * @param folder of the new one.
 */
export function updateTest(services: Services, named: string, folder: string): Button[] {
  const top = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (top === undefined || ![named, folder].every((each) => path.isAbsolute(each) && isWithin(top, each))) return [];
  const [old, now] = [named, folder].map((each) => `./${path.relative(top, each).split(path.sep).join('/')}`);
  if (old === undefined || now === undefined) return [];
  return [{ label: TITLE, run: () => openTest(services, old, now) }];
}

async function openTest(services: Services, old: string, now: string): Promise<void> {
  await openNewSequence('update', updateSequence(old, now, await chooseStored(services)));
}

/** What the old build has stored. @throws Cancelled */
async function chooseStored(services: Services): Promise<StoredAreas> {
  const choose = await pick<() => Promise<StoredAreas>>(TITLE, message('What has the old version stored?'), [
    { label: t('$(circle-slash) Nothing'), value: async () => ({}) },
    { label: t('$(json) Snapshot…'), value: fromSnapshot },
    { label: t('$(database) Same as in Session…'), value: () => fromSession(services) },
  ]);
  return choose();
}

/** The area is in the name under which a snapshot is saved, unless the user chose another one. */
async function fromSnapshot(): Promise<StoredAreas> {
  const file = await chooseSnapshot(TITLE);
  if (!file) throw new Cancelled();
  const values = await readSnapshot(file);
  const named = KEPT.find((each) => file.path.endsWith(`-${each}.json`));
  const asked = message('Which storage is the snapshot of?');
  const area =
    named ??
    (await pick(
      TITLE,
      asked,
      KEPT.map((each) => ({ label: plainText(each, MAX_NAME), value: each })),
    ));
  return { [area]: values };
}

/** What an extension has stored in a session now. */
async function fromSession(services: Services): Promise<StoredAreas> {
  const { connection, records, devtools } = services;
  const chosen = await loadedOf(services, {}, TITLE, ({ enabled }) => enabled);
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
