import * as vscode from 'vscode';
import { UploadCancelled, uploadInSteps, type UploadOutcome, type UploadParts } from '../../app';
import { uploadLimits } from '../editor/settings';
import { requireReadable } from '../folders/choose-folder';
import type { Services } from '../services';
import type { Target } from '../target';
import { uploadBoxes } from './upload-boxes';
import { withOffer } from './upload-error';
import { showStep } from './upload-progress';
import { tellOutcome, tellUploadCancelled } from './upload-result';

export type UploadServices = Pick<
  Services,
  'brief' | 'connection' | 'devtools' | 'records' | 'inspections' | 'allowedSecrets' | 'reveal'
>;

/** Uploads folders: asks for missing values in dialogs, shows each step, and reports the result. */
export async function upload(services: UploadServices, folders: readonly vscode.Uri[], target: Target): Promise<void> {
  for (const folder of folders) requireReadable(folder);
  const { session, name, force } = target;
  const paths = folders.map(({ fsPath }) => fsPath);
  try {
    const request = { folders: paths, session, name, force };
    const outcome = await uploadInSteps(partsOf(services), request, uploadBoxes(services, target), showStep);
    tellOutcome(outcome, services.connection.settings, paths);
    revealUpload(services, outcome);
  } catch (error) {
    if (error instanceof UploadCancelled) tellUploadCancelled(error, services.connection.settings, services.brief);
    throw withOffer(error, services.inspections);
  }
}

/** Selects the newest upload, which is the first one below its session. */
function revealUpload({ connection, records, reveal }: UploadServices, { session: { id } }: UploadOutcome): void {
  const session = records.sessions.get(id);
  const newest = session?.uploads?.[0];
  if (session && newest) reveal({ kind: 'upload', connection: connection.settings, session, upload: newest });
}

/** What the use cases of uploading need of a window. */
export function partsOf(services: UploadServices): UploadParts {
  const { inspections, allowedSecrets, devtools } = services;
  return {
    inspect: async (folder, signal) => inspections.inspect(vscode.Uri.file(folder), signal),
    serialize: async (work) => inspections.serialize(work),
    allowedSecrets,
    limits: uploadLimits(),
    connect: async () => {
      const { connection, records } = services;
      return {
        client: await connection.client(),
        sessions: records.sessions,
        production: connection.settings.production,
        devtools,
      };
    },
  };
}
