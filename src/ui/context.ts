import * as vscode from 'vscode';

/**
 * Lets menus and welcome texts know how things stand: `browserSessions.hasToken`; `unreachable`: the service could not be asked;
 * `folderKnown`: an extension folder was looked at; `previewing`: the preview shows one.
 */
export async function setContext(name: 'hasToken' | 'unreachable' | 'folderKnown' | 'previewing', value: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', `browserSessions.${name}`, value);
}
