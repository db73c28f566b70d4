import * as vscode from 'vscode';
import type { Client } from '../../api';
import type { Connection } from '../../app/connections/connection';
import { UserError } from '../../core/errors';
import { asRecord, asText } from '../../core/json';
import { message, type Message } from '../../core/message';
import { keyOf, labelOf, type ConnectionKey } from '../../state';
import { setContext } from '../editor/context';
import { SCREEN_VIEW } from '../editor/contributed';
import { plainLabel } from '../editor/localize';
import type { OuterRemedy } from './screen-controller';
import { ClosedScreen, ScreenTab, type ScreenServices } from './screen-tab';

/** The tabs with displays of sessions: one for each session. */
export class Screens {
  private readonly tabs = new Map<string, ScreenTab | ClosedScreen>();
  private canRecord = false;

  /**
   * @param resources the folder with the script and the style of the page.
   * @param icons of the tab.
   */
  constructor(
    private readonly services: ScreenServices,
    private readonly resources: vscode.Uri,
    private readonly icons: { readonly light: vscode.Uri; readonly dark: vscode.Uri },
  ) {}

  /** Opens the tab of a session, or shows it if it is open. */
  open(connection: Connection, session: string, client: Client): void {
    const open = this.tabs.get(tabKey(connection.settings, session));
    if (open) {
      open.panel.reveal();
      return this.renewIfStale(open, connection, client);
    }
    const panel = vscode.window.createWebviewPanel(
      SCREEN_VIEW,
      plainLabel(labelOf(connection.records.sessions.get(session) ?? { id: session })),
      {
        viewColumn: vscode.ViewColumn.Active,
      },
    );
    this.add(panel, connection, session, client);
  }

  /**
   * Fills a tab that was open when the window was reloaded. No box is opened, and nothing is started for it.
   * @param state what the page has saved.
   */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const saved = asRecord(state);
    const [session, name, address] = ['session', 'connection', 'address'].map((field) => asText(saved[field]));
    if (session === undefined || name === undefined || address === undefined) return panel.dispose();
    // A hidden tab is restored when it is shown, and the session may have been opened meanwhile.
    const key = { name, address };
    if (this.reveal(key, session)) return panel.dispose();
    try {
      const connection = this.services.connections.named(name);
      if (connection.settings.address !== address)
        return this.close(
          panel,
          session,
          key,
          message('The address or project of connection “{0}” has changed.', name),
        );
      // The local service of the window ended with it.
      if (connection.address === undefined) return panel.dispose();
      const client = await connection.client(noToken);
      if (this.reveal(key, session)) return panel.dispose();
      this.add(panel, connection, session, client);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.close(panel, session, key, error.text, remedyFor(error));
    }
  }

  private close(
    panel: vscode.WebviewPanel,
    session: string,
    connection: ConnectionKey,
    why: Message,
    remedy: OuterRemedy = 'reopen',
  ): void {
    panel.iconPath = this.icons;
    this.set(new ClosedScreen(panel, session, connection, why, remedy, this.resources, this.changed));
  }

  /** The session of the tab that is the active editor. */
  get active(): { readonly connection: ConnectionKey; readonly session: string } | undefined {
    return [...this.tabs.values()].find(({ isActive }) => isActive);
  }

  /** A token was set: the tabs of its connection begin anew with it. */
  tokenSet(connection: Connection, client: Client): void {
    for (const tab of this.tabs.values())
      if (keyOf(tab.connection) === keyOf(connection.settings)) this.renewIfStale(tab, connection, client);
  }

  dispose(): void {
    for (const tab of this.tabs.values()) tab.dispose();
  }

  /** Lets the title of the active tab offer to record clicks, or not. */
  private readonly changed = (): void => {
    const canRecord = [...this.tabs.values()].some(({ isActive, canClick }) => isActive && canClick);
    if (canRecord === this.canRecord) return;
    this.canRecord = canRecord;
    void setContext('clickable', canRecord);
  };

  /** @returns whether it has a tab. */
  private reveal(connection: ConnectionKey, session: string): boolean {
    const open = this.tabs.get(tabKey(connection, session));
    open?.panel.reveal();
    return open !== undefined;
  }

  /** With another token, or for a session that was released and acquired again, a tab begins anew. */
  private renewIfStale(tab: ScreenTab | ClosedScreen, connection: Connection, client: Client): void {
    if (!tab.hasEnded && tab.client === client) return;
    tab.dispose();
    this.add(tab.panel, connection, tab.session, client);
  }

  private add(panel: vscode.WebviewPanel, connection: Connection, session: string, client: Client): void {
    panel.iconPath = this.icons;
    this.set(new ScreenTab(panel, session, connection, client, this.services, this.resources, this.changed));
  }

  private set(tab: ScreenTab | ClosedScreen): void {
    const key = tabKey(tab.connection, tab.session);
    this.tabs.set(key, tab);
    tab.panel.onDidDispose(() => {
      if (this.tabs.get(key) === tab) this.tabs.delete(key);
    });
    this.changed();
  }
}

async function noToken(): Promise<never> {
  throw new UserError(message('No token is set.'), 'setToken');
}

function remedyFor({ recovery }: UserError): OuterRemedy {
  return recovery === 'setToken' || recovery === 'switchConnection' ? recovery : 'reopen';
}

function tabKey(connection: ConnectionKey, session: string): string {
  return `${keyOf(connection)} ${session}`;
}
