import * as vscode from 'vscode';
import { ProductionMarks } from '../../tools';
import type { WindowServices } from '../services';

/**
 * Tells processes without a window which addresses are production: there they change nothing.
 * @param storage the folder that the editor keeps for this extension.
 */
export function rememberProduction(
  { connections, log }: Pick<WindowServices, 'connections' | 'log'>,
  storage: string,
): vscode.Disposable {
  const marks = new ProductionMarks(process.env, storage);
  const write = (): void => void marks.write(connections.entries()).catch((error: unknown) => log.error(error));
  write();
  return connections.onDidChange(write);
}
