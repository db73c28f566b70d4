import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { belongsTo } from '../../app/activities/activity';
import type { Connection } from '../../app/connections/connection';
import { changeBrowser } from '../connections/browser-box';
import { commandId } from '../editor/contributed';
import { confirmOne } from '../editor/pick';
import type { Command } from './command';

export const setToken: Command = async (services, { connection: name }) => {
  // A token is for a connection; the box for a new one asks for both.
  if (name === undefined && services.connections.activeName === undefined) {
    await vscode.commands.executeCommand(commandId('addConnection'));
    return;
  }
  const { statusMessages, connection, screens } = services;
  requireAccount(connection);
  // What a browser has for a token is a part of its address.
  if (connection.isBrowser) return changeBrowser(services);
  const token = await connection.askToken();
  const { variable } = token;
  // Where the editor does not keep it, it is not asked for again.
  screens.tokenSet(connection, await connection.client(async () => token));
  statusMessages.show(
    variable === undefined
      ? message('$(check) Stored the token for “{0}”', connection.name)
      : message('$(check) “{0}” uses the token from {1}', connection.name, variable),
  );
};

export const clearToken: Command = async (services) => {
  const { activities, statusMessages, connection, connections } = services;
  requireAccount(connection);
  const { name } = connection;
  const token = await connection.token();
  if (!token || token.variable !== undefined) {
    statusMessages.show(
      token
        ? message('Nothing to clear: the token comes from {0}', token.variable ?? '')
        : message('No token is stored for “{0}”', name),
    );
    return;
  }
  await confirmOne(message('Clear the token for “{0}”?', name), {
    paragraphs: [message('You’ll be asked for it again. It remains valid at the service.')],
    dont: message('Don’t Clear'),
    buttons: [message('Clear')],
  });
  await connection.clearToken();
  const stopped = activities.stopWhere((each) => belongsTo(each, connection.settings), 'tokenCleared');
  connections.tokenCleared(connection.settings);
  statusMessages.show(
    // The screens say so themselves.
    stopped.some(({ kind }) => kind !== 'screen')
      ? message('$(check) Cleared the token for “{0}”, and stopped what was using it', name)
      : message('$(check) Cleared the token for “{0}”', name),
  );
};

function requireAccount({ isLocal, name }: Connection): void {
  if (isLocal)
    throw new UserError(
      message('“{0}” doesn’t need a token: the local browser makes its own each time it starts.', name),
      'switchConnection',
    );
}
