import * as vscode from 'vscode';
import type { Client } from '../../app';
import { UserError } from '../../core/errors';
import { asRecord, asText } from '../../core/json';
import { message, type Message } from '../../core/message';
import { keyOf, labelOf, type ConnectionKey } from '../../state';
import { SCREEN_VIEW } from '../editor/contributed';
import { plainLabel } from '../editor/localize';
import { ScreenTab, type TabServices } from './screen-tab';

/** The tabs with displays of sessions: one for each session. */
export class Screens {
  private readonly tabs = new Map<string, ScreenTab>();

  /**
   * @param resources the folder with the script and the style of the page.
   * @param icons of the tab.
   */
  constructor(
    private readonly resources: vscode.Uri,
    private readonly icons: { readonly light: vscode.Uri; readonly dark: vscode.Uri },
  ) {}

  /** Opens the tab of a session, or shows it if it is open. */
  open(services: TabServices, session: string, client: Client): void {
    const open = this.tabs.get(tabKey(services.connection.settings, session));
    if (open && !open.hasEnded) return open.reveal();
    // A session that was released may be acquired again.
    open?.close();
    const { records } = services;
    const panel = vscode.window.createWebviewPanel(
      SCREEN_VIEW,
      plainLabel(labelOf(records.sessions.get(session) ?? { id: session })),
      { viewColumn: vscode.ViewColumn.Active },
    );
    this.add(panel, services, session, client);
  }

  /**
   * Fills a tab that was open when the window was reloaded. No box is opened, and nothing is started for it.
   * @param state what the page has saved.
   * @param servicesFor the services of the connection that it belonged to.
   */
  async restore(
    panel: vscode.WebviewPanel,
    state: unknown,
    servicesFor: (wanted: { connection: string; address: string }) => TabServices,
  ): Promise<void> {
    const saved = asRecord(state);
    const [session, connection, address] = ['session', 'connection', 'address'].map((name) => asText(saved[name]));
    if (session === undefined || connection === undefined || address === undefined) return panel.dispose();
    try {
      const services = servicesFor({ connection, address });
      // The local service of the window ended with it.
      if (services.connection.address === undefined) return panel.dispose();
      this.add(panel, services, session, await services.connection.client(noToken));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      panel.dispose();
    }
  }

  /** The session of the tab that is the active editor. */
  get active(): { readonly connection: ConnectionKey; readonly session: string } | undefined {
    return [...this.tabs.values()].find(({ isActive }) => isActive);
  }

  /** Something was done in a session, not only by its tab. */
  acted(connection: ConnectionKey, session: string): void {
    this.tabs.get(tabKey(connection, session))?.acted();
  }

  /** Ends the tabs of a connection whose token was cleared: what they have opened would outlive it. */
  tokenCleared(connection: ConnectionKey): void {
    this.end((each) => keyOf(each) === keyOf(connection), message('The token was cleared. Open the screen again.'));
  }

  /**
   * Ends the tabs of connections that were removed, or have another address now.
   * @param isKnown tells whether the settings have a connection.
   */
  endUnknown(isKnown: (connection: ConnectionKey) => boolean): void {
    this.end((each) => !isKnown(each), message('The connection was removed, or its address has changed.'));
  }

  dispose(): void {
    for (const tab of this.tabs.values()) tab.dispose();
  }

  /** They are opened anew if they are wanted again. */
  private end(isMeant: (connection: ConnectionKey) => boolean, why: Message): void {
    for (const [key, tab] of this.tabs) {
      if (!isMeant(tab.connection)) continue;
      tab.end(why);
      this.tabs.delete(key);
    }
  }

  private add(panel: vscode.WebviewPanel, services: TabServices, session: string, client: Client): void {
    const key = tabKey(services.connection.settings, session);
    panel.iconPath = this.icons;
    const tab = new ScreenTab(panel, session, services, client, this.resources);
    this.tabs.set(key, tab);
    panel.onDidDispose(() => {
      if (this.tabs.get(key) === tab) this.tabs.delete(key);
    });
  }
}

async function noToken(): Promise<never> {
  throw new UserError(message('No token is set.'));
}

function tabKey(connection: ConnectionKey, session: string): string {
  return `${keyOf(connection)} ${session}`;
}
