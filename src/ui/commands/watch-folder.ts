import * as vscode from 'vscode';
import { lastUploaded } from '../../app';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { labelOf } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { requireReadable } from '../folders/choose-folder';
import type { Services } from '../services';
import type { Target } from '../target';
import type { WatchedUpload } from '../sessions/watched-uploads';
import type { Command } from './command';

/** Uploads a folder again whenever it changes: that of an upload's row, else that of the newest upload. */
export const watchFolder: Command = async (services, target) => {
  const upload = watchedOf(services, target);
  const session = upload && services.records.sessions.get(upload.session);
  if (!upload || !session)
    throw new UserError(message('Nothing has been uploaded yet. Use Upload Folder to Browser Session.'));
  requireReadable(vscode.Uri.file(upload.folder));
  const title = session.uploads?.find(({ folder }) => folder === upload.folder)?.title ?? upload.folder;
  if (services.connection.settings.production)
    await confirmAt(
      services.connection,
      message('Watch “{0}” for production?', title),
      [message('Each change replaces the version that runs in “{0}”.', labelOf(session))],
      message('Watch'),
    );
  services.watches.start(services, upload, title, session);
};

/** Without a row: all folders of the window. */
export const stopWatching: Command = async (services, target) => {
  const stopped = services.watches.stop(target.row?.kind === 'upload' ? watchedOf(services, target) : undefined);
  services.brief.show(stopped ? message('$(check) Stopped watching') : message('No folder is watched'));
};

function watchedOf({ records, connection }: Services, { row, session, resources }: Target): WatchedUpload | undefined {
  const { name, address } = connection.settings;
  const of = { connection: { name, address } };
  if (row?.kind === 'upload') return { ...of, session: row.session.id, folder: row.upload.folder };
  const last = lastUploaded(records.sessions, {
    ...(session !== undefined && { session }),
    ...(resources?.[0] && { folder: resources[0].fsPath }),
  });
  return last && { ...of, session: last.session, folder: last.folder };
}
