import * as vscode from 'vscode';
import type { Connection } from '../connection';
import type { Connections } from '../connections';
import { confirmAt, pick, type Choice, type Heading } from '../pick';
import type { Command } from './command';
import { connectionChoices } from './switch-connection';

type Line = Choice<() => Promise<unknown>> | Heading;

/** The menu of the status bar item: the connections, and below them what can be done with the one in use. */
export const manageConnection: Command = async ({ connections, connection }) => {
  const chosen = await pick<() => Promise<unknown>>(vscode.l10n.t('Connection {0}', connection.name), vscode.l10n.t('Switch to another one, or change this one'), [
    heading(vscode.l10n.t('Switch to')),
    ...connectionChoices(connections),
    line(vscode.l10n.t('$(add) Add Connection…'), 'addConnection'),
    heading(connection.name),
    ...(connection.isLocal ? localLines(connections) : await tokenLines(connection)),
    productionLine(connections, connection),
    line(vscode.l10n.t('$(gear) Edit in Settings…'), 'editConnections'),
    line(vscode.l10n.t('$(trash) Remove Connection…'), 'removeConnection', connection),
    heading(vscode.l10n.t('Log')),
    line(vscode.l10n.t('$(output) Show Log'), 'showLog'),
  ]);
  await chosen();
};

function localLines({ local: { running } }: Connections): Line[] {
  return [running ? line(vscode.l10n.t('$(debug-stop) Stop Local Browser Service'), 'stopLocalService') : line(vscode.l10n.t('$(debug-start) Start Local Browser Service'), 'startLocalService')];
}

async function tokenLines(connection: Connection): Promise<Line[]> {
  const token = await connection.token();
  const stored = token !== undefined && token.variable === undefined;
  return [
    {
      ...line(stored ? vscode.l10n.t('$(key) Replace Token…') : vscode.l10n.t('$(key) Set Token…'), 'setToken', connection),
      ...(token?.variable !== undefined && { description: vscode.l10n.t('now from the environment variable {0}', token.variable) }),
    },
    ...(stored ? [line(vscode.l10n.t('$(clear-all) Clear Token…'), 'clearToken', connection)] : []),
    line(vscode.l10n.t('$(globe) Change Address…'), 'changeAddress', connection),
  ];
}

function productionLine(connections: Connections, connection: Connection): Line {
  const { name, settings: { production } } = connection;
  return {
    label: production ? vscode.l10n.t('$(shield) No Longer Production') : vscode.l10n.t('$(shield) Mark as Production'),
    description: production ? '' : vscode.l10n.t('asks also before an upload'),
    value: async () => {
      if (production) await confirmAt(connection, vscode.l10n.t('Is {0} no longer production?', name), vscode.l10n.t('From then on uploads are not asked about.'), vscode.l10n.t('No Longer Production'));
      await connections.change(name, { production: !production });
    },
  };
}

function heading(label: string): Heading {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** A line that runs a command, for the connection that the menu was opened for. */
function line(label: string, command: string, connection?: Connection): Choice<() => Promise<unknown>> {
  return { label, value: async () => vscode.commands.executeCommand(`browserSessions.${command}`, connection && { connection: connection.name, address: connection.settings.address }) };
}
