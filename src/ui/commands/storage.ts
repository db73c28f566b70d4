import path from 'node:path';
import * as vscode from 'vscode';
import { changeArea, differenceOf, readArea, readDetails } from '../../app/loaded/storage';
import { Cancelled, UserError } from '../../core/errors';
import { formatBytes } from '../../core/format';
import { indentedJson } from '../../core/json';
import { message, type Message } from '../../core/message';
import { plainText } from '../../core/plain-text';
import { STORAGE_AREAS, type StorageArea } from '../../core/storage-area';
import { MAX_STORED, type StorageChange, type StoredItems } from '../../devtools';
import { labelOf } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { localize, MAX_NAME, t } from '../editor/localize';
import { pick } from '../editor/pick';
import { withStatus } from '../editor/progress';
import { datedName, saveFile } from '../editor/save-file';
import type { Services } from '../services';
import { loadedOf, type ChosenExtension } from '../sessions/choose-loaded';
import { chooseSnapshot, JSON_FILES, readSnapshot } from '../storage/snapshots';
import type { Target } from '../target';
import type { Command } from './command';

/** Opens an area of an extension's storage as a JSON document. */
export const openStorage: Command = async (services, target) => {
  const chosen = await areaOf(services, target, message('Open Storage'), STORAGE_AREAS);
  // An error is told here with what helps; the editor would only say that it cannot open the document.
  await refresh(services, chosen);
  await vscode.commands.executeCommand('vscode.open', await uriOf(services, chosen));
};

const CLEAR = message('Clear');
const SAVE_AND_CLEAR = message('Save Snapshot and Clear');

export const clearStorage: Command = async (services, target) => {
  const chosen = await areaOf(services, target, message('Clear Storage'), WRITABLE);
  const [name, session] = namesOf(chosen);
  const pressed = await confirmAt(services.connection, {
    question: message('Clear the {0} storage of “{1}” in “{2}”?', chosen.area, name, session),
    effect: message('All its keys will be removed. With a snapshot, you can restore them.'),
    buttons: [SAVE_AND_CLEAR, CLEAR],
  });
  if (pressed === SAVE_AND_CLEAR) await saveSnapshot(services, chosen);
  await change(services, chosen, [{ clear: true }]);
  services.statusMessages.show(message('$(check) Cleared {0} storage of “{1}”', chosen.area, name));
};

/** Writes an area to a file that the user chooses. */
export const saveStorageSnapshot: Command = async (services, target) => {
  const chosen = await areaOf(services, target, message('Save Storage Snapshot'), STORAGE_AREAS);
  const file = await saveSnapshot(services, chosen);
  services.statusMessages.show(message('$(check) Saved {0}', path.posix.basename(file.path)));
};

/** @throws Cancelled if the user chooses no file. */
async function saveSnapshot(services: Services, chosen: ChosenArea): Promise<vscode.Uri> {
  const { values, left } = await read(services, chosen);
  if (left > 0)
    throw new UserError(
      message(
        'The {0} storage has more than {1}, so a snapshot would be incomplete.',
        chosen.area,
        formatBytes(MAX_STORED),
      ),
    );
  const name = `${datedName(chosen.extension.name, Date.now())}-${chosen.area}.json`;
  const text = `${indentedJson(values)}\n`;
  const file = await saveFile(message('Save Storage Snapshot'), Buffer.from(text), name, JSON_FILES);
  if (!file) throw new Cancelled();
  return file;
}

const RESTORE = message('Restore');
const SAVE_AND_RESTORE = message('Save Snapshot and Restore');

