import * as vscode from 'vscode';
import type { SecretsQuestion } from '../../app/upload/ports';
import { Cancelled } from '../../core/errors';
import { listOf, message } from '../../core/message';
import { plainText, type PlainText } from '../../core/plain-text';
import type { Secret } from '../../packaging';
import { localize, MAX_NAME, t } from '../editor/localize';
import { manualButton, onManualButton } from '../editor/manual';

interface FileRow extends vscode.QuickPickItem {
  readonly label: PlainText;
  readonly description: PlainText;
  readonly secrets: readonly [Secret, ...Secret[]];
}

/**
 * Asks which files with possible secrets to upload anyway. A checked box includes the file, as in the preview; each row
 * says what happens if it is not checked.
 * @throws Cancelled if the user closes the box.
 */
export async function askAboutSecrets({ folder, secrets, required }: SecretsQuestion): Promise<string[]> {
  const box = vscode.window.createQuickPick<FileRow>();
  Object.assign(box, {
    title: secrets.length === 1 ? t('Possible Secret Found') : t('Possible Secrets Found'),
    placeholder: t('Enter uploads without the files that are not selected'),
    canSelectMany: true,
    ignoreFocusOut: true,
    buttons: [manualButton()],
    items: rowsOf(secrets, required),
  });
  try {
    return await new Promise((resolve, reject) => {
      box.onDidAccept(() => resolve(box.selectedItems.map(({ secrets: [{ file }] }) => file)));
      box.onDidTriggerItemButton(({ item }) => void showSecret(vscode.Uri.file(folder), item.secrets[0]));
      onManualButton(box, 'package');
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
        detail: required.has(file)
          ? t('Required by the extension: unless selected, nothing is uploaded')
          : t('Excluded unless selected'),
        buttons: [{ iconPath: new vscode.ThemeIcon('go-to-file'), tooltip: t('Show Line') }],
        secrets: [first, ...others] as const,
      },
    ];
  });
}

function filesOf(secrets: readonly Secret[]): string[] {
  return [...new Set(secrets.map(({ file }) => file))];
}

async function showSecret(folder: vscode.Uri, { file, line, column }: Secret): Promise<void> {
  const at = new vscode.Position(line - 1, column - 1);
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(folder, file), {
    selection: new vscode.Range(at, at),
    preserveFocus: true,
  });
}
