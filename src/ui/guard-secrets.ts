import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { findSecrets, MANIFEST, setIncluded, type Secret } from '../app';
import { Cancelled } from '../core/errors';
import { asText } from '../core/json';
import { listOf, message } from '../core/message';
import { plainText, type PlainText } from '../core/plain-text';
import { readTexts } from '../state';
import type { InspectedFolder } from './inspect-folder';
import type { Inspections } from './inspections';
import { localize, MAX_NAME, t } from './localize';
import { withProgressIfSlow } from './progress';

/** What the person has seen and lets through, by workspace: fingerprints, never a value. */
export type AllowedSecrets = vscode.Memento;

const ALLOWED = 'allowedSecrets';
const SALT = 'allowedSecretsSalt';

interface FileRow extends vscode.QuickPickItem {
  readonly label: PlainText;
  readonly description: PlainText;
  readonly secrets: readonly [Secret, ...Secret[]];
}

/**
 * Names keys, tokens and credentials in what goes in, before anything is sent, and leaves their files out with one click. What
 * the person lets through is not asked about again until it is another.
 * @returns whether the person was asked: then the folder is to be looked at again. Throws Cancelled when the person stops.
 */
export async function guardSecrets({ inspections, allowedSecrets }: { inspections: Inspections; allowedSecrets: AllowedSecrets }, inspected: InspectedFolder): Promise<boolean> {
  const { folder, inspection } = inspected;
  const salt = await saltOf(allowedSecrets);
  const found = await withProgressIfSlow(message('Looking for secrets in {0}', inspection.manifest?.name ?? ''), (signal) => findSecrets(inspection.files, salt, signal));
  const allowed = new Set(readTexts(allowedSecrets.get(ALLOWED)));
  const unknown = found.filter(({ fingerprint }) => !allowed.has(fingerprint));
  if (unknown.length === 0) return false;
  const leftOut = new Set(await askAbout(inspected, unknown));
  await inspections.inTurn(async () => {
    for (const file of leftOut) await setIncluded(folder.fsPath, inspection, file, false);
  });
  const through = unknown.filter(({ file }) => !leftOut.has(file));
  await allowedSecrets.update(ALLOWED, [...allowed, ...through.map(({ fingerprint }) => fingerprint)]);
  return true;
}

/** Makes the guard ask about everything again. */
export async function forgetAllowedSecrets(allowedSecrets: AllowedSecrets): Promise<void> {
  await allowedSecrets.update(ALLOWED, undefined);
}

/** With a salt of its own, a fingerprint tells nothing to whoever finds it. */
async function saltOf(allowedSecrets: AllowedSecrets): Promise<string> {
  const known = asText(allowedSecrets.get(SALT));
  if (known !== undefined) return known;
  const made = randomUUID();
  await allowedSecrets.update(SALT, made);
  return made;
}

/** @returns the files to leave out. */
async function askAbout({ folder, inspection }: InspectedFolder, secrets: readonly Secret[]): Promise<string[]> {
  const needed = new Set([MANIFEST, ...inspection.named]);
  const rows = rowsOf(secrets, needed);
  const box = vscode.window.createQuickPick<FileRow>();
  Object.assign(box, {
    title: rows.length === 1 ? t('A File Holds What Looks Like a Secret') : t('{0} Files Hold What Looks Like a Secret', rows.length),
    placeholder: t('Ticked files are left out, the others are uploaded'),
    canSelectMany: true,
    ignoreFocusOut: true,
    items: rows,
    selectedItems: rows.filter(({ secrets: [{ file }] }) => !needed.has(file)),
  });
  try {
    return await new Promise((resolve, reject) => {
      box.onDidAccept(() => resolve(box.selectedItems.map(({ secrets: [{ file }] }) => file)));
      box.onDidTriggerItemButton(({ item }) => void showSecret(folder, item.secrets[0]));
      box.onDidHide(() => reject(new Cancelled()));
      box.show();
    });
  } finally {
    box.dispose();
  }
}

function rowsOf(secrets: readonly Secret[], needed: ReadonlySet<string>): FileRow[] {
  return [...new Set(secrets.map(({ file }) => file))].flatMap((file) => {
    const [first, ...others] = secrets.filter((secret) => secret.file === file);
    if (!first) return [];
    return [{
      label: plainText(file, MAX_NAME),
      description: localize(listOf([first, ...others].map(({ line, kind }) => message('line {0}: {1}', line, kind))), MAX_NAME),
      ...(needed.has(file) && { detail: t('The extension needs this file: it cannot do without it.') }),
      buttons: [{ iconPath: new vscode.ThemeIcon('go-to-file'), tooltip: t('Show Line') }],
      secrets: [first, ...others] as const,
    }];
  });
}

async function showSecret(folder: vscode.Uri, { file, line, column }: Secret): Promise<void> {
  const at = new vscode.Position(line - 1, column - 1);
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(folder, file), { selection: new vscode.Range(at, at), preserveFocus: true });
}
