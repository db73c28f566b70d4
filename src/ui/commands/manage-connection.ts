import * as vscode from 'vscode';
import { message } from '../../core/message';
import { plainText, type PlainText } from '../../core/plain-text';
import type { Connection } from '../../app/connections/connection';
import type { Connections } from '../../app/connections/connections';
import { MAX_NAME, t } from '../editor/localize';
import { heading, pick, type Choice, type Heading } from '../editor/pick';
import { confirmAt } from '../connections/confirm-at';
import type { Command } from './command';
import { connectionChoices } from '../connections/connection-choices';
import { commandId, type CommandName } from '../editor/contributed';

type Line = Choice<() => Promise<unknown>> | Heading;

/** The menu of the status bar item: the connection in use with its actions, then the others. */
export const manageConnection: Command = async ({ activities, connections, connection }) => {
  const running = activities.all.length;
  const [current, ...others] = connectionChoices(connections, { verb: true });
  const chosen = await pick<() => Promise<unknown>>(
    message('Manage Connection “{0}”', connection.name),
    message('Select an action or another connection'),
    [
      ...(current ? [current] : []),
      ...(connection.isLocal ? localLines(connections) : await tokenLines(connection)),
      productionLine(connections, connection),
      line(t('$(gear) Edit in Settings…'), 'editConnections'),
      line(t('$(trash) Remove Connection…'), 'removeConnection', connection),
      heading(t('Other Connections')),
      ...others,
      line(t('$(add) Add Connection…'), 'addConnection'),
      ...(running === 0
        ? []
        : [
            heading(t('Running')),
            {
              ...line(t('$(debug-stop) Stop…'), 'stop'),
              description: running === 1 ? t('1 thing is running') : t('{0} things are running', running),
            },
          ]),
      heading(plainText('', MAX_NAME)),
      line(t('$(output) Show Log'), 'showLog'),
    ],
  );
  await chosen();
};

function localLines({ local: { running } }: Connections): Line[] {
  return [
    running
      ? line(t('$(debug-stop) Stop Local Browser'), 'stopLocalService')
      : line(t('$(debug-start) Start Local Browser'), 'startLocalService'),
  ];
}

async function tokenLines(connection: Connection): Promise<Line[]> {
  const token = await connection.tokenToShow();
  const stored = token !== undefined && token.variable === undefined;
  const set: Line[] = [
    {
      ...line(stored ? t('$(key) Replace Token…') : t('$(key) Set Token…'), 'setToken', connection),
      ...(token?.variable !== undefined && { description: t('From {0}', token.variable) }),
    },
  ];
  return [
    // What a browser has for a token is a part of its address.
    ...(connection.isBrowser ? [] : set),
    ...(stored ? [line(t('$(clear-all) Clear Token…'), 'clearToken', connection)] : []),
    {
      ...line(t('$(globe) Change Address…'), 'changeAddress', connection),
      description: plainText(connection.address ?? '', MAX_NAME),
    },
  ];
}

function productionLine(connections: Connections, connection: Connection): Line {
  const {
    name,
    settings: { production },
  } = connection;
  return {
    label: production ? t('$(shield) Unmark as Production') : t('$(shield) Mark as Production'),
    description: production ? undefined : t('Asks before anything is changed'),
    value: async () => {
      if (production)
        await confirmAt(connection, {
          question: message('Unmark “{0}” as production?', name),
          effect: message('You’ll no longer be asked before anything is changed.'),
          dont: message('Don’t Unmark'),
          buttons: [message('Unmark as Production')],
        });
      await connections.change(name, { production: !production });
    },
  };
}

/** A menu item that runs a command for the connection that the menu was opened for. */
function line(label: PlainText, command: CommandName, connection?: Connection): Choice<() => Promise<unknown>> {
  return {
    label,
    value: async () =>
      vscode.commands.executeCommand(
        commandId(command),
        connection && { connection: connection.name, address: connection.settings.address },
      ),
  };
}
