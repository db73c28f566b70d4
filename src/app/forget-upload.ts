import type { ConnectionRecords, UploadRecord } from '../state';

/**
 * Removes one upload from what is remembered of a session. All packages of a request are uploaded at the same time: the
 * name tells them apart.
 */
export async function forgetUpload(
  sessions: ConnectionRecords['sessions'],
  sessionId: string,
  { name }: Pick<UploadRecord, 'name'>,
): Promise<void> {
  const uploads = sessions.get(sessionId)?.uploads ?? [];
  await sessions.remember({ id: sessionId, uploads: uploads.filter((upload) => upload.name !== name) });
}
