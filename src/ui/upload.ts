import * as vscode from 'vscode';
import { uploadFolders, type UploadProgress } from '../app';
import { extensionNameProblem, proposeExtensionName } from '../core/extension-name';
import { message, type Message } from '../core/message';
import { formatBytes, formatDuration } from '../core/wording';
import type { SessionRecord, UploadRecord } from '../state';
import { chooseSession } from './choose-session';
import { requireReadable } from './choose-folder';
import { ask } from './input-box';
import { inspectFolder, type InspectedFolder } from './inspect-folder';
import { withProgress, type Report } from './progress';
import type { Services } from './services';
import type { Target } from './target';
import { labelOf } from './views/items';

type Needs = Pick<Services, 'connection' | 'memory' | 'problems'>;

/** The whole way of an upload: check, session, name, zip, send, tell. Nothing is sent before all of it is known to be good. */
export async function upload(services: Needs, folder: vscode.Uri, { session, name }: Target): Promise<void> {
  requireReadable(folder);
  const inspected = await inspectFolder(services.problems, folder);
  const client = await services.connection.client();
  const { memory } = services;
  const title = inspected.inspection.manifest?.name ?? '';
  const sessionId = session ?? (await chooseSession({ client, memory }, vscode.l10n.t('Upload {0} into Which Session?', title)));
  const record = memory.sessions.get(sessionId) ?? { id: sessionId };
  const taken = (record.uploads ?? []).map((each) => each.name);
  const extensionName = name ?? (await askName(title, taken));

  const started = Date.now();
  const uploads = await withProgress(vscode.l10n.t('Uploading {0} into {1}', title, labelOf(record)), (signal, report) =>
    uploadFolders({ client, sessions: memory.sessions }, { sessionId, folders: [folderUpload(inspected, extensionName)] }, signal, (progress) => tell(progress, report)),
  );
  for (const each of uploads) void tellDone(each, record, inspected, Date.now() - started);
}

function folderUpload({ folder, inspection }: InspectedFolder, name: string): Parameters<typeof uploadFolders>[1]['folders'][number] {
  return { folder: folder.fsPath, name, inspection };
}

async function askName(title: string, taken: readonly string[]): Promise<string> {
  const proposed = proposeExtensionName(title, taken);
  return ask({
    title: vscode.l10n.t('Name of {0} in the Browser', title),
    prompt: vscode.l10n.t('The extension goes into the folder extensions/<name> of the browser.'),
    value: proposed,
    check: (text) => extensionNameProblem(text) ?? (taken.includes(text) ? nameTaken(text) : undefined),
    preview: (text) => nameMeaning(text, taken),
  });
}

/** No operation replaces or removes an extension of a running browser. Source: service-facts.md, "Upload". */
function nameTaken(name: string): Message {
  return message('This session has an extension {0} already, and it cannot be replaced there. Choose another name.', name);
}

function nameMeaning(name: string, taken: readonly string[]): Message {
  const place = message('Goes into extensions/{0}.', name);
  return taken.length === 0 ? place : message('{0} What was uploaded before stays loaded beside it: {1}.', place, taken.join(', '));
}

function tell(progress: UploadProgress, report: Report): void {
  switch (progress.phase) {
    case 'packing':
      return report(vscode.l10n.t('zipping {0} of {1} files', progress.progress.done, progress.progress.files));
    case 'sending':
      return report(sendingText(progress.sent, progress.total), progress.sent / progress.total);
    case 'restarting':
      return report(vscode.l10n.t('all sent, the browser restarts…'), 1);
  }
}

function sendingText(sent: number, total: number): string {
  return vscode.l10n.t('sending {0} of {1} ({2}%)', formatBytes(sent), formatBytes(total), Math.floor((sent / total) * 100));
}

async function tellDone({ name, title, version, bytes }: UploadRecord, session: SessionRecord, { inspection: { files } }: InspectedFolder, took: number): Promise<void> {
  const look = vscode.l10n.t('Take Screenshot');
  const pressed = await vscode.window.showInformationMessage(
    vscode.l10n.t('{0} {1} is loaded in {2} as {3}: {4} files, {5}, in {6}.', title, version, labelOf(session), name, files.length, formatBytes(bytes), formatDuration(took)),
    look,
  );
  if (pressed === look) await vscode.commands.executeCommand('browserSessions.takeScreenshot', { session: session.id });
}
