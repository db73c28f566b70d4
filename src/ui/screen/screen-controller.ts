import { ScreenFeed, type ScreenState } from '../../app/screen/screen-feed';
import { ScreenInput } from '../../app/screen/screen-input';
import { ScreenTabs } from '../../app/screen/screen-tabs';
import type { BrowserAccess } from '../../app/devtools-sessions';
import type { ScreenPicture } from '../../app/screen/shown-pictures';
import { describeClick, formatClick, parseClick } from '../../core/click';
import { Cancelled, sentenceOf, UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { plainText, type PlainText } from '../../core/plain-text';
import type { FromPage, Remedy, SessionInput, ShownTab, ToPage } from '../../core/screen/messages';
import { NotOffered } from '../../core/service-error';
import type { SessionTab } from '../../devtools';
import { showCountdowns } from '../editor/countdown';
import { InputQueue, sentText } from './session-input';

/** How many kinds of input there are besides clicks. */
const INPUTS = 4;

/** The remedies that the editor has. */
export type OuterRemedy = Exclude<Remedy, 'refresh' | 'enterClick'>;

/** UTF-16 units of an address and of a title in the address line. */
const MAX_SHOWN_ADDRESS = 2000;
const MAX_SHOWN_TITLE = 200;

/** What shows the page, and does for it what a web page cannot. */
export interface ScreenHost {
  /** Whether the session is on this machine. */
  readonly runsHere: boolean;
  localize(text: Message): PlainText;
  post(toPage: ToPage): void;
  /** Runs a command about this session. */
  run(command: 'click' | 'clickByName'): Promise<void>;
  /** Does what is not about this screen alone. */
  remedy(remedy: OuterRemedy): Promise<void>;
  copy(text: string): Promise<void>;
  /** @returns whether it was saved; false if no place was chosen. */
  save(picture: ScreenPicture): Promise<boolean>;
  /** The session was clicked in. */
  clicked(): void;
  /** The service has answered that it has no screenshots. */
  unavailable(): void;
  /** `canClick` may have another value. */
  changed(): void;
  logError(error: unknown): void;
}

/**
 * The display of one session in a page: sends the page what there is to see, and the session what is done in the page.
 * It knows nothing of the editor, so that the page can be shown, and tested, in any browser.
 */
export class ScreenController {
  private readonly feed: ScreenFeed;
  private readonly input: ScreenInput;
  private readonly tabs: ScreenTabs;
  private acting: Promise<void> = Promise.resolve();
  /** Actions that are under way, or wait. */
  private unfinished = 0;
  private readonly inputs = new InputQueue();
  private hasPicture = false;
  private readonly ending = new AbortController();
  /** What the service has answered that it does not have. */
  private readonly notOffered = new Set<SessionInput['type']>();

  constructor(
    access: BrowserAccess,
    session: string,
    private readonly host: ScreenHost,
  ) {
    this.feed = new ScreenFeed(access, session, {
      onPicture: (picture) => this.postPicture(picture),
      onPopup: (picture) => host.post(picture ? pictureMessage('popup', picture) : { type: 'popupClosed' }),
      onState: () => this.stateChanged(),
      onTabs: () => this.postTabs(),
      onClick: (text) => this.postClick(text),
      // While the service asks to wait, the page counts down.
      onBegin: (signal) => showCountdowns(signal, (text) => this.feed.showWaiting(text)),
    });
    this.input = new ScreenInput(access, session, this.feed);
    this.tabs = new ScreenTabs(access, session, this.feed, host.runsHere);
  }

  setVisible(isVisible: boolean): void {
    this.feed.setVisible(isVisible);
  }

  setFocused(isFocused: boolean): void {
    this.feed.setFocused(isFocused);
  }

  get hasEnded(): boolean {
    return this.feed.hasEnded;
  }

  /** Whether there is a display to click in. */
  get canClick(): boolean {
    const { state, display } = this.feed;
    return pageState(state) !== 'ended' && state.kind !== 'unavailable' && display.newest !== undefined;
  }

  /**
   * Ends what it shows; the last picture stays.
   * @param remedy by default a new session.
   */
  end(why: Message, remedy?: Remedy): void {
    this.ending.abort();
    this.feed.end(why, remedy);
  }

  dispose(): void {
    this.ending.abort();
    this.feed.dispose();
  }

  /** Does what a message of the page asks for. */
  receive(received: FromPage): void {
    switch (received.type) {
      case 'ready':
        return this.pageIsReady();
      case 'drawn':
        return this.feed.drawn(received.id, received.isDamaged);
      case 'click':
        return this.enqueueAction(() => this.click(received));
      case 'text':
      case 'keys':
      case 'scroll':
      case 'drag':
        return this.enqueueInput(received);
      case 'popupClick':
        return this.enqueueAction(() => this.clickPopup(received));
      case 'copy':
        return void this.attempt(() => this.copy(`${received.x}, ${received.y}`));
      case 'interval':
        return this.feed.setInterval(received.seconds);
      case 'refresh':
        return defaultRemedy(this.feed.state) === 'refresh' ? this.feed.retry() : this.feed.refresh();
      case 'setToken':
      case 'switchConnection':
      case 'newSession':
      case 'reopen':
        return void this.attempt(() => this.host.remedy(received.type));
      case 'open':
        return void this.attempt(() => this.open(received.text));
      case 'back':
      case 'forward':
      case 'reloadPage':
        return void this.attempt(() => this.tabs.go(received.type, this.ending.signal));
      case 'newTab':
        return void this.attempt(() => this.tabs.newTab(this.ending.signal));
      case 'showTab':
        return void this.attempt(() => this.tabs.show(received.tab, this.ending.signal));
      case 'closeTab':
        return void this.attempt(() => this.tabs.close(this.ending.signal));
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
    const { display, popup } = this.feed;
    this.postState();
    this.postTabs();
    if (display.newest) this.host.post(pictureMessage('picture', display.newest));
    if (popup.newest) this.host.post(pictureMessage('popup', popup.newest));
  }

  private enqueueInput(input: SessionInput): void {
    // A key that is held repeats no faster than the session takes it, and not on when it is released.
    if (input.type === 'keys' && input.isRepeat && this.unfinished > 0) return;
    const take = this.inputs.add(input);
    if (take === 'merged') return;
    if (take === 'full')
      return this.postResult(
        message('Some input wasn’t sent, because the session is slow. Check it before you go on.'),
        true,
      );
    this.enqueue(() => this.send(take()));
  }

  private enqueueAction(work: () => Promise<void>): void {
    this.inputs.seal();
    this.enqueue(work);
  }

  /** One at a time: the second one belongs to what the first one has done. */
  private enqueue(work: () => Promise<void>): void {
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
      this.host.logError(error);
      this.postResult(sentenceOf(error), true);
    }
  }

  private async click({ picture, click: wanted, isSecond }: FromPage & { type: 'click' }): Promise<void> {
    this.host.post({
      type: 'result',
      text: this.host.localize(message('Clicking at {0}…', formatClick(wanted))),
      isError: false,
      isDone: false,
    });
    await this.input.click(picture, wanted, this.ending.signal, isSecond);
    this.host.clicked();
    this.postResult(message('Sent: {0}', describeClick(wanted)), false);
  }

  private async clickPopup({ picture, x, y }: FromPage & { type: 'popupClick' }): Promise<void> {
    const isOpen = await this.input.clickPopup(picture, { x, y }, this.ending.signal);
    if (isOpen) return this.postResult(message('Clicked in the popup at {0}, {1}', String(x), String(y)), false);
    this.postResult(message('The popup has closed. Nothing was clicked.'), true);
  }

  private async send(input: SessionInput): Promise<void> {
    if (this.notOffered.has(input.type)) return;
    try {
      await this.input.send(input, this.ending.signal);
      this.postResult(sentText(input), false);
    } catch (error) {
      if (!(error instanceof NotOffered)) throw error;
      this.notOffered.add(input.type);
      this.host.post(this.offers());
      this.postResult(error.text, true);
    }
  }

  private async open(typed: string): Promise<void> {
    this.host.post({
      type: 'result',
      text: this.host.localize(message('Opening {0}…', typed)),
      isError: false,
      isDone: false,
    });
    try {
      const opened = await this.tabs.open(typed, this.ending.signal);
      this.host.post({ type: 'opened', text: typed });
      this.postResult(opened, false);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      // Not in the log: an address may have a secret in it.
      this.postResult(error.text, true);
    }
  }

  private async runHere(command: 'click' | 'clickByName'): Promise<void> {
    await this.host.run(command);
    this.feed.refresh();
  }

  private async copy(point: string): Promise<void> {
    await this.host.copy(point);
    this.postResult(message('Copied {0}', point), false);
  }

  private async save(): Promise<void> {
    const picture = this.feed.display.newest;
    if (picture && (await this.host.save(picture))) this.postResult(message('Saved the screenshot'), false);
  }

  private postResult(text: Message, isError: boolean): void {
    this.host.post({ type: 'result', text: this.host.localize(text), isError, isDone: true });
  }

  private stateChanged(): void {
    if (this.feed.isUnavailable) this.host.unavailable();
    this.postState();
    this.host.changed();
  }

  private postState(): void {
    const { state } = this.feed;
    const text = 'text' in state && state.text ? this.host.localize(state.text) : '';
    const remedy = ('remedy' in state && state.remedy) || defaultRemedy(state);
    this.host.post({ type: 'state', state: pageState(state), text, remedy });
    this.host.post(this.offers());
  }

  private postTabs(): void {
    const { all = [], front } = this.feed.tabs ?? {};
    this.host.post({
      type: 'tabs',
      isOffered: this.feed.hasTabs,
      tabs: all.map(shownTab),
      front: front && { ...front, ...shownTab(front) },
    });
  }

  private postPicture(picture: ScreenPicture): void {
    this.host.post(pictureMessage('picture', picture));
    // Input is offered once there is a picture, which may come after the state.
    if (!this.hasPicture) {
      this.host.post(this.offers());
      this.host.changed();
    }
    this.hasPicture = true;
  }

  private postClick(text: string): void {
    const parsed = parseClick(text);
    if ('click' in parsed) this.host.post({ type: 'clicked', x: parsed.click.x, y: parsed.click.y });
  }

  /** A name leads to a place only where a page is the display. */
  private offers(): ToPage {
    return {
      type: 'offers',
      clickByName: this.feed.isLive,
      isOnMac: this.feed.stream?.isOnMac === true,
      // While nothing is heard of the session, keys must not suddenly belong to the tab.
      input: this.notOffered.size < INPUTS && this.canClick,
    };
  }
}

function shownTab({ id, address, title }: SessionTab): ShownTab {
  return {
    id,
    address: plainText(withoutCredentials(address), MAX_SHOWN_ADDRESS),
    title: plainText(title, MAX_SHOWN_TITLE),
  };
}

/** A user name before the host looks like a host. */
function withoutCredentials(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url?.username && !url?.password) return address;
  [url.username, url.password] = ['', ''];
  return url.href;
}

/** The page needs not know who has ended what it shows. */
function pageState({ kind }: ScreenState): string {
  return kind === 'closed' ? 'ended' : kind;
}

/** The remedy in a state that does not name one. */
function defaultRemedy({ kind }: ScreenState): Remedy | undefined {
  switch (kind) {
    case 'waiting':
    case 'lost':
      return 'refresh';
    case 'unavailable':
      return 'enterClick';
    case 'ended':
    case 'closed':
      return 'newSession';
    case 'connecting':
    case 'live':
    case 'pictures':
      return undefined;
  }
}

/** The bytes in a buffer of their own: otherwise everything that shares it is sent, too. */
function pictureMessage(type: 'picture' | 'popup', { id, bytes, mime, width, height, at }: ScreenPicture): ToPage {
  const age = Math.max(0, Date.now() - at);
  return { type, id, bytes: Uint8Array.from(bytes).buffer, mime, width, height, age };
}
