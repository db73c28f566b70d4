import * as vscode from 'vscode';
import { ScreenFeed, type Client, type ScreenPicture } from '../../app';
import { describeClick, formatClick } from '../../core/click';
import { Cancelled, sentenceOf } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { readFromPage, type FromPage, type ToPage } from '../../core/screen/messages';
import { cutPlain, type PlainText } from '../../core/plain-text';
import { labelOf, type ConnectionKey } from '../../state';
import { setContext } from '../editor/context';
import { commandId } from '../editor/contributed';
import { showCountdowns } from '../editor/countdown';
import { localize, MAX_TITLE, plainLabel } from '../editor/localize';
import type { Services } from '../services';
import { pictureName, saveFile } from '../editor/save-file';
import { InputQueue } from './input-queue';
import { writeScreenPage } from './screen-html';
import { notOfferedWords, sendInput, type Input } from './session-input';

/** How many kinds of input there are besides clicks. */
const INPUTS = 4;

export type TabServices = Pick<
  Services,
  'connection' | 'records' | 'devtools' | 'brief' | 'log' | 'notOffered' | 'recordChanges'
>;

/** An editor tab with the display of one session. */
export class ScreenTab {
  private readonly feed: ScreenFeed;
  private readonly made: vscode.Disposable;
  private state: ToPage & { type: 'state' } = { type: 'state', state: 'connecting', text: '' };
  private acting: Promise<void> = Promise.resolve();
  /** Actions that are under way, or wait. */
  private unfinished = 0;
  private readonly inputs = new InputQueue();
  private hasPicture = false;
  private readonly ending = new AbortController();
  /** What the service has answered that it does not have. */
  private readonly notOffered = new Set<Input['type']>();

  constructor(
    readonly panel: vscode.WebviewPanel,
    readonly session: string,
    private readonly services: TabServices,
    readonly client: Client,
    resources: vscode.Uri,
  ) {
    const { records, devtools, connection, recordChanges } = services;
    const { webview } = panel;
    this.feed = new ScreenFeed(
      { client, sessions: records.sessions, devtools },
      session,
      {
        onPicture: (picture) => this.showPicture(picture),
        onPopup: (picture) => this.post(picture ? pictureMessage('popup', picture) : { type: 'popupClosed' }),
        onState: (state, text) => this.tellState(state, text),
      },
      () => this.beginWork(),
    );
    this.made = vscode.Disposable.from(
      webview.onDidReceiveMessage((received: unknown) => {
        const read = readFromPage(received);
        if (read) this.receive(read);
      }),
      panel.onDidChangeViewState(() => this.feed.setVisible(panel.visible)),
      vscode.window.onDidChangeWindowState(({ focused }) => this.feed.setFocused(focused)),
      recordChanges.onDidChange(() => this.recordsChanged()),
      panel.onDidDispose(() => this.dispose()),
    );
    panel.title = this.title();
    const { name, address } = connection.settings;
    writeScreenPage(webview, resources, this.title(), { session, connection: name, address });
    this.feed.setFocused(vscode.window.state.focused);
    this.feed.setVisible(panel.visible);
  }

  private get label(): PlainText {
    return plainLabel(labelOf(this.services.records.sessions.get(this.session) ?? { id: this.session }));
  }

  get isActive(): boolean {
    return this.panel.active;
  }

  /** Something was done in the session, perhaps from elsewhere. */
  acted(): void {
    this.feed.acted();
  }

  get hasEnded(): boolean {
    return this.feed.hasEnded;
  }

  get connection(): ConnectionKey {
    return this.services.connection.settings;
  }

  /** Ends what it shows; the last picture stays. */
  end(why: Message): void {
    this.ending.abort();
    this.feed.end(why);
  }

  dispose(): void {
    this.ending.abort();
    this.feed.dispose();
    this.made.dispose();
  }

  private title(): PlainText {
    return cutPlain(this.label, MAX_TITLE);
  }

  /** A released session may belong to somebody else. */
  private recordsChanged(): void {
    const record = this.services.records.sessions.get(this.session);
    if (record?.released && !this.feed.hasEnded) this.feed.end(message('This session was released.'));
    const title = this.title();
    if (!record?.released && title !== this.panel.title) this.panel.title = title;
  }

  /** While the service asks to wait, the tab counts down. */
  private beginWork(): AbortController {
    const work = new AbortController();
    showCountdowns(work.signal, (words) => {
      // A stream needs no picture of the service.
      if (this.state.state !== 'live') this.tellState('waiting', words);
    });
    return work;
  }

  private receive(received: FromPage): void {
    switch (received.type) {
      case 'ready':
        return this.pageIsReady();
      case 'drawn':
        // The next frame of a stream is there soon.
        if (received.isDamaged && this.state.state !== 'live')
          this.tellState('lost', message('The service’s picture is damaged.'));
        return this.feed.drawn(received.id);
      case 'click':
        return this.act(() => this.click(received));
      case 'text':
      case 'keys':
      case 'scroll':
      case 'drag':
        return this.enqueue(received);
      case 'popupClick':
        return this.act(() => this.clickPopup(received));
      case 'copy':
        return void this.attempt(() => this.copy(`${received.x}, ${received.y}`));
      case 'interval':
        return this.feed.setInterval(received.seconds);
      case 'refresh':
        return this.feed.refresh();
      case 'save':
        return void this.attempt(() => this.save());
      case 'clickByName':
        return void this.runHere('clickByName');
      case 'enterClick':
        return void this.runHere('click');
    }
  }

