import * as vscode from 'vscode';
import { lastUploaded } from '../../app/last-used';
import { reloadedWords } from '../../app/upload/outcome-words';
import { uploadAgain as again, type AgainOutcome, type AgainRequest } from '../../app/upload/upload-again';
import { proposeExtensionName } from '../../core/extension-name';
import { formatDuration } from '../../core/format';
import { message, type Message } from '../../core/message';
import { labelOf, type SessionRecord } from '../../state';
import { commandButton, OfferError, type StatusMessages } from '../editor/show';
import { requireReadable } from '../folders/choose-folder';
import type { Services } from '../services';
import type { Target } from '../target';
import { upload, uploadDependencies, type UploadServices } from './upload';
import { uploadBoxes } from './upload-boxes';
import { withOffer } from './upload-error';
import { showStep } from './upload-progress';

/** Uploads a folder once more: in place if the session supports it, else as a new upload under the next free name. */
export async function uploadAgain(services: UploadServices, request: AgainRequest): Promise<void> {
  const folder = vscode.Uri.file(request.folder);
  requireReadable(folder);
  const deps = uploadDependencies(services);
  const outcome = await again(deps, request, uploadBoxes(services, {}), showStep).catch((error: unknown) => {
    throw withOffer(error, services.inspections, {
      connection: services.connection.settings,
      folders: [request.folder],
    });
  });
  if (outcome.kind === 'notPossible') return uploadAnew(services, folder, outcome);
  if (outcome.kind === 'reloaded') tellReloaded(services.statusMessages, outcome);
  else services.statusMessages.show(unchanged(outcome));
  const { session } = outcome;
  const row = services.records.sessions.get(session.id);
  const shown = row?.uploads?.find(({ at }) => at === outcome.upload.at);
  if (row && shown)
    services.reveal({ kind: 'upload', connection: services.connection.settings, session: row, upload: shown });
}

/**
 * No operation of the contract replaces an extension: the new copy gets a name of its own. What follows from it is told
 * once for a connection.
 */
async function uploadAnew(
  services: UploadServices,
  folder: vscode.Uri,
  { session, upload: before, reason }: Extract<AgainOutcome, { kind: 'notPossible' }>,
): Promise<void> {
  const taken = (session.uploads ?? []).map(({ name }) => name);
  const target = { session: session.id, name: proposeExtensionName(before.title, taken) };
  await upload(
    services,
    [folder],
    target,
    async () => reason !== 'notLoaded' && services.connection.shownNotices.add('newName'),
  );
}

function unchanged({ session, upload: { title } }: Extract<AgainOutcome, { kind: 'unchanged' }>): Message {
  return message('$(check) “{0}” in “{1}” is already up to date', title, labelOf(session));
}

/** Tells in the status bar what was reloaded, and in the tooltip there what was sent. */
export function tellReloaded(
  statusMessages: Pick<StatusMessages, 'show'>,
  outcome: Extract<AgainOutcome, { kind: 'reloaded' }>,
): void {
  const { title, version } = outcome.upload;
  statusMessages.show(
    message('$(check) Reloaded “{0}” {1} · {2}', title, version, formatDuration(outcome.took)),
    reloadedWords(outcome),
  );
}

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
  return session?.uploads?.find((each) => each.folder === folder)?.title;
}
