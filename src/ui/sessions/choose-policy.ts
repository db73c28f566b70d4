import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { MAX_POLICY, parsePolicy, type ChromePolicy } from '../../core/new-session';
import { localize, MAX_TITLE, t } from '../editor/localize';
import { pick } from '../editor/pick';
import { readChosen } from '../editor/workspace-file';

/** Policies of a file that the user chose. */
export interface ChosenPolicy {
  /** Name of the file. */
  readonly file: string;
  readonly policy: ChromePolicy;
}

/**
 * Asks for a file with policies of Chrome Enterprise.
 * @returns undefined for the default.
 * @throws UserError if it has none.
 */
export async function askPolicy(title: Message): Promise<ChosenPolicy | undefined> {
  const isFile = await pick(title, message('Policies of Chrome Enterprise for the browser'), [
    { label: t('Default'), value: false },
    { label: t('$(folder-opened) Select JSON File…'), value: true },
  ]);
  if (!isFile) return undefined;
  const [file] =
    (await vscode.window.showOpenDialog({ title: localize(title, MAX_TITLE), filters: { JSON: ['json'] } })) ?? [];
  if (!file) return undefined;
  const name = path.posix.basename(file.path);
  const policy = parsePolicy(await readChosen(file, MAX_POLICY));
  if (!policy) throw new UserError(message('“{0}” isn’t a JSON object with policies.', name));
  return { file: name, policy };
}