  /** The page is made anew each time the tab is shown again. */
  private pageIsReady(): void {
    const { picture, popup } = this.feed;
    this.post(this.state);
    this.post(this.offers());
    if (picture) this.post(pictureMessage('picture', picture));
    if (popup) this.post(pictureMessage('popup', popup));
  }

  private enqueue(input: Input): void {
    // A key that is held repeats no faster than the session takes it, and not on when it is released.
    if (input.type === 'keys' && input.isRepeat && this.unfinished > 0) return;
    const take = this.inputs.add(input);
    if (take === 'merged') return;
    if (take === 'full')
      return this.tellResult(
        message('Some input wasn’t sent, because the session is slow. Check it before you go on.'),
        true,
      );
    this.enact(() => this.input(take()));
  }

  private act(work: () => Promise<void>): void {
    this.inputs.seal();
    this.enact(work);
  }

  /** One at a time: the second one belongs to what the first one has done. */
  private enact(work: () => Promise<void>): void {
    const before = this.acting;
    this.unfinished++;
    this.acting = (async () => {
      await before;
      await this.attempt(work);
      this.unfinished--;
    })();
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof Cancelled) return;
      this.services.log.error(error);
      this.tellResult(sentenceOf(error), true);
    }
  }

  private async click({ picture, click: wanted, isSecond }: FromPage & { type: 'click' }): Promise<void> {
    this.post({
      type: 'result',
      text: localize(message('Clicking at {0}…', formatClick(wanted))),
      isError: false,
      isDone: false,
    });
    await this.feed.input.click(picture, wanted, this.ending.signal, isSecond);
    void setContext('clicked', true);
    this.tellResult(message('Sent: {0}', describeClick(wanted)), false);
  }

  private async clickPopup({ picture, x, y }: FromPage & { type: 'popupClick' }): Promise<void> {
    const isOpen = await this.feed.input.clickPopup(picture, { x, y }, this.ending.signal);
    if (isOpen) return this.tellResult(message('Clicked in the popup at {0}, {1}', String(x), String(y)), false);
    this.tellResult(message('The popup has closed. Nothing was clicked.'), true);
  }

  private async input(input: Input): Promise<void> {
    if (this.notOffered.has(input.type)) return;
    const parts = { client: this.client, sessions: this.services.records.sessions };
    const sent = await sendInput(parts, this.feed, this.session, input, this.ending.signal);
    if (sent) return this.tellResult(sent, false);
    this.notOffered.add(input.type);
    this.post(this.offers());
    this.tellResult(notOfferedWords(input.type), true);
  }

  /** Runs a command about this session. */
  private async runHere(command: 'click' | 'clickByName'): Promise<void> {
    const { name: connection, address } = this.services.connection.settings;
    await vscode.commands.executeCommand(commandId(command), { connection, address, session: this.session });
    this.feed.refresh();
  }

  private async copy(point: string): Promise<void> {
    await vscode.env.clipboard.writeText(point);
    this.tellResult(message('Copied {0}', point), false);
  }

  private async save(): Promise<void> {
    const { picture } = this.feed;
    if (!picture) return;
    const type = picture.mime === 'image/png' ? 'png' : 'jpg';
    const name = `${pictureName(this.label, picture.at)}.${type}`;
    const saved = await saveFile(picture.bytes, name, { [type.toUpperCase()]: [type] });
    if (saved) this.tellResult(message('Saved the picture'), false);
  }

  private tellResult(text: Message, isError: boolean): void {
    this.post({ type: 'result', text: localize(text), isError, isDone: true });
  }

  private tellState(state: string, text: Message | undefined): void {
    const { notOffered, connection } = this.services;
    if (this.feed.isUnavailable) void notOffered.add(connection.settings, 'openScreen');
    this.state = { type: 'state', state, text: text ? localize(text) : '' };
    this.post(this.state);
    this.post(this.offers());
  }

  private showPicture(picture: ScreenPicture): void {
    this.post(pictureMessage('picture', picture));
    // Input is offered once there is a picture, which may come after the state.
    if (!this.hasPicture) this.post(this.offers());
    this.hasPicture = true;
  }

  /** A name leads to a place only where a page is the display. */
  private offers(): ToPage {
    const { state } = this.state;
    return {
      type: 'offers',
      clickByName: state === 'live',
      // While nothing is heard of the session, keys must not suddenly belong to the tab.
      input:
        this.notOffered.size < INPUTS &&
        state !== 'ended' &&
        state !== 'unavailable' &&
        this.feed.picture !== undefined,
    };
  }

  /** Nothing arrives at a hidden tab; it asks for the newest picture when it is shown again. */
  private post(toPage: ToPage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is not a window's
    void this.panel.webview.postMessage(toPage);
  }
}

/** The bytes in a buffer of their own: otherwise everything that shares it is sent, too. */
function pictureMessage(type: 'picture' | 'popup', { id, bytes, mime, width, height, at }: ScreenPicture): ToPage {
  const age = Math.max(0, Date.now() - at);
  return { type, id, bytes: Uint8Array.from(bytes).buffer, mime, width, height, age };
}
