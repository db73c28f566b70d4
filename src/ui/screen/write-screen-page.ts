import * as vscode from 'vscode';
import type { PlainText } from '../../core/plain-text';
import { t } from '../editor/localize';
import { screenHtml, type ScreenState } from './screen-html';

/**
 * Writes the page with the display of a session into a tab.
 * @param folder the one of the script and the style; nothing else is loaded.
 * @param label the session's.
 */
export function writeScreenPage(
  webview: vscode.Webview,
  folder: vscode.Uri,
  label: PlainText,
  state: ScreenState,
): void {
  webview.options = { enableScripts: true, localResourceRoots: [folder] };
  const file = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
  webview.html = screenHtml({ file, source: webview.cspSource, language: vscode.env.language, t }, label, state);
}
