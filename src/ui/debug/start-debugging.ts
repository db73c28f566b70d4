import * as vscode from 'vscode';
import type { ConnectionKey, UploadRecord } from '../../state';
import { setContext } from '../editor/context';
import { configurationFor } from './debug-configurations';

/** Starts the editor's debugger on what was uploaded into a session. */
export async function debugUpload(
  { name, address }: ConnectionKey,
  session: string,
  upload: UploadRecord,
): Promise<void> {
  await startDebugging(vscode.Uri.file(upload.folder), {
    ...configurationFor(upload.folder, upload.title),
    connection: name,
    address,
    session,
    extension: upload.name,
  });
}

export async function startDebugging(folder: vscode.Uri, configuration: vscode.DebugConfiguration): Promise<void> {
  // Without it, the editor refuses debug sessions of our type.
  await setContext('uploaded', true);
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(folder), configuration);
}
