import * as vscode from 'vscode';
import { findExtensionAbove, proposeFolder } from '../app';
import type { Inspections } from './inspections';
import { isSame } from './within';

/**
 * Checks a folder that has a manifest, so that the verdict stands in the Problems panel while one works on it. Nobody asked for this:
 * what goes wrong here is told when somebody does.
 */
export async function checkManifest(inspections: Inspections, folder: vscode.Uri): Promise<void> {
  if (inspections.get(folder)) return;
  // Web apps have a manifest.json too.
  if ((await findExtensionAbove(folder.fsPath, folder.fsPath)) === undefined) return;
  const { signal } = new AbortController();
  const found = await proposeFolder(folder.fsPath, signal).catch(() => undefined);
  // Of a template that is built elsewhere, the build is what Chromium loads.
  if (found && 'chosen' in found && isSame(vscode.Uri.file(found.chosen.folder), folder)) await inspections.inspect(folder, signal).catch(() => undefined);
}
