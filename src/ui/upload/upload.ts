import * as vscode from 'vscode';
import type { Client } from '../../api';
import type { UploadDependencies } from '../../app/upload/dependencies';
import { uploadInSteps, type UploadOutcome } from '../../app/upload/upload-folders';
import { UploadCancelled } from '../../app/upload/upload-packages';
import { setContext } from '../editor/context';
import { reloadsPages, uploadLimits } from '../editor/settings';
import { requireReadable } from '../folders/choose-folder';
import type { Services } from '../services';
import type { Target } from '../target';
import { uploadBoxes } from './upload-boxes';
import { withOffer } from './upload-error';
import { showStep } from './upload-progress';
import { tellOutcome, tellUploadCancelled } from './upload-result';

export type UploadServices = Pick<
  Services,
  | 'activities'
  | 'statusMessages'
  | 'connection'
  | 'devtools'
  | 'loaded'
  | 'loadedReader'
  | 'records'
  | 'inspections'
  | 'allowedSecrets'
  | 'reveal'
  | 'log'
>;

/**
 * Uploads folders: asks for missing values in dialogs, shows each step, and reports the result.
 * @param explainsCopies whether the report explains that Upload Again adds another copy.
 */
export async function upload(
  services: UploadServices,
  folders: readonly vscode.Uri[],
  target: Target,
  explainsCopies: () => Promise<boolean> = async () => false,
): Promise<void> {
  for (const folder of folders) requireReadable(folder);
  const { session, name, force } = target;
  const paths = folders.map(({ fsPath }) => fsPath);
  try {
    const request = { folders: paths, session, name, force };
    const outcome = await uploadInSteps(uploadDependencies(services), request, uploadBoxes(services, target), showStep);
    if (outcome.kind === 'uploaded') void setContext('uploaded', true);
    const { statusMessages, log, connection } = services;
    tellOutcome(outcome, {
      connection: connection.settings,
      folders: paths,
      statusMessages,
      log,
      explainsCopies: outcome.kind === 'uploaded' && (await explainsCopies()),
    });
    revealUpload(services, outcome);
  } catch (error) {
    if (error instanceof UploadCancelled)
      tellUploadCancelled(error, services.connection.settings, services.statusMessages);
    throw withOffer(error, services.inspections, { connection: services.connection.settings, folders: paths });
  }
}

/** Selects the newest upload, which is the first one below its session. */
function revealUpload({ connection, records, reveal }: UploadServices, { session: { id } }: UploadOutcome): void {
  const session = records.sessions.get(id);
  const newest = session?.uploads?.[0];
  if (session && newest) reveal({ kind: 'upload', connection: connection.settings, session, upload: newest });
}

/**
 * The same for an upload that nobody watches: it takes the inspection that a change has started, and asks for no token.
 * @param noToken what a missing token is answered with.
 */
export function unattendedDependencies(services: UploadServices, noToken: () => Promise<never>): UploadDependencies {
  return {
    ...uploadDependencies(services, () => services.connection.client(noToken)),
    inspect: async (folder, signal) => services.inspections.inspectChanged(vscode.Uri.file(folder), signal),
  };
}

/**
 * What the use cases of uploading need of a window.
 * @param openClient by default the connection's own way, which asks for a missing token.
 */
export function uploadDependencies(
  services: UploadServices,
  openClient = (): Promise<Client> => services.connection.client(),
): UploadDependencies {
  const { inspections, allowedSecrets, devtools, activities } = services;
  return {
    inspect: async (folder, signal) => inspections.inspect(vscode.Uri.file(folder), signal),
    serialize: async (work) => inspections.serialize(work),
    allowedSecrets,
    limits: uploadLimits(),
    reloadPages: reloadsPages(),
    connect: async () => {
      const { connection, records, loaded, loadedReader } = services;
      const { settings } = connection;
      const client = await openClient();
      const { sessions } = records;
      return {
        client,
        sessions,
        production: settings.production,
        devtools,
        onListed: (session, extensions) => {
          if (!extensions) return loaded.forget(settings, session);
          loaded.set(settings, session, { extensions });
          loadedReader.follow({ client, sessions, connection: settings, loaded }, session);
        },
        onReloaded: (session, folder, at) => {
          for (const log of activities.in('log', settings, session)) if (log.folder === folder) log.reloaded(at);
        },
        known: (session) => loaded.get(settings, session),
      };
    },
  };
}
