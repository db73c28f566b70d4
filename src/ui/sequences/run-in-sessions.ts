import path from 'node:path';
import type * as vscode from 'vscode';
import { runSequence, type NamedSequence, type RunOutcome } from '../../app/sequences/run-sequence';
import { uploadBuilds } from '../../app/sequences/upload-build';
import { markVideos } from '../../app/videos';
import { message } from '../../core/message';
import { describeStep } from '../../core/steps';
import { localize } from '../editor/localize';
import { topOf } from '../editor/uris';
import type { Services } from '../services';
import { uploadDependencies, type UploadServices } from '../upload/upload';

/** What a window needs to run sequences. */
export type RunServices = UploadServices & Pick<Services, 'histories' | 'log'>;

/**
 * Runs a sequence in sessions of a connection, for all that the window does with one. What came of it is remembered
 * for reports, and what the extension said meanwhile.
 * @param onProgress called after each step, with the session and how many of its steps are done.
 */
export async function runInSessions(
  services: RunServices,
  sequence: NamedSequence & { readonly document: { readonly uri: vscode.Uri } },
  sessionIds: readonly string[],
  signal: AbortSignal,
  onProgress?: (sessionId: string, done: number) => void,
): Promise<readonly RunOutcome[]> {
  const { activities, connection, records, devtools, histories, log } = services;
  const access = { client: await connection.client(), sessions: records.sessions, devtools };
  const later = (remembering: Promise<unknown>): void => {
    remembering.catch((error: unknown) => log.error(error));
  };
  const memory = { connection: connection.settings, histories, localize, later };
  const { uri } = sequence.document;
  const folder = path.dirname(uri.fsPath);
  const upload = uri.scheme === 'file' ? uploadBuilds(uploadDependencies(services), folder, topOf(folder)) : undefined;
  const mark = (session: string, index: number): void => {
    const step = sequence.steps[index];
    if (!step) return;
    const name = localize(message('{0}. {1}', index + 1, describeStep(step)));
    markVideos({ client: access.client, activities }, connection.settings, session, name);
  };
  for (const session of sessionIds) mark(session, 0);
  return runSequence(access, sequence, { sessionIds, topOf, upload, memory }, signal, (session, done) => {
    mark(session, done);
    onProgress?.(session, done);
  });
}
