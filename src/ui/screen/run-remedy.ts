import * as vscode from 'vscode';
import type { ConnectionKey } from '../../state';
import { commandId } from '../editor/contributed';
import type { OuterRemedy } from './screen-controller';

/** Does what the button beside a tab's message says. */
export async function runRemedy(
  { panel, session, connection }: { panel: vscode.WebviewPanel; session: string; connection: ConnectionKey },
  remedy: OuterRemedy,
): Promise<void> {
  const { name, address } = connection;
  switch (remedy) {
    case 'setToken':
      return vscode.commands.executeCommand(commandId('setToken'), { connection: name, address });
    case 'switchConnection':
      return vscode.commands.executeCommand(commandId('switchConnection'));
    case 'newSession':
      return vscode.commands.executeCommand(commandId('startSession'), { connection: name, address });
    case 'reopen':
      // At whatever address the connection has now.
      panel.dispose();
      return vscode.commands.executeCommand(commandId('openScreen'), { connection: name, session });
  }
}
