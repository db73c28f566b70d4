import path from 'node:path';
import * as vscode from 'vscode';
import {
  changesSince,
  packFolders,
  refuseReleased,
  TooManyExtensions,
  uploadPackages,
  ZipTooLarge,
  type Client,
  type NamedPackage,
  type PackedFolder,
  type UploadProgress,
} from '../../app';
import { Cancelled } from '../../core/errors';
import { listOf, message, type Message } from '../../core/message';
import { labelOf, type ConnectionRecords, type SessionRecord } from '../../state';
import { requireReadable } from '../folders/choose-folder';
import { chooseSession } from '../sessions/choose-session';
import type { Connection } from '../connections/connection';
import { askExtensionName } from './extension-name-box';
import { guardSecrets } from '../folders/guard-secrets';
import { inspectFolder, type InspectedFolder } from '../folders/inspect-folder';
import { confirmAt } from '../connections/confirm-at';
import { withProgress, withProgressIfSlow } from '../editor/progress';
import { refusedByChromium } from '../folders/refused-by-chromium';
import { OfferError } from '../editor/offer-error';
import type { Services } from '../services';
import { uploadLimits } from '../editor/settings';
import { showInformation } from '../editor/show';
import type { Target } from '../target';
import { tellUploadCancelled, tellUploaded, type Destination } from './upload-result';
import { reportPacking, reportUpload } from './upload-progress';
import { when } from '../editor/when';
import { commandId } from '../editor/contributed';

type Needs = Pick<Services, 'brief' | 'connection' | 'records' | 'inspections' | 'allowedSecrets'>;

/**
 * The whole way of an upload: check, session, check again, zip, name, send, tell. Nothing is sent before all of it is
 * known to be good, and no question stands between the last check and the zip.
 */
export async function upload(services: Needs, folders: readonly vscode.Uri[], target: Target): Promise<void> {
  requireFew(folders.length);
  for (const folder of folders) requireReadable(folder);
  const titles = titlesOf(await inspectAll(services, folders));
  const { connection, records } = services;
  const client = await connection.client();
  const sessionId =
    target.session ??
    (await chooseSession(
      { client, records, connection },
      { title: message('Upload {0} into Which Session?', titles), always: target.askSession },
    ));
  refuseReleased(records.sessions, sessionId);
  const session = (): SessionRecord => records.sessions.get(sessionId) ?? { id: sessionId };
  const packed = await pack(await guardAll(services, folders), titles);
  const changed = target.force ? packed : packed.filter((each) => changesSince(session(), each)?.files !== 0);
  if (changed.length === 0)
    return offerAnyway(folders, { connection: connection.settings, session: session() }, packed);
  const packages = await nameAll(changed, session(), target.name);
  if (connection.settings.production) await confirmUpload(connection, titles, labelOf(session()));
  await send(
    { client, sessions: records.sessions, brief: services.brief, inspections: services.inspections },
    packages,
    { connection: connection.settings, session: session() },
    packed.length - changed.length,
  );
}

/** It restarts a browser that others may be using. */
async function confirmUpload(connection: Connection, titles: Message, session: string): Promise<void> {
  await confirmAt(
    connection,
    message('Upload {0} into session {1}?', titles, session),
    [message('The browser of the session restarts, and what is uploaded cannot be taken out of it.')],
    message('Upload'),
  );
}

function requireFew(folders: number): void {
  const { extensions } = uploadLimits();
  if (folders > extensions) throw new TooManyExtensions(folders, extensions);
}

function titlesOf(inspected: readonly InspectedFolder[]): Message {
  return listOf(inspected.map(({ inspection }) => inspection.manifest?.name ?? ''));
}

async function inspectAll({ inspections }: Needs, folders: readonly vscode.Uri[]): Promise<InspectedFolder[]> {
  const inspected: InspectedFolder[] = [];
  for (const folder of folders) inspected.push(await inspectFolder(inspections, folder));
  return inspected;
}

