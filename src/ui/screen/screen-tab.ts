import * as vscode from 'vscode';
import type { Client } from '../../api';
import type { ScreenPicture } from '../../app/screen/screen-picture';
import { message, type Message } from '../../core/message';
import { cutPlain, type PlainText } from '../../core/plain-text';
import type { Remedy, ToPage } from '../../core/screen/messages';
import { labelOf, type ConnectionKey } from '../../state';
import { setContext } from '../editor/context';
import { commandId } from '../editor/contributed';
import { localize, MAX_TITLE, plainLabel } from '../editor/localize';
import { pictureName, saveFile } from '../editor/save-file';
import type { Services } from '../services';
import { runRemedy } from './run-remedy';
import { ScreenController, type OuterRemedy, type ScreenHost } from './screen-controller';
import { writeScreenPage } from './write-screen-page';

export type TabServices = Pick<
  Services,
  'connection' | 'records' | 'devtools' | 'log' | 'notOffered' | 'recordChanges'
>;

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

  acted(): void {
    this.screen.acted();
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
