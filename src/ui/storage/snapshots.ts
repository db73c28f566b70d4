import path from 'node:path';
import * as vscode from 'vscode';
import { readStored } from '../../app/loaded/storage';
import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { MAX_STORED, type StoredItems } from '../../devtools';
import { localize, MAX_TITLE } from '../editor/localize';
import { readChosen } from '../editor/workspace-file';

export const JSON_FILES = { JSON: ['json'] };

/** Asks for the file of a snapshot. @returns undefined if the user chose none. */
export async function chooseSnapshot(title: Message): Promise<vscode.Uri | undefined> {
  const files = await vscode.window.showOpenDialog({ title: localize(title, MAX_TITLE), filters: JSON_FILES });
  return files?.[0];
}

/** @throws UserError if it is none. */
export async function readSnapshot(file: vscode.Uri): Promise<StoredItems['values']> {
  const stored = readStored(await readChosen(file, MAX_STORED));
  if ('values' in stored) return stored.values;
  throw new UserError(message('{0} isn’t a snapshot: {1}', path.posix.basename(file.path), stored.text));
}
