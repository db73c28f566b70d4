import * as vscode from 'vscode';
import { findExtensionAbove, proposeFolder, TookTooLong } from '../../packaging';
import { isSame } from '../editor/within';
import type { Inspections } from './inspections';

/**
 * Returns a function that checks a folder with a manifest, so that the problems appear in the Problems panel during
 * work. The user did not request this check, so its errors are reported only when the user runs a command. A folder
 * whose check took too long is not checked again until then, or until its ignore file changes.
 */
export function manifestCheck(inspections: Inspections): (folder: vscode.Uri) => Promise<void> {
  const begun = new Set<string>();
  return async (folder) => {
    const key = folder.toString();
    if (begun.has(key) || inspections.get(folder) || inspections.hasGivenUp(folder)) return;
    begun.add(key);
    const error: unknown = await check(inspections, folder).catch((thrown: unknown) => thrown);
    if (!(error instanceof TookTooLong)) begun.delete(key);
  };
}

async function check(inspections: Inspections, folder: vscode.Uri): Promise<void> {
  // Web apps have a manifest.json too.
  if ((await findExtensionAbove(folder.fsPath, folder.fsPath)) === undefined) return;
  const { signal } = new AbortController();
  const found = await proposeFolder(folder.fsPath, signal);
  // If the folder is a template, Chromium loads its build instead.
  if ('chosen' in found && isSame(vscode.Uri.file(found.chosen.folder), folder))
    await inspections.inspect(folder, signal);
}
