import * as vscode from 'vscode';
import { message } from '../../core/message';
import { EXTENSION, type MANUAL_PAGES } from './contributed';
import { t } from './localize';
import type { Button } from './show';

export type ManualPage = (typeof MANUAL_PAGES)[number];

/** A file or folder of the installed extension. */
export function extensionFile(...names: readonly string[]): vscode.Uri {
  const extension = vscode.extensions.getExtension(EXTENSION);
  if (!extension) throw new Error(`The editor knows no extension ${EXTENSION}`);
  return vscode.Uri.joinPath(extension.extensionUri, ...names);
}

/** Shows a page of the manual, by default its table of contents, from the files of the extension. */
export async function showManual(page: ManualPage | 'README' = 'README'): Promise<void> {
  await vscode.commands.executeCommand('markdown.showPreview', extensionFile('docs', `${page}.md`));
}

/** A button for what needs more than a sentence. */
export function learnMore(page: ManualPage): Button {
  return { label: message('Learn More'), run: () => showManual(page) };
}

/** The same in the title of a box, which stays open. */
export function manualButton(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon('question'), tooltip: t('Learn More') };
}

export function onManualButton(
  box: { readonly onDidTriggerButton: vscode.Event<vscode.QuickInputButton> },
  page: ManualPage,
): vscode.Disposable {
  return box.onDidTriggerButton(async (button) => {
    if (button !== vscode.QuickInputButtons.Back) await showManual(page);
  });
}
