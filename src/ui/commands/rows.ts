import * as vscode from 'vscode';
import { forgetUpload, aliasProblem, renameSession as rename, type NameKeeper } from '../../app/sessions';
import { message, type Message } from '../../core/message';
import { isConflict } from '../../core/service-error';
import { type ConnectionRecords, labelOf } from '../../state';
import { ask } from '../editor/input-box';
import type { Services } from '../services';
import { sessionOf } from '../sessions/choose-session';
import type { EndedRow, MoreRow, PastRow, Row } from '../views/rows';
import type { Command } from './command';

export const copyId: Command = async ({ statusMessages }, { row }) => {
  if (!row || row.kind === 'more' || row.kind === 'ended') return;
  await vscode.env.clipboard.writeText(idOf(row));
  statusMessages.show(COPIED[row.kind]);
};

const COPIED: Readonly<Record<ItemRow['kind'], Message>> = {
  session: message('$(check) Copied session ID'),
  upload: message('$(check) Copied the upload’s name'),
  loaded: message('$(check) Copied extension ID'),
  storage: message('$(check) Copied extension ID'),
  area: message('$(check) Copied extension ID'),
  note: message('$(check) Copied session ID'),
  past: message('$(check) Copied session ID'),
  pool: message('$(check) Copied pool ID'),
  extension: message('$(check) Copied extension ID'),
};

/** Removes only the row: nothing changes at the service. */
export const removeFromList: Command = async (services, { row, rows = [] }) => {
  if (!row || !isRemembered(row)) return;
  for (const each of rows) if (isRemembered(each)) await remove(services, each);
  // The service may still have items; an empty list says nothing about them.
  const kind = LISTS[row.kind];
  if (services.connection.name === services.connections.activeName && services.records[kind].all().length === 0)
    await services.lists.begin(kind)('unasked');
};

/** Selects the folder of an upload in the Explorer. */
export const revealFolder: Command = async (_services, { row }) => {
  if (row?.kind !== 'upload') return;
  await vscode.commands.executeCommand('revealInExplorer', vscode.Uri.file(row.upload.folder));
};

type ItemRow = Exclude<Row, MoreRow | EndedRow>;
type RememberedRow = Exclude<ItemRow, PastRow>;

function isRemembered(row: Row): row is RememberedRow {
  return row.kind in LISTS;
}

const LISTS: Readonly<Record<RememberedRow['kind'], keyof ConnectionRecords>> = {
  session: 'sessions',
  upload: 'sessions',
  loaded: 'sessions',
  storage: 'sessions',
  area: 'sessions',
  note: 'sessions',
  pool: 'pools',
  extension: 'extensions',
};

async function remove({ records }: Services, row: RememberedRow): Promise<void> {
  if (row.kind === 'upload') return forgetUpload(records.sessions, row.session.id, row.upload);
  return records[LISTS[row.kind]].remove(idOf(row));
}

function idOf(row: ItemRow): string {
  switch (row.kind) {
    case 'session':
      return row.session.id;
    case 'upload':
      return row.upload.name;
    case 'loaded':
    case 'storage':
    case 'area':
      return row.extension.id;
    case 'note':
      return row.session.id;
    case 'past':
      return row.ended.id;
    case 'pool':
      return row.pool.id;
    case 'extension':
      return row.extension.id;
  }
}

/** Renames a session at the service; where it cannot, only this user sees the name. */
export const renameSession: Command = async (services, target) => {
  const { connection, records, notOffered, statusMessages } = services;
  const client = await connection.client();
  const id =
    target.session ??
    (await sessionOf(
      target,
      { client, records, connection },
      { title: message('Rename: Select Session'), always: true, mayStart: false },
    ));
  const session = records.sessions.get(id) ?? { id };
  const { alias, name } = session;
  const isHere = notOffered.has(connection.settings, 'renameSession');
  let keeper: NameKeeper | undefined;
  let failure: unknown;
  await ask({
    title: message('Rename “{0}”', labelOf(session)),
    prompt: isHere ? onlyHere(name) : message('Leave it empty to show the ID.'),
    value: alias ?? name ?? '',
    check: aliasProblem,
    verify: {
      shows: message('Renaming…'),
      work: async (text, closed) => {
        try {
          keeper = await rename({ client, sessions: records.sessions }, id, text, closed);
        } catch (error) {
          if (isConflict(error)) return { text: message('Another session has this name.'), final: true };
          // Told as any other error, without the box.
          failure = error;
        }
        return undefined;
      },
    },
  });
  if (failure !== undefined) throw failure;
  if (keeper === 'service') notOffered.works(connection.settings, 'renameSession');
  if (keeper !== 'here' || isHere) return;
  await notOffered.add(connection.settings, 'renameSession');
  statusMessages.show(message('$(info) Only you see this name: the service can’t rename it'));
};

function onlyHere(name: string | undefined): Message {
  return name === undefined
    ? message('Only you see this name. Leave it empty to show the ID.')
    : message('Only you see this name. Leave it empty to show “{0}”.', name);
}
