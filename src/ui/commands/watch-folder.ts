import * as vscode from 'vscode';
import { message } from '../../core/message';
import { labelOf, type SessionRecord } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { requireReadable } from '../folders/choose-folder';
import type { Services } from '../services';
import type { Target } from '../target';
import { uploadedOf } from '../upload/uploaded';
import type { WatchedUpload } from '../sessions/watched-uploads';
import type { Command } from './command';

/** Uploads a folder again whenever it changes: that of an upload's row, else that of the newest upload. */
export const watchFolder: Command = async (services, target) => {
  const upload = watchedOf(services, target);
  const session: SessionRecord = services.records.sessions.get(upload.session) ?? { id: upload.session };
  requireReadable(vscode.Uri.file(upload.folder));
  const title = session.uploads?.find(({ folder }) => folder === upload.folder)?.title ?? upload.folder;
  if (services.connection.settings.production)
    await confirmAt(
      services.connection,
      message('Upload “{0}” to production on every save?', title),
      [message('Each save replaces what runs in “{0}”.', labelOf(session))],
      message('Start Watching'),
    );
  services.watches.start(services, upload, title, session);
};

/** Without a row: all folders of the window. */
export const stopWatching: Command = async (services, target) => {
  const { brief, watches } = services;
  const [only, ...others] = watches.stop(target.row?.kind === 'upload' ? watchedOf(services, target) : undefined);
  if (only === undefined) brief.show(message('No folder is watched'));
  else if (others.length > 0) brief.show(message('$(check) Stopped watching {0} folders', others.length + 1));
  else brief.show(message('$(check) Stopped watching “{0}”', only));
};

function watchedOf(services: Services, target: Target): WatchedUpload {
  const { name, address } = services.connection.settings;
  return { connection: { name, address }, ...uploadedOf(services, target) };
}
