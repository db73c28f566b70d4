import * as vscode from 'vscode';
import { findSecrets, setIncluded, type Secret } from '../app';
import { Cancelled } from '../core/errors';
import { english } from '../core/message';
import { inspectFolder, type InspectedFolder } from './inspect-folder';
import type { Inspections } from './inspections';
import { withProgressIfSlow } from './progress';
import { say } from './say';

/** What the person has seen and lets through, by workspace. */
export type AllowedSecrets = vscode.Memento;

const ALLOWED = 'allowedSecrets';

interface Row extends vscode.QuickPickItem {
  /** Undefined in a row that stands for a file. */
  readonly answer?: 'leaveOut' | 'upload';
  readonly secret?: Secret;
}

/**
 * Names keys, tokens and credentials in what goes in, before anything is sent, and leaves their files out with one click. What
 * the person lets through is not asked about again.
 * @returns the folder as it is to be uploaded. Throws Cancelled when the person stops.
 */
export async function guardSecrets({ inspections, allowedSecrets }: { inspections: Inspections; allowedSecrets: AllowedSecrets }, inspected: InspectedFolder): Promise<InspectedFolder> {
  const { folder, inspection } = inspected;
  const found = await withProgressIfSlow(vscode.l10n.t('Looking for secrets in {0}', inspection.manifest?.name ?? ''), (signal) => findSecrets(inspection.files, signal));
  const allowed = new Set(allowedSecrets.get<readonly string[]>(ALLOWED, []));
  const unknown = found.filter((secret) => !allowed.has(keyOf(folder, secret)));
  if (unknown.length === 0) return inspected;
  if ((await askAbout(folder, unknown)) === 'upload') {
    await allowedSecrets.update(ALLOWED, [...allowed, ...unknown.map((secret) => keyOf(folder, secret))]);
    return inspected;
  }
  const files = new Set(unknown.map(({ file }) => file));
  await inspections.inTurn(async () => {
    for (const file of files) await setIncluded(folder.fsPath, inspection, file, false);
  });
  return inspectFolder(inspections, folder);
}

/** Without the line: that moves whenever something above it is written. */
function keyOf(folder: vscode.Uri, { file, kind }: Secret): string {
  return `${vscode.Uri.joinPath(folder, file).toString()} ${english(kind)}`;
}

async function askAbout(folder: vscode.Uri, secrets: readonly Secret[]): Promise<'leaveOut' | 'upload'> {
  const box = vscode.window.createQuickPick<Row>();
  const files = new Set(secrets.map(({ file }) => file)).size;
  Object.assign(box, {
    title: files === 1 ? vscode.l10n.t('A File Holds What Looks Like a Secret') : vscode.l10n.t('{0} Files Hold What Looks Like a Secret', files),
    placeholder: vscode.l10n.t('Everybody who can use the session can read what is uploaded into it'),
    ignoreFocusOut: true,
    items: rowsOf(secrets, files),
  });
  try {
    return await new Promise((resolve, reject) => {
      box.onDidAccept(() => {
        const [row] = box.activeItems;
        if (row?.answer) resolve(row.answer);
        else if (row?.secret) void showSecret(folder, row.secret);
      });
      box.onDidHide(() => reject(new Cancelled()));
      box.show();
    });
  } finally {
    box.dispose();
  }
}

function rowsOf(secrets: readonly Secret[], files: number): Row[] {
  return [
    { label: files === 1 ? vscode.l10n.t('$(circle-slash) Leave This File Out and Go On') : vscode.l10n.t('$(circle-slash) Leave These Files Out and Go On'), answer: 'leaveOut' },
    { label: vscode.l10n.t('$(cloud-upload) Upload All the Same'), description: vscode.l10n.t('does not ask about these again'), answer: 'upload' },
    { label: vscode.l10n.t('what was found'), kind: vscode.QuickPickItemKind.Separator },
    ...secrets.map((secret) => ({ label: `$(key) ${secret.file}`, description: vscode.l10n.t('line {0}: {1}', secret.line, say(secret.kind)), secret })),
  ];
}

async function showSecret(folder: vscode.Uri, { file, line, column }: Secret): Promise<void> {
  const at = new vscode.Position(line - 1, column - 1);
  await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, file), { selection: new vscode.Range(at, at), preserveFocus: true });
}
