import * as vscode from 'vscode';
import { POINTS_NAME, SEQUENCE_ENDING } from '../../core/sequence-files';

/**
 * Tells when a sequence, or the file of the workspace's points, becomes visible; the code for the check is loaded only
 * then.
 */
export function watchSequences(onVisible: () => Promise<unknown>): vscode.Disposable {
  const check = (): void => {
    const isVisible = vscode.window.visibleTextEditors.some(
      ({ document: { uri } }) => uri.path.endsWith(SEQUENCE_ENDING) || uri.path.endsWith(`/${POINTS_NAME}`),
    );
    if (isVisible) void onVisible();
  };
  check();
  return vscode.window.onDidChangeVisibleTextEditors(check);
}
