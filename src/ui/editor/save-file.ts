import os from 'node:os';
import * as vscode from 'vscode';
import type { Message } from '../../core/message';
import { localize, MAX_TITLE } from './localize';
import { writeFile } from './workspace-file';

/** Characters of a label that begins the name of a file. */
const MAX_LABEL = 20;

/**
 * Asks where to, and writes a file.
 * @param bytes or what makes them for the place that was chosen.
 * @param name that is proposed, in the workspace or the user's home.
 * @param filters as `{ PNG: ['png'] }`.
 * @returns undefined if the user chose no place.
 * @throws UserError if it cannot be written.
 */
export async function saveFile(
  title: Message,
  bytes: Uint8Array | ((file: vscode.Uri) => Uint8Array),
  name: string,
  filters: Record<string, string[]>,
): Promise<vscode.Uri | undefined> {
  const file = await chooseFile(title, name, filters);
  if (file) await writeFile(file, typeof bytes === 'function' ? bytes(file) : bytes);
  return file;
}

/** Asks where to save a file. @returns undefined if the user chose no place. */
export async function chooseFile(
  title: Message,
  name: string,
  filters: Record<string, string[]>,
): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(os.homedir());
  return vscode.window.showSaveDialog({
    title: localize(title, MAX_TITLE),
    defaultUri: vscode.Uri.joinPath(folder, name),
    filters,
  });
}

/**
 * The name of a file with a picture or a snapshot, without its extension: what it is of, and its time. The time is the local one, in
 * digits that sort, and without signs that a file name cannot have, or that a terminal takes apart.
 * @param at in milliseconds since 1970.
 */
export function datedName(label: string, at: number): string {
  const date = new Date(at);
  const [year, month, day, ...time] = [
    date.getFullYear(),
    date.getMonth() + 1,
    date.getDate(),
    date.getHours(),
    date.getMinutes(),
    date.getSeconds(),
  ].map((part) => String(part).padStart(2, '0'));
  const name = label.slice(0, MAX_LABEL).replaceAll(/[\s/\\:*?"<>|]+/g, '-');
  return `${name}-${year}-${month}-${day}-${time.join('')}`;
}
