import path from 'node:path';
import * as vscode from 'vscode';
import type { Client } from '../../api';
import type { Activities, Running } from '../../app/activities/activities';
import type { ScreenActivity, StopReason } from '../../app/activities/activity';
import type { Connection } from '../../app/connections/connection';
import type { Connections } from '../../app/connections/connections';
import type { DevToolsSessions } from '../../app/devtools-sessions';
import type { ScreenPicture } from '../../app/screen/shown-pictures';
import { isLoopback } from '../../core/address';
import { message, type Message } from '../../core/message';
import { cutPlain, type PlainText } from '../../core/plain-text';
import type { FromPage, RunningAction, ToPage } from '../../core/screen/messages';
import { labelOf, type ConnectionKey, type SessionRecord } from '../../state';
import { setContext } from '../editor/context';
import { commandId } from '../editor/contributed';
import { localize, MAX_TITLE, plainLabel, t } from '../editor/localize';
import type { Log } from '../editor/log';
import { datedName, saveFile } from '../editor/save-file';
import type { NotOffered } from '../views/not-offered';
import { ScreenController, type OuterRemedy, type RunningWork, type ScreenHost } from './screen-controller';
import { screenHtml, type SavedTab } from './screen-html';

/** What the tabs of all sessions need. */
export interface ScreenServices {
  readonly activities: Activities;
  readonly connections: Connections;
  readonly devtools: DevToolsSessions;
  readonly log: Log;
  readonly notOffered: NotOffered;
}

/** An editor tab with the display of one session. */
export class ScreenTab implements ScreenHost {
  private readonly screen: ScreenController;
  private readonly made: vscode.Disposable;
  private readonly shown: Running<ScreenActivity>;
  /** The newest screenshot that was saved. */
  private saved: vscode.Uri | undefined;
  readonly localize = localize;

  /**
   * @param at the connection of the session.
   * @param onChanged `canClick`, or whether it is the active editor, may have changed.
   */
  constructor(
    readonly panel: vscode.WebviewPanel,
    readonly session: string,
    private readonly at: Connection,
    readonly client: Client,
    private readonly services: ScreenServices,
    resources: vscode.Uri,
    private readonly onChanged: () => void,
  ) {
    const { activities, connections, devtools } = services;
    const { webview } = panel;
    this.screen = new ScreenController({ client, sessions: at.records.sessions, devtools }, session, this);
    this.made = vscode.Disposable.from(
      webview.onDidReceiveMessage((received: FromPage) => this.screen.receive(received)),
      panel.onDidChangeViewState(() => {
        this.screen.setVisible(panel.visible);
        onChanged();
      }),
      vscode.window.onDidChangeWindowState(({ focused }) => this.screen.setFocused(focused)),
      connections.onDidRemember(() => this.rename()),
      activities.onDidChange(() => this.screen.runningChanged()),
      panel.onDidDispose(() => this.dispose()),
    );
    panel.title = this.title();
    const { name, address } = at.settings;
    const record = this.record();
    this.shown = activities.start<ScreenActivity>({
      kind: 'screen',
      connection: { name, address },
      session: record,
      title: labelOf(record),
      endsInProduction: false,
      stop: (why, reason) => {
        if (reason === 'stopped') panel.dispose();
        else if (reason !== 'closing') this.screen.end(why, REMEDIES[reason]);
      },
    });
    writeScreenPage(webview, resources, this.title(), { session, connection: name, address });
    this.screen.setFocused(vscode.window.state.focused);
    this.screen.setVisible(panel.visible);
  }

  private record(): SessionRecord {
    return this.at.records.sessions.get(this.session) ?? { id: this.session };
  }

  private get label(): PlainText {
    return plainLabel(labelOf(this.record()));
  }

  get isActive(): boolean {
    return this.panel.active;
  }

  get runsHere(): boolean {
    const { address } = this.at;
    return address !== undefined && isLoopback(new URL(address).hostname);
  }

  get hasEnded(): boolean {
    return this.screen.hasEnded;
  }

  get canClick(): boolean {
    return this.screen.canClick;
  }

  get connection(): ConnectionKey {
    return this.at.settings;
  }

  changed(): void {
    if (this.hasEnded) this.shown.end();
    this.onChanged();
  }

  dispose(): void {
    // First, because nothing can be told to a tab that is closed.
    this.made.dispose();
    this.shown.end();
    this.screen.dispose();
  }

  private title(): PlainText {
    return cutPlain(this.label, MAX_TITLE);
  }

  private rename(): void {
    const title = this.title();
    // What is remembered of a released session has no name any more.
    if (!this.record().released && title !== this.panel.title) this.panel.title = title;
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

  get hasViewer(): boolean {
    return this.record().hasLiveView === true;
  }

  get running(): RunningWork {
    const { activities } = this.services;
    const [recording] = activities.in('recording', this.connection, this.session);
    return {
      agents: activities.in('agent', this.connection, this.session).map(({ title }) => title),
      recorded: recording?.count,
    };
  }

  async act(action: RunningAction): Promise<void> {
    if (action !== 'stopAgents') return vscode.commands.executeCommand(commandId(action));
    const { activities } = this.services;
    const agents = activities.in('agent', this.connection, this.session);
    activities.stopWhere((each) => agents.some((agent) => agent === each), 'stopped');
  }

  async save({ bytes, mime, at }: ScreenPicture): Promise<string | undefined> {
    const type = mime === 'image/png' ? 'png' : 'jpg';
    const name = `${datedName(this.label, at)}.${type}`;
    const file = await saveFile(message('Save Screenshot'), bytes, name, { [type.toUpperCase()]: [type] });
    this.saved = file ?? this.saved;
    return file && path.posix.basename(file.path);
  }

  async openSaved(): Promise<void> {
    if (this.saved) await vscode.commands.executeCommand('vscode.open', this.saved, { preview: false });
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

/** What helps after a tab was stopped; by default a new session. */
const REMEDIES: { readonly [Reason in StopReason]?: OuterRemedy } = {
  tokenCleared: 'setToken',
  addressChanged: 'reopen',
  connectionRemoved: 'switchConnection',
};

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
    const state: ToPage = { type: 'state', state: 'ended', text: localize(why), remedies: [remedy] };
    this.made = vscode.Disposable.from(
      webview.onDidReceiveMessage(({ type }: FromPage) => {
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
    case 'openViewer':
      return vscode.commands.executeCommand(commandId('openLiveView'), { connection: name, address, session });
    case 'saveReport':
      return vscode.commands.executeCommand(commandId('saveReport'), { connection: name, address, session });
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
