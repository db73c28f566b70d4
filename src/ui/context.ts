import * as vscode from 'vscode';

/**
 * Lets menus and welcome texts know how things stand: `browserSessions.connection`: how the connection in use stands; `localRuns`:
 * the local service runs in this window; `unreachable`: the service could not be asked; `folderKnown`: an extension folder was looked at; `previewing`: the preview shows one;
 * `sourceMaps`: `in` or `out`, where there is a choice.
 */
export async function setContext(name: 'connection' | 'localRuns' | 'unreachable' | 'folderKnown' | 'previewing' | 'sourceMaps', value: boolean | string | undefined): Promise<void> {
  await vscode.commands.executeCommand('setContext', `browserSessions.${name}`, value);
}
