import * as vscode from 'vscode';
import { findExtensionAbove, proposeFolder, TookTooLong } from '../../app';
import type { Inspections } from './inspections';
import { isSame } from '../editor/within';

/**
 * Makes what checks a folder that has a manifest, so that the verdict stands in the Problems panel while one works on
 * it. Nobody asked for this: what goes wrong here is told when somebody does, and a folder that took too long is not
 * looked at again until then, or until its ignore file changes.
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
  // Of a template that is built elsewhere, the build is what Chromium loads.
  if ('chosen' in found && isSame(vscode.Uri.file(found.chosen.folder), folder))
    await inspections.inspect(folder, signal);
}
