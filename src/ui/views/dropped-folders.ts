import * as vscode from 'vscode';
import { commandId } from '../editor/contributed';
import type { Row } from './rows';

/** What the Explorer and the system give for files that are dragged. */
const URIS = 'text/uri-list';
const ON_DISK = new Set(['file', 'vscode-remote']);

/** Uploads folders that are dropped on a session, or on anything below it. */
export class DroppedFolders implements vscode.TreeDragAndDropController<Row> {
  readonly dropMimeTypes = [URIS];
  readonly dragMimeTypes = [];

  async handleDrop(target: Row | undefined, data: vscode.DataTransfer): Promise<void> {
    const folders = foldersIn((await data.get(URIS)?.asString()) ?? '');
    if (folders.length === 0) return;
    const { connection, session } = target && 'session' in target ? target : {};
    await vscode.commands.executeCommand(commandId('uploadFolder'), {
      folders,
      ...(connection && { connection: connection.name, address: connection.address }),
      ...(session && { session: session.id }),
    });
  }
}

/** The paths on this machine in a list of URIs: one a line, with comments after `#` (RFC 2483). */
function foldersIn(list: string): string[] {
  return list
    .split(/\r?\n/)
    .filter((line) => URL.canParse(line))
    .map((line) => vscode.Uri.parse(line))
    .filter(({ scheme }) => ON_DISK.has(scheme))
    .map(({ fsPath }) => fsPath);
}
