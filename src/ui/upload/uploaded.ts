import { lastUploaded } from '../../app/last-used';
import type { AgainRequest } from '../../app/upload/upload-again';
import { message } from '../../core/message';
import type { SessionRecord } from '../../state';
import { OfferError } from '../editor/offer-error';
import { commandButton } from '../editor/show';
import type { Services } from '../services';
import type { Target } from '../target';

/**
 * The upload that a command is about: that of a row, or the newest of a folder or a session, or of all.
 * @throws UserError if there is none.
 */
export function uploadedOf(
  { records }: Pick<Services, 'records'>,
  { row, session, resources }: Pick<Target, 'row' | 'session' | 'resources'>,
): AgainRequest {
  if (row?.kind === 'upload') return { folder: row.upload.folder, session: row.session.id, name: row.upload.name };
  const last = lastUploaded(records.sessions, {
    ...(session !== undefined && { session }),
    ...(resources?.[0] && { folder: resources[0].fsPath }),
  });
  if (!last)
    throw new OfferError(
      message('Nothing has been uploaded yet.'),
      commandButton(message('Upload Folder…'), 'uploadFolder', {
        ...(session !== undefined && { session }),
        ...(resources?.[0] && { folder: resources[0].fsPath }),
      }),
      'warning',
    );
  return last;
}

/** The name of the extension that a session has from a folder; undefined if it has none. */
export function titleOf(session: SessionRecord | undefined, folder: string): string | undefined {
  return session?.uploads?.find((upload) => upload.folder === folder)?.title;
}
