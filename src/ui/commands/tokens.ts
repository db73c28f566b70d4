import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { Connection } from '../../app/connections/connection';
import { confirm } from '../editor/pick';
import { showInformation } from '../editor/show';
import type { Command } from './command';

export const setToken: Command = async ({ connection }) => {
  requireAccount(connection);
  const { variable } = await connection.askToken();
  void showInformation(
    variable === undefined
      ? message('The token for {0} is stored.', connection.name)
      : message('{0} uses the token of the environment variable {1}.', connection.name, variable),
  );
};

export const clearToken: Command = async ({ connection }) => {
  requireAccount(connection);
  const { name } = connection;
  const token = await connection.token();
  if (!token || token.variable !== undefined) {
    void showInformation(
      token
        ? message(
            'No token is stored for {0}; the one in use comes from the environment variable {1}.',
            name,
            token.variable ?? '',
          )
        : message('No token is stored for {0}.', name),
    );
    return;
  }
  await confirm(
    message('Clear the token for {0}?', name),
    [message('You will be asked for it again. At the service it stays valid.')],
    message('Clear'),
  );
  await connection.clearToken();
  void showInformation(message('The token for {0} is cleared.', name));
};

function requireAccount({ isLocal, name }: Connection): void {
  if (isLocal)
    throw new UserError(
      message('{0} needs no token: the local service makes its own at each start.', name),
      'switchConnection',
    );
}
