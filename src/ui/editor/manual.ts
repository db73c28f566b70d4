import * as vscode from 'vscode';
import { message } from '../../core/message';
import { commandId, EXTENSION, type MANUAL_PAGES } from './contributed';
import type { Button } from './show';

export type ManualPage = (typeof MANUAL_PAGES)[number];

/** Shows a page of the manual, by default its table of contents, from the files of the extension. */
export async function showManual(page: ManualPage | 'README' = 'README'): Promise<void> {
  const extension = vscode.extensions.getExtension(EXTENSION);
  if (!extension) throw new Error(`The editor knows no extension ${EXTENSION}`);
  await vscode.commands.executeCommand(
    'markdown.showPreview',
    vscode.Uri.joinPath(extension.extensionUri, 'docs', `${page}.md`),
  );
}

/** The address of a page, for places of the editor that take a link and run commands. */
export function manualLink(page: ManualPage): vscode.Uri {
  return vscode.Uri.from({ scheme: 'command', path: commandId('openManual'), query: JSON.stringify([{ page }]) });
}

/** A button for what needs more than a sentence. */
export function learnMore(page: ManualPage): Button {
  return { label: message('Learn More'), run: () => showManual(page) };
}
