import * as vscode from 'vscode';
import { lastUsed } from '../app/last-used';
import { isLocal } from '../core/connection-settings';
import { UserError } from '../core/errors';
import type { SessionRecord } from '../state';
import type { Connection } from './connection';
import type { Connections } from './connections';
import { say } from './say';
import { labelOf } from './views/items';
import { when } from './when';

export interface Look {
  readonly text: string;
  readonly tooltip: string;
  readonly command: string;
  readonly color?: vscode.ThemeColor;
  readonly backgroundColor?: vscode.ThemeColor;
}

/** Shows which service the commands talk to, the session that was used last, and what was uploaded into it. */
export class StatusBar {
  private readonly item = vscode.window.createStatusBarItem('browserSessions.connection', vscode.StatusBarAlignment.Left);

  constructor(private readonly connections: Connections) {
    this.item.name = vscode.l10n.t('Browser Sessions: Connection');
  }

  show(look: Look): void {
    Object.assign(this.item, { color: undefined, backgroundColor: undefined }, look);
    this.item.show();
  }

  /** How it has to look now. */
  async look(): Promise<Look> {
    try {
      return await lookOf(this.connections.active());
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const none = this.connections.activeName === undefined;
      return {
        text: none ? vscode.l10n.t('$(plug) Add Connection') : vscode.l10n.t('$(warning) {0}', this.connections.activeName),
        tooltip: say(error.text),
        command: none ? 'browserSessions.addConnection' : 'browserSessions.switchConnection',
      };
    }
  }

  dispose(): void {
    this.item.dispose();
  }
}

async function lookOf(connection: Connection): Promise<Look> {
  const { settings, memory } = connection;
  const session = lastUsed(memory.sessions);
  const upload = session?.uploads?.[0];
  return {
    text: [`$(${settings.icon ?? (isLocal(settings) ? 'vm' : 'browser')}) ${settings.name}`, session && shortLabel(session), upload?.name].filter(Boolean).join(' · '),
    tooltip: await tooltipOf(connection, session),
    command: 'browserSessions.manageConnection',
    ...(settings.color && { color: new vscode.ThemeColor(`charts.${settings.color}`) }),
    // The editor has no other colour that says: take care.
    ...(settings.production && { backgroundColor: new vscode.ThemeColor('statusBarItem.warningBackground') }),
  };
}

/** Of an ID its beginning tells enough: the tooltip has all of it. */
function shortLabel({ id, name }: SessionRecord): string {
  return name ?? (id.length > LONGEST_ID ? `${id.slice(0, LONGEST_ID)}…` : id);
}

/** Characters. */
const LONGEST_ID = 8;

async function tooltipOf(connection: Connection, session: SessionRecord | undefined): Promise<string> {
  const { name, address, settings } = connection;
  const upload = session?.uploads?.[0];
  return [
    vscode.l10n.t('Browser Sessions: {0}', name),
    ...(settings.production ? [vscode.l10n.t('A production connection: it asks before an upload, a release and a deletion')] : []),
    address === undefined ? vscode.l10n.t('The local service does not run; it starts when it is needed') : vscode.l10n.t('Address: {0}', address),
    await tokenWords(connection),
    ...(session ? [vscode.l10n.t('Session: {0}', labelOf(session))] : []),
    ...(upload ? [vscode.l10n.t('Last upload: {0} ({1} {2}), {3}', upload.name, upload.title, upload.version, when(new Date(upload.at)))] : []),
  ].join('\n');
}

async function tokenWords(connection: Connection): Promise<string> {
  if (connection.isLocal) return vscode.l10n.t('Token: none needed');
  const token = await connection.token();
  if (!token) return vscode.l10n.t('Token: none yet; it is asked for when it is needed');
  return token.variable === undefined ? vscode.l10n.t('Token: from the secret storage of the editor') : vscode.l10n.t('Token: from the environment variable {0}', token.variable);
}
