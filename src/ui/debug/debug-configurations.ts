import path from 'node:path';
import type * as vscode from 'vscode';
import { Cancelled } from '../../core/errors';
import { plainText } from '../../core/plain-text';
import { findExtensionFolders } from '../../packaging';
import type { ConnectionRecords } from '../../state';
import { DEBUG_TYPE } from '../editor/contributed';
import { MAX_NAME, t } from '../editor/localize';

/** Milliseconds for the extensions of a workspace folder. */
const MAX_SEARCH = 1000;

/** A configuration for each extension in a workspace folder, as they are written into a new `launch.json`. */
export async function configurationsIn(root: string): Promise<vscode.DebugConfiguration[]> {
  const found = await findExtensionFolders(root, AbortSignal.timeout(MAX_SEARCH)).catch((error: unknown) => {
    if (error instanceof Cancelled) return [];
    throw error;
  });
  return found
    .filter(({ forChromium }) => forChromium)
    .map(({ folder }) => {
      const within = path.relative(root, folder).split(path.sep).join('/');
      return configurationFor(path.posix.join(WORKSPACE_FOLDER, within), within === '' ? path.basename(root) : within);
    });
}

/** A variable of the editor. */
// oxlint-disable-next-line no-template-curly-in-string
const WORKSPACE_FOLDER = '${workspaceFolder}';

/** A configuration for each folder that was uploaded to a session which is still there. */
export function configurationsOfUploads(
  sessions: Pick<ConnectionRecords['sessions'], 'notReleased'>,
): vscode.DebugConfiguration[] {
  const folders = new Map(
    sessions
      .notReleased()
      .filter(({ gone }) => !gone)
      .flatMap(({ uploads = [] }) => uploads.map(({ folder, title }) => [folder, title] as const)),
  );
  return [...folders].map(([folder, title]) => configurationFor(folder, title));
}

/** @param name of the folder or the extension. */
export function configurationFor(folder: string, name: string): vscode.DebugConfiguration {
  return { type: DEBUG_TYPE, request: 'attach', name: t('Debug {0}', plainText(name, MAX_NAME)), folder };
}
