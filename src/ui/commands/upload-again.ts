import { lastUploaded } from '../../app';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { uploadAgain as again } from '../upload/upload-again';
import type { Command } from './command';

/** From the row of an upload, or with a folder and a session; else the newest upload of all. Nothing is asked. */
export const uploadAgain: Command = async (services, { row, session, resources }) => {
  if (row?.kind === 'upload') return again(services, { folder: row.upload.folder, session: row.session.id });
  const last = lastUploaded(services.records.sessions, {
    ...(session !== undefined && { session }),
    ...(resources?.[0] && { folder: resources[0].fsPath }),
  });
  if (!last) throw new UserError(message('Nothing has been uploaded yet. Use Upload Folder to Browser Session.'));
  await again(services, last);
};