/** Looks at the folders until there is nothing more to ask: while a question stands, files may change. */
async function guardAll(services: Needs, folders: readonly vscode.Uri[]): Promise<InspectedFolder[]> {
  for (;;) {
    const inspected = await inspectAll(services, folders);
    let asked = false;
    for (const each of inspected) asked = (await guardSecrets(services, each)) || asked;
    if (!asked) return inspected;
  }
}

async function pack(inspected: readonly InspectedFolder[], titles: Message): Promise<PackedFolder[]> {
  const folders = inspected.map(({ folder, inspection }) => ({ folder: folder.fsPath, inspection }));
  try {
    return await withProgressIfSlow(message('Zipping {0}', titles), (signal, report) =>
      packFolders(folders, uploadLimits(), signal, (progress) => reportPacking(progress, report)),
    );
  } catch (error) {
    throw error instanceof ZipTooLarge ? new OfferError(error.text, offerPreview(error.folder)) : error;
  }
}

function offerPreview(folder: string): OfferError['offer'] {
  return {
    label: message('Preview What Goes In'),
    run: async () => void (await vscode.commands.executeCommand(commandId('preview'), vscode.Uri.file(folder))),
  };
}

/** A browser that has loaded just this already is not restarted for nothing. */
function offerAnyway(folders: readonly vscode.Uri[], destination: Destination, packed: readonly PackedFolder[]): void {
  const since = packed.flatMap((each) => changesSince(destination.session, each)?.since ?? []);
  const words = message(
    'Nothing has changed since {0} was uploaded into {1} {2}, so the browser was not restarted.',
    listOf(since.map(({ name }) => name)),
    labelOf(destination.session),
    when(new Date(Math.max(...since.map(({ at }) => at)))),
  );
  void uploadAnyway(words, folders, destination);
}

/** The button begins anew: while the notification stands, no zip is kept for it. */
async function uploadAnyway(
  words: Message,
  folders: readonly vscode.Uri[],
  { connection, session }: Destination,
): Promise<void> {
  const target = {
    folders: folders.map(({ fsPath }) => fsPath),
    connection: connection.name,
    address: connection.address,
    session: session.id,
    force: true,
  };
  await showInformation(words, {
    label: message('Upload Anyway'),
    run: () => vscode.commands.executeCommand(commandId('uploadFolder'), target),
  });
}

/** Each gets a name that the session does not have. */
async function nameAll(
  packed: readonly PackedFolder[],
  session: SessionRecord,
  given: string | undefined,
): Promise<NamedPackage[]> {
  const loaded = (session.uploads ?? []).map(({ name }) => name);
  const packages: NamedPackage[] = [];
  for (const [index, each] of packed.entries()) {
    const title = each.inspection.manifest?.name ?? path.basename(each.folder);
    const step = packed.length > 1 ? { step: index + 1, of: packed.length } : undefined;
    const name =
      packed.length === 1 && given !== undefined
        ? given
        : await askExtensionName(
            title,
            loaded,
            packages.map((other) => other.name),
            step,
          );
    packages.push({ ...each, name });
  }
  return packages;
}

async function send(
  needs: Pick<Services, 'brief' | 'inspections'> & { client: Client; sessions: ConnectionRecords['sessions'] },
  packages: readonly NamedPackage[],
  destination: Destination,
  unchanged: number,
): Promise<void> {
  const { session } = destination;
  const started = Date.now();
  const titles = listOf(packages.map(({ name, inspection: { manifest } }) => manifest?.name ?? name));
  let phase: UploadProgress['phase'] = 'sending';
  try {
    await withProgress(message('Uploading {0} into {1}', titles, labelOf(session)), (signal, report) =>
      uploadPackages(needs, { sessionId: session.id, packages }, signal, (progress) => {
        phase = progress.phase;
        reportUpload(progress, report);
      }),
    );
    tellUploaded(packages, destination, { took: Date.now() - started, unchanged });
  } catch (error) {
    if (error instanceof Cancelled) tellUploadCancelled(phase, destination, needs.brief);
    throw await refusedByChromium(error, packages, needs.inspections);
  }
}
