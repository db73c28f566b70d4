import * as vscode from 'vscode';
import type { Client } from '../../api';
import type { DevToolsSessions } from '../../app/devtools-sessions';
import type { ScreenPicture } from '../../app/screen/shown-pictures';
import type { Connection } from '../../app/connections/connection';
import { message, type Message } from '../../core/message';
import { cutPlain, type PlainText } from '../../core/plain-text';
import { readFromPage, type Remedy, type ToPage } from '../../core/screen/messages';
import { labelOf, type ConnectionKey, type ConnectionRecords } from '../../state';
import { setContext } from '../editor/context';
import { commandId } from '../editor/contributed';
import { localize, MAX_TITLE, plainLabel, t } from '../editor/localize';
import type { Log } from '../editor/log';
import { pictureName, saveFile } from '../editor/save-file';
import type { RecordChanges } from '../sessions/record-changes';
import type { NotOffered } from '../views/not-offered';
import { ScreenController, type OuterRemedy, type ScreenHost } from './screen-controller';
import { screenHtml, type SavedTab } from './screen-html';

export interface TabServices {
  readonly connection: Connection;
  readonly records: ConnectionRecords;
  readonly devtools: DevToolsSessions;
  readonly log: Log;
  readonly notOffered: NotOffered;
  readonly recordChanges: RecordChanges;
}

/** An editor tab with the display of one session. */
export class ScreenTab implements ScreenHost {
  private readonly screen: ScreenController;
  private readonly made: vscode.Disposable;
  readonly localize = localize;

  /** @param changed `canClick`, or whether it is the active editor, may have changed. */
  constructor(
    readonly panel: vscode.WebviewPanel,
    readonly session: string,
    private readonly services: TabServices,
    readonly client: Client,
    resources: vscode.Uri,
    readonly changed: () => void,
  ) {
    const { records, devtools, connection, recordChanges } = services;
    const { webview } = panel;
    this.screen = new ScreenController({ client, sessions: records.sessions, devtools }, session, this);
    this.made = vscode.Disposable.from(
      webview.onDidReceiveMessage((received: unknown) => this.screen.receive(received)),
      panel.onDidChangeViewState(() => {
        this.screen.setVisible(panel.visible);
        changed();
      }),
      vscode.window.onDidChangeWindowState(({ focused }) => this.screen.setFocused(focused)),
      recordChanges.onDidChange(() => this.recordsChanged()),
      panel.onDidDispose(() => this.dispose()),
    );
    panel.title = this.title();
    const { name, address } = connection.settings;
    writeScreenPage(webview, resources, this.title(), { session, connection: name, address });
    this.screen.setFocused(vscode.window.state.focused);
    this.screen.setVisible(panel.visible);
  }

  private get label(): PlainText {
    return plainLabel(labelOf(this.services.records.sessions.get(this.session) ?? { id: this.session }));
  }

  get isActive(): boolean {
    return this.panel.active;
  }

  get hasEnded(): boolean {
    return this.screen.hasEnded;
  }

  get canClick(): boolean {
    return this.screen.canClick;
  }

  get connection(): ConnectionKey {
    return this.services.connection.settings;
  }

  end(why: Message, remedy?: Remedy): void {
    this.screen.end(why, remedy);
  }

  dispose(): void {
    this.screen.dispose();
    this.made.dispose();
  }

  private title(): PlainText {
    return cutPlain(this.label, MAX_TITLE);
  }

  /** A released session may belong to somebody else. */
  private recordsChanged(): void {
    const record = this.services.records.sessions.get(this.session);
    if (record?.released && !this.hasEnded) this.screen.end(message('This session was released.'));
    const title = this.title();
    if (!record?.released && title !== this.panel.title) this.panel.title = title;
  }

  /** Nothing arrives at a hidden tab; it asks for the newest picture when it is shown again. */
  post(toPage: ToPage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is not a window's
    void this.panel.webview.postMessage(toPage);
  }

  async run(command: 'click' | 'clickByName'): Promise<void> {
    const { name: connection, address } = this.connection;
    await vscode.commands.executeCommand(commandId(command), { connection, address, session: this.session });
  }

  remedy(remedy: OuterRemedy): Promise<void> {
    return runRemedy(this, remedy);
  }

  async copy(text: string): Promise<void> {
    await vscode.env.clipboard.writeText(text);
  }

  async save({ bytes, mime, at }: ScreenPicture): Promise<boolean> {
    const type = mime === 'image/png' ? 'png' : 'jpg';
    const name = `${pictureName(this.label, at)}.${type}`;
    return (await saveFile(message('Save Screenshot'), bytes, name, { [type.toUpperCase()]: [type] })) !== undefined;
  }

  clicked(): void {
    void setContext('clicked', true);
  }

  unavailable(): void {
    void this.services.notOffered.add(this.connection, 'openScreen');
  }

  logError(error: unknown): void {
    this.services.log.error(error);
  }
}

/** A tab that came back and cannot show its session yet: it says why, and requests nothing. */
export class ClosedScreen {
  readonly client = undefined;
  readonly hasEnded = true;
  readonly canClick = false;
  private readonly made: vscode.Disposable;

  constructor(
    readonly panel: vscode.WebviewPanel,
    readonly session: string,
    readonly connection: ConnectionKey,
    why: Message,
    remedy: OuterRemedy,
    resources: vscode.Uri,
    changed: () => void,
  ) {
    const { webview } = panel;
    const state: ToPage = { type: 'state', state: 'ended', text: localize(why), remedy };
    this.made = vscode.Disposable.from(
      webview.onDidReceiveMessage((received: unknown) => {
        const type = readFromPage(received)?.type;
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is not a window's
        if (type === 'ready') void webview.postMessage(state);
        else if (type === remedy) void runRemedy(this, remedy);
      }),
      panel.onDidChangeViewState(changed),
      panel.onDidDispose(() => this.dispose()),
    );
    const { name, address } = connection;
    writeScreenPage(webview, resources, plainLabel(panel.title), { session, connection: name, address });
  }

  get isActive(): boolean {
    return this.panel.active;
  }

  end(): void {
    this.dispose();
  }

  dispose(): void {
    this.made.dispose();
  }
}

/** Does what the button beside a tab's message says. */
async function runRemedy(
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

/**
 * Writes the page with the display of a session into a tab.
 * @param folder the one of the script and the style; nothing else is loaded.
 * @param label the session's.
 */
function writeScreenPage(webview: vscode.Webview, folder: vscode.Uri, label: PlainText, state: SavedTab): void {
  webview.options = { enableScripts: true, localResourceRoots: [folder] };
  const file = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
  webview.html = screenHtml({ file, source: webview.cspSource, language: vscode.env.language, t }, label, state);
}
