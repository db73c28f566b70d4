import * as vscode from 'vscode';
import { MANIFEST } from '../../packaging';

/** For a `manifest.json`, its folder. */
export function folderOf(resource: vscode.Uri): vscode.Uri {
  return resource.path.endsWith(`/${MANIFEST}`) ? vscode.Uri.joinPath(resource, '..') : resource;
}
