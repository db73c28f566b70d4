import * as vscode from 'vscode';
import { message } from '../../core/message';
import { formatSequence, type PlayedStep } from '../../core/sequence';
import { labelOf } from '../../state';
import { SEQUENCE_ENDING } from '../editor/contributed';
import { sessionOf } from '../sessions/choose-session';
import type { Command } from './command';

/** From now on every click in the session is recorded, wherever it comes from; its screen is there to click in. */
export const recordSequence: Command = async (services, target) => {
  const { connection, records, recordings, screens, notOffered } = services;
  const client = await connection.client();
  const needs = { client, records, connection };
  const id = await sessionOf(target, needs, { title: message('Record Sequence: Select Session') });
  recordings.start(connection.settings, id, labelOf(records.sessions.get(id) ?? { id }));
  if (!notOffered.has(connection.settings, 'openScreen')) screens.open(services, id, client);
};

/** Opens what was recorded as a new file. */
export const stopRecording: Command = async ({ brief, recordings }) => {
  const recording = recordings.stop();
  if (recording.count === 0) return brief.show(message('No clicks were recorded'));
  await openNewSequence(recording.steps);
  if (recording.left > 0) return brief.show(message('$(warning) Recorded the first {0} clicks', recording.count));
  brief.show(
    recording.count === 1
      ? message('$(check) Recorded 1 click. Save to keep it')
      : message('$(check) Recorded {0} clicks. Save to keep them', recording.count),
  );
};

const NAME = 'recorded';
/** Names that are tried. */
const MAX_NAMES = 1000;

/** Opens steps as a new file in an editor. Its name is free in the workspace folder, and nothing is written before it is saved. */
async function openNewSequence(steps: readonly PlayedStep[]): Promise<void> {
  const uri = await freeName();
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(0, 0), formatSequence(steps));
  await vscode.workspace.applyEdit(edit);
  await vscode.window.showTextDocument(document, { preview: false });
}

async function freeName(): Promise<vscode.Uri> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  for (let number = 1; number <= MAX_NAMES; number++) {
    const name = `${NAME}${number === 1 ? '' : `-${number}`}${SEQUENCE_ENDING}`;
    const file = folder && vscode.Uri.joinPath(folder.uri, name);
    const uri = file?.with({ scheme: 'untitled' }) ?? vscode.Uri.from({ scheme: 'untitled', path: name });
    const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
    if (!isOpen && !(file && (await exists(file)))) return uri;
  }
  return vscode.Uri.from({ scheme: 'untitled', path: `${NAME}${SEQUENCE_ENDING}` });
}

function exists(file: vscode.Uri): Thenable<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}
