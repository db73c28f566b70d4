import * as vscode from 'vscode';
import type { ConnectionRecords } from '../../state';

type Context =
  'connection' | 'localRuns' | `list.${keyof ConnectionRecords}` | 'folderKnown' | 'previewing' | 'sourceMaps';

/**
 * Sets the context keys for menus and welcome texts. `browserSessions.connection`: the state of the connection in use;
 * `localRuns`: the local service is running in this window; `list.pools` and so on: the state of that list;
 * `folderKnown`: an extension folder was inspected; `previewing`: the preview shows a folder; `sourceMaps`: `in` or
 * `out`, if source maps can be chosen.
 */
export async function setContext(name: Context, value: boolean | string | undefined): Promise<void> {
  await vscode.commands.executeCommand('setContext', `browserSessions.${name}`, value);
}