/** Replaces an area with what a file has. */
export const restoreStorageSnapshot: Command = async (services, target) => {
  const chosen = await areaOf(services, target, message('Restore Storage Snapshot'), WRITABLE);
  const file = await chooseSnapshot(message('Restore Storage Snapshot'));
  if (!file) return;
  const after = await readSnapshot(file);
  const { values, left } = await read(services, chosen);
  const changes: StorageChange[] = left > 0 ? [{ clear: true }, { set: after }] : differenceOf(values, after);
  const [name, session] = namesOf(chosen);
  if (changes.length === 0)
    return services.statusMessages.show(
      message('The {0} storage of “{1}” is the same as the snapshot', chosen.area, name),
    );
  const pressed = await confirmAt(services.connection, {
    question: message('Replace the {0} storage of “{1}” in “{2}”?', chosen.area, name, session),
    effect: message('It will contain exactly what “{0}” contains.', path.posix.basename(file.path)),
    buttons: [SAVE_AND_RESTORE, RESTORE],
  });
  if (pressed === SAVE_AND_RESTORE) await saveSnapshot(services, chosen);
  await change(services, chosen, changes);
  services.statusMessages.show(message('$(check) Restored the {0} storage of “{1}”', chosen.area, name));
};

/** Shows the difference in the editor, where the area can be changed too. */
export const compareStorage: Command = async (services, target) => {
  const chosen = await areaOf(services, target, message('Compare Storage with Snapshot'), STORAGE_AREAS);
  const file = await chooseSnapshot(message('Compare Storage with Snapshot'));
  if (!file) return;
  await refresh(services, chosen);
  const title = message('{0} ↔ {1}', path.posix.basename(file.path), chosen.area);
  await vscode.commands.executeCommand('vscode.diff', file, await uriOf(services, chosen), localize(title, MAX_NAME));
};

const WRITABLE = STORAGE_AREAS.filter((area) => area !== 'managed');

interface ChosenArea extends ChosenExtension {
  readonly area: StorageArea;
}

/** The area that a command is about: that of a row; otherwise the user chooses one. */
async function areaOf(
  services: Services,
  target: Target,
  title: Message,
  areas: readonly StorageArea[],
): Promise<ChosenArea> {
  const chosen = await loadedOf(services, target, title, ({ enabled }) => enabled);
  if (target.row?.kind === 'area') return { ...chosen, area: target.row.area };
  const area = await pick(
    message('{0}: Select Area', title),
    message('Select an area of “{0}”', chosen.extension.name),
    areas.map((each) => ({
      label: plainText(each, MAX_NAME),
      ...(each === 'managed' && { description: t('read only') }),
      value: each,
    })),
  );
  return { ...chosen, area };
}

function uriOf({ connection, storagePlaces }: Services, { session, extension, area }: ChosenArea): Promise<vscode.Uri> {
  return storagePlaces.uriFor(connection.settings, session, extension, area);
}

async function accessFor({ connection, records, devtools }: Services): Promise<Parameters<typeof readArea>[0]> {
  return { client: await connection.client(), sessions: records.sessions, devtools };
}

async function read(services: Services, chosen: ChosenArea): Promise<StoredItems> {
  const access = await accessFor(services);
  return withStatus(message('Reading the storage of “{0}”…', chosen.extension.name), (signal) =>
    readArea(access, chosen, chosen.area, signal),
  );
}

async function change(services: Services, chosen: ChosenArea, changes: readonly StorageChange[]): Promise<void> {
  const access = await accessFor(services);
  await withStatus(message('Changing the storage of “{0}”…', chosen.extension.name), (signal) =>
    changeArea(access, chosen, chosen.area, changes, signal),
  );
  await refresh(services, chosen);
}

/** Reads the sizes for the rows. */
async function refresh(services: Services, chosen: ChosenArea): Promise<void> {
  const access = await accessFor(services);
  const { connection, loaded } = services;
  const details = await withStatus(message('Reading the storage of “{0}”…', chosen.extension.name), (signal) =>
    readDetails(access, chosen, signal),
  );
  loaded.setDetails(connection.settings, chosen.session.id, chosen.extension.id, details);
}

function namesOf({ extension, session }: ChosenArea): [name: string, session: ReturnType<typeof labelOf>] {
  return [extension.name, labelOf(session)];
}
