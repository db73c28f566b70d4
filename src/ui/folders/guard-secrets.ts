import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { findSecrets, MANIFEST, setIncluded, type Secret } from '../../app';
import { Cancelled } from '../../core/errors';
import { asText } from '../../core/json';
import { listOf, message } from '../../core/message';
import { plainText, type PlainText } from '../../core/plain-text';
import { readTexts } from '../../state';
import type { InspectedFolder } from './inspect-folder';
import type { Inspections } from './inspections';
import { localize, MAX_NAME, t } from '../editor/localize';
import { withProgressIfSlow } from '../editor/progress';
import { OfferError } from '../editor/offer-error';
import { showLine } from './show-line';

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
 * Names keys, tokens and credentials in what goes in, before anything is sent, and leaves out the files that the person
 * does not select. What is let through is not asked about again until it is another.
 * @returns whether the person was asked: then the folder is to be looked at again.
 * @throws Cancelled when the person stops, and UserError, with nothing changed, where a file is not selected that the
 * extension requires.
 */
export async function guardSecrets(
  { inspections, allowedSecrets }: { inspections: Inspections; allowedSecrets: AllowedSecrets },
  inspected: InspectedFolder,
): Promise<boolean> {
  const { folder, inspection } = inspected;
  const salt = await saltOf(allowedSecrets);
  const found = await withProgressIfSlow(
    message('Looking for secrets in {0}', inspection.manifest?.name ?? ''),
    (signal) => findSecrets(inspection.files, salt, signal),
  );
  const allowed = new Set(readTexts(allowedSecrets.get(ALLOWED)));
  const unknown = found.filter(({ fingerprint }) => !allowed.has(fingerprint));
  if (unknown.length === 0) return false;
  const required = new Set([MANIFEST, ...inspection.named]);
  const selected = new Set(await askAbout(folder, unknown, required));
  const leftOut = unknown.filter(({ file }) => !selected.has(file));
  const missing = leftOut.find(({ file }) => required.has(file));
  if (missing) throw requiredLeftOut(folder, missing);
  await inspections.serialize(async () => {
    for (const file of filesOf(leftOut)) await setIncluded(folder.fsPath, inspection, file, false);
  });
  const through = unknown.filter(({ file }) => selected.has(file));
  await allowedSecrets.update(ALLOWED, [...allowed, ...through.map(({ fingerprint }) => fingerprint)]);
  return true;
}

/**
 * Without the file there is no extension, and with it the secret would be sent: neither is what the person has said.
 */
function requiredLeftOut(folder: vscode.Uri, secret: Secret): OfferError {
  return new OfferError(
    message(
      'Nothing was uploaded: the extension requires “{0}”, which may hold a secret. Remove the secret, or upload again and select the file.',
      secret.file,
    ),
    showLine(folder, secret),
  );
}

function filesOf(secrets: readonly Secret[]): string[] {
  return [...new Set(secrets.map(({ file }) => file))];
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

/**
 * @returns the files to upload anyway. A tick includes, as in the preview; what comes of no tick stands in each row.
 */
async function askAbout(
  folder: vscode.Uri,
  secrets: readonly Secret[],
  required: ReadonlySet<string>,
): Promise<string[]> {
  const box = vscode.window.createQuickPick<FileRow>();
  Object.assign(box, {
    title: secrets.length === 1 ? t('Possible Secret Found') : t('Possible Secrets Found'),
    placeholder: t('Select files to upload anyway'),
    canSelectMany: true,
    ignoreFocusOut: true,
    items: rowsOf(secrets, required),
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

function rowsOf(secrets: readonly Secret[], required: ReadonlySet<string>): FileRow[] {
  return filesOf(secrets).flatMap((file) => {
    const [first, ...others] = secrets.filter((secret) => secret.file === file);
    if (!first) return [];
    return [
      {
        label: plainText(file, MAX_NAME),
        description: localize(
          listOf([first, ...others].map(({ line, kind }) => message('line {0}: {1}', line, kind))),
          MAX_NAME,
        ),
        detail: required.has(file) ? t('Required by the extension: can’t be excluded') : t('Excluded unless selected'),
        buttons: [{ iconPath: new vscode.ThemeIcon('go-to-file'), tooltip: t('Show Line') }],
        secrets: [first, ...others] as const,
      },
    ];
  });
}

async function showSecret(folder: vscode.Uri, { file, line, column }: Secret): Promise<void> {
  const at = new vscode.Position(line - 1, column - 1);
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(folder, file), {
    selection: new vscode.Range(at, at),
    preserveFocus: true,
  });
}
