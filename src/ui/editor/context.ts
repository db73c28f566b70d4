import * as vscode from 'vscode';
import type { ConnectionRecords } from '../../state';

type Context =
  | 'connection'
  | 'localRuns'
  | `list.${keyof ConnectionRecords}`
  | `notOffered.${string}`
  | `has.${'sessions' | 'uploads' | 'pools'}`
  | `shows.${'pools' | 'extensions'}`
  | 'folderKnown'
  | 'checkedFolders'
  | 'extensionFolders'
  | 'uploadedFolders'
  | 'debugConfigured'
  | 'debugging'
  | 'watching'
  | 'following'
  | 'previewing'
  | 'sourceMaps'
  | 'unused'
  | 'checked'
  | 'uploaded'
  | 'clicked'
  | 'tested'
  | 'recording'
  | 'recordingVideo'
  | 'recordingCoverage'
  | 'sharing'
  | 'sharedDown'
  | 'running'
  | 'clickable';

/**
 * Sets the context keys for menus and welcome texts. `browserSessions.connection`: the state of the connection in use;
 * `notOffered.endSession` and so on: its service does
 * not have that operation; `has.pools` and so on: one is listed there that still exists; `localRuns`: the local service is running in this window; `list.pools` and so on: the state of that list; `shows.pools` and so on: the view of that list can have rows at the connection in use;
 * `folderKnown`: an extension folder was inspected; `checkedFolders`: those that were, and the folders in them; `extensionFolders`: the manifests of the workspace's extensions and all folders above them; `uploadedFolders`: what was uploaded into sessions that still exist; `debugConfigured`: a debug configuration of ours was started;
 * `debugging`, `watching`, `following`: an extension is debugged, a folder watched, a log followed;
 * `previewing`: the preview shows a folder; `sourceMaps`: `in` or `out`, if source maps can be chosen; `unused`: it
 * marks files that nothing refers to; `checked`,
 * `uploaded`, `clicked`: that was done in this window, which completes the steps of the walkthrough; `recording`: the
 * clicks in a session are recorded; `recordingVideo`: a video is recorded; `recordingCoverage`: what runs is counted; `sharing`: ports are shared; `sharedDown`: nothing listens at one; `running`: anything runs that can be stopped; `clickable`: the screen that is the active editor shows a display to click in.
 */
export async function setContext(
  name: Context,
  value: boolean | string | readonly string[] | undefined,
): Promise<void> {
  await vscode.commands.executeCommand('setContext', `browserSessions.${name}`, value);
}
