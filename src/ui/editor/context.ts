import * as vscode from 'vscode';
import type { ConnectionRecords } from '../../state';

type Context =
  'connection' | 'localRuns' | `list.${keyof ConnectionRecords}` | 'folderKnown' | 'previewing' | 'sourceMaps';

/**
 * Lets menus and welcome texts know how things stand: `browserSessions.connection`: how the connection in use stands;
 * `localRuns`: the local service runs in this window; `list.pools` and so on: how that list stands with the service;
 * `folderKnown`: an extension folder was looked at; `previewing`: the preview shows one; `sourceMaps`: `in` or `out`,
 * where there is a choice.
 */
export async function setContext(name: Context, value: boolean | string | undefined): Promise<void> {
  await vscode.commands.executeCommand('setContext', `browserSessions.${name}`, value);
}
