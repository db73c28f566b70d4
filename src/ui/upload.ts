import * as vscode from 'vscode';
import { uploadFolders, type Client, type UploadProgress } from '../app';
import { Cancelled } from '../core/errors';
import { formatBytes, formatDuration } from '../core/wording';
import type { Memory, SessionRecord, UploadRecord } from '../state';
import { requireReadable } from './choose-folder';
import { chooseSession } from './choose-session';
import { askExtensionName } from './extension-name-box';
import { inspectFolder, type InspectedFolder } from './inspect-folder';
import { withProgress } from './progress';
import type { ProblemsPanel } from './problems-panel';
import { refusedByChromium } from './refused-by-chromium';
import type { Services } from './services';
import type { Target } from './target';
import { tellBriefly } from './tell-briefly';
import { reportUpload } from './upload-progress';
import { labelOf } from './views/items';

/** The whole way of an upload: check, session, name, zip, send, tell. Nothing is sent before all of it is known to be good. */
export async function upload(services: Pick<Services, 'connection' | 'memory' | 'problems'>, folder: vscode.Uri, target: Target): Promise<void> {
  requireReadable(folder);
  const inspected = await inspectFolder(services.problems, folder);
  const client = await services.connection.client();
  const { memory } = services;
  const title = inspected.inspection.manifest?.name ?? '';
  const sessionId = target.session ?? (await chooseSession({ client, memory }, { title: vscode.l10n.t('Upload {0} into Which Session?', title), always: target.askSession }));
  const session = memory.sessions.get(sessionId) ?? { id: sessionId };
  const name = target.name ?? (await askExtensionName(title, (session.uploads ?? []).map((each) => each.name)));
  await send({ client, sessions: memory.sessions, problems: services.problems }, inspected, session, name);
}

async function send(needs: { client: Client; sessions: Memory['sessions']; problems: ProblemsPanel }, { folder, inspection }: InspectedFolder, session: SessionRecord, name: string): Promise<void> {
  const started = Date.now();
  let phase: UploadProgress['phase'] = 'packing';
  const title = vscode.l10n.t('Uploading {0} into {1}', inspection.manifest?.name ?? name, labelOf(session));
  try {
    const uploads = await withProgress(title, (signal, report) =>
      uploadFolders(needs, { sessionId: session.id, folders: [{ folder: folder.fsPath, name, inspection }] }, signal, (progress) => {
        phase = progress.phase;
        reportUpload(progress, report);
      }),
    );
    for (const each of uploads) void tellDone(each, session, inspection.files.length, Date.now() - started);
  } catch (error) {
    if (error instanceof Cancelled) tellCancelled(phase, session);
    throw await refusedByChromium(error, [{ folder: folder.fsPath, name, inspection }], needs.problems);
  }
}

async function tellDone({ name, title, version, bytes }: UploadRecord, session: SessionRecord, files: number, took: number): Promise<void> {
  const words = vscode.l10n.t('{0} {1} is loaded in {2} as {3}: {4} files, {5}, in {6}.', title, version, labelOf(session), name, files, formatBytes(bytes), formatDuration(took));
  await offerLook(vscode.window.showInformationMessage(words, lookLabel()), session);
}

/** Before its last byte an upload cannot happen; after it nobody here knows. */
function tellCancelled(phase: UploadProgress['phase'], session: SessionRecord): void {
  if (phase === 'restarting') {
    const words = vscode.l10n.t('You cancelled after all was sent: {0} may restart with the extension all the same.', labelOf(session));
    void offerLook(vscode.window.showWarningMessage(words, lookLabel()), session);
  } else tellBriefly(vscode.l10n.t('$(circle-slash) Upload cancelled, nothing was loaded'));
}

function lookLabel(): string {
  return vscode.l10n.t('Take Screenshot');
}

/** A picture tells at once what became of the session. */
async function offerLook(message: Thenable<string | undefined>, { id }: SessionRecord): Promise<void> {
  if ((await message) === lookLabel()) await vscode.commands.executeCommand('browserSessions.takeScreenshot', { session: id });
}
