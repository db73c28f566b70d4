import type { ConnectionRecords, UploadRecord } from '../state';

/**
 * Removes one upload from the record of a session. All packages of a request have the same upload time, so the name
 * identifies the upload.
 */
export async function forgetUpload(
  sessions: ConnectionRecords['sessions'],
  sessionId: string,
  { name }: Pick<UploadRecord, 'name'>,
): Promise<void> {
  const uploads = sessions.get(sessionId)?.uploads ?? [];
  await sessions.remember({ id: sessionId, uploads: uploads.filter((upload) => upload.name !== name) });
}
