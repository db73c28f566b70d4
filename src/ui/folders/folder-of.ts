import * as vscode from 'vscode';
import { MANIFEST } from '../../app';

/** Of a `manifest.json` its folder is meant. */
export function folderOf(resource: vscode.Uri): vscode.Uri {
  return resource.path.endsWith(`/${MANIFEST}`) ? vscode.Uri.joinPath(resource, '..') : resource;
}
