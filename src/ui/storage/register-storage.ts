import * as vscode from 'vscode';
import type { StorageFiles } from './storage-files';
import { STORAGE } from './storage-uri';

type Events = vscode.EventEmitter<vscode.FileChangeEvent[]>;

/** Lets the editor open what extensions have stored. Nothing of it is loaded before it does. */
export function registerStorage(open: () => Promise<StorageFiles>): vscode.Disposable {
  const events: Events = new vscode.EventEmitter();
  let opening: Promise<StorageFiles> | undefined;
  const files = (): Promise<StorageFiles> => (opening ??= open().then((opened) => passOn(opened, events)));
  return vscode.Disposable.from(
    events,
    vscode.workspace.registerFileSystemProvider(STORAGE, {
      onDidChangeFile: events.event,
      stat: async (uri) => (await files()).stat(uri),
      readFile: async (uri) => (await files()).readFile(uri),
      writeFile: async (uri, content) => (await files()).writeFile(uri, content),
      watch: () => new vscode.Disposable(() => {}),
      readDirectory: () => [],
      createDirectory: refuse,
      delete: refuse,
      rename: refuse,
    }),
  );
}

function refuse(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}

function passOn(files: StorageFiles, events: Events): StorageFiles {
  files.onDidChangeFile((changes) => events.fire(changes));
  return files;
}
