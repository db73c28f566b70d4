import type * as vscode from 'vscode';
import { lastUploaded } from '../../app/last-used';
import { UserError } from '../../core/errors';
import type { StartupServices } from '../services';

/**
 * The version of the browser that a folder is for: that of the session into which it was last uploaded, at the
 * connection in use.
 * @returns undefined if it was not uploaded, or if that session has not told its version in this window.
 */
export function chromiumOf(
  { connections, loaded }: Pick<StartupServices, 'connections' | 'loaded'>,
  folder: vscode.Uri,
): string | undefined {
  try {
    const { records, settings } = connections.active();
    const last = lastUploaded(records.sessions, { folder: folder.fsPath });
    return last && loaded.get(settings, last.session)?.version;
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
