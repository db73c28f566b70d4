import { ScreenFeed, type ScreenState } from '../../app/screen/screen-feed';
import { ScreenInput } from '../../app/screen/screen-input';
import { ScreenTabs } from '../../app/screen/screen-tabs';
import type { BrowserAccess } from '../../app/devtools-sessions';
import type { ScreenPicture } from '../../app/screen/shown-pictures';
import { elementUnder } from '../../app/page/elements';
import { withoutLogin } from '../../core/address';
import { describeClicked, formatClick, parseClick } from '../../core/click';
import { Cancelled, sentenceOf, UserError } from '../../core/errors';
import { MAX_NAME_IN_NOTICE } from '../../core/localizer';
import type { Point } from '../../core/input';
import { listOf, message, type Message } from '../../core/message';
import { plainText, type PlainText } from '../../core/plain-text';
import type { FromPage, Remedy, RunningAction, SessionInput, ShownTab, ToPage } from '../../core/screen/messages';
import { NotOffered } from '../../core/service-error';
import type { SessionTab } from '../../devtools';
import type { Label } from '../../state';
import { showCountdowns } from '../editor/countdown';
import { InputQueue, sentText } from './session-input';

/** How many kinds of input there are besides clicks. */
const INPUTS = 4;

/** What else goes on in the session. */
export interface RunningWork {
  /** Who works there. */
  readonly agents: readonly Label[];
  /** How many steps were recorded; undefined if nothing is being recorded. */
  readonly recorded: number | undefined;
}

/** The remedies that the editor has. */
export type OuterRemedy = Exclude<Remedy, 'refresh' | 'enterClick'>;

/** UTF-16 units of an address and of a title in the address line. */
const MAX_SHOWN_ADDRESS = 2000;
const MAX_SHOWN_TITLE = 200;

const REPLACED = '\uFFFD';

/** What shows the page, and does for it what a web page cannot. */
export interface ScreenHost {
  /** Whether the session is on this machine. */
  readonly runsHere: boolean;
  /** Whether the service has a viewer of its own for the session. */
  readonly hasViewer: boolean;
  /** What else goes on in the session now. */
  readonly running: RunningWork;
  localize(text: Message, maxArgument?: number): PlainText;
  post(toPage: ToPage): void;
  /** Runs a command about this session. */
  run(command: 'click' | 'clickByName'): Promise<void>;
  /** Does what is not about this screen alone. */
  remedy(remedy: OuterRemedy): Promise<void>;
  copy(text: string): Promise<void>;
  /** @returns the name of the file; undefined if no place was chosen. */
  save(picture: ScreenPicture): Promise<string | undefined>;
  /** Opens what was saved last. */
  openSaved(): Promise<void>;
  /** Does something about what else goes on in the session. */
  act(action: RunningAction): Promise<void>;
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
    private readonly access: BrowserAccess,
    private readonly session: string,
    private readonly host: ScreenHost,
  ) {
    this.feed = new ScreenFeed(access, session, {
      onPicture: (picture) => this.postPicture(picture),
      onPopup: (picture) => host.post(picture ? pictureMessage('popup', picture) : { type: 'popupClosed' }),
      onState: () => this.stateChanged(),
      onTabs: () => this.postTabs(),
      onClick: (text) => this.postClick(text),
      onPopupClick: (at) => host.post({ type: 'popupClicked', ...at }),
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

  /** What else goes on in the session has changed. */
  runningChanged(): void {
    const { agents, recorded } = this.host.running;
    const working =
      agents.length === 1
        ? message('{0} is working here', agents[0] ?? '')
        : message('{0} are working here', listOf(agents));
    this.host.post({
      type: 'running',
      agents: agents.length === 0 ? '' : this.host.localize(working),
      recording: recorded === undefined ? '' : this.host.localize(recordingText(recorded)),
    });
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
      case 'aim':
        return void this.attempt(() => this.tellAimed(received));
      case 'copy':
        return void this.attempt(() => this.copy(`${received.x}, ${received.y}`));
      case 'interval':
        return this.feed.setInterval(received.seconds);
      case 'refresh':
        return isWaiting(this.feed.state) ? this.feed.retry() : this.feed.refresh();
      case 'openViewer':
      case 'setToken':
      case 'switchConnection':
      case 'newSession':
      case 'saveReport':
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
        return void this.attempt(() => this.tabs.close(received.tab, this.ending.signal));
      case 'save':
        return void this.attempt(() => this.save());
      case 'openSaved':
        return void this.attempt(() => this.host.openSaved());
      case 'stopAgents':
      case 'stopRecording':
      case 'addExpectation':
        return void this.attempt(() => this.host.act(received.type));
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
    this.runningChanged();
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
    this.postResult(describeClicked(wanted), false);
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
    try {
      const isOpen = await this.tabs.open(typed, this.ending.signal);
      this.host.post({ type: 'opened', typed, isWaiting: !isOpen });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      // Not in the log: an address may have a secret in it.
      this.host.post({ type: 'refused', typed, text: this.host.localize(error.text) });
    }
  }

  /** Where a page is the display, the question names what would be clicked. */
  private async tellAimed({ x, y }: Point): Promise<void> {
    if (!this.feed.isLive) return;
    const { access, session } = this;
    const found = await elementUnder(access, access.sessions.get(session) ?? { id: session }, { x, y });
    if (!found || found.name === '') return;
    const text = message('Click “{0}” at {1}, {2}?', found.name, String(x), String(y));
    this.host.post({ type: 'aimed', x, y, text: this.host.localize(text, MAX_NAME_IN_NOTICE) });
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
    const name = picture && (await this.host.save(picture));
    if (name !== undefined) this.postResult(message('Saved “{0}”', name), false, true);
  }

  private postResult(text: Message, isError: boolean, isFile = false): void {
    this.host.post({ type: 'result', text: this.host.localize(text), isError, isDone: true, isFile });
  }

  private stateChanged(): void {
    if (this.feed.isUnavailable) this.host.unavailable();
    this.postState();
    this.host.changed();
  }

  private postState(): void {
    const { state } = this.feed;
    const text = 'text' in state && state.text ? this.host.localize(state.text) : '';
    const remedies = 'remedy' in state && state.remedy ? [state.remedy] : this.remediesIn(state);
    this.host.post({ type: 'state', state: pageState(state), text, remedies });
    this.host.post(this.offers());
  }

  private postTabs(): void {
    const { all = [], front } = this.feed.tabs ?? {};
    this.host.post({
      type: 'tabs',
      isOffered: this.feed.hasTabs,
      tabs: all.map(shownTab),
      front: front && { ...front, ...shownTab(front), isElsewhere: this.tabs.isElsewhere(front.address) },
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

  private offers(): ToPage {
    // A name leads to a place only where a page is the display.
    const whyNoNames = this.feed.isLive ? undefined : message('Available only while the screen is live.');
    // While nothing is heard of the session, keys must not suddenly belong to the tab.
    const whyNoInput =
      this.notOffered.size >= INPUTS
        ? message('This service can’t send keys, scroll or drag.')
        : this.canClick
          ? undefined
          : message('Available once the screen is shown.');
    return {
      type: 'offers',
      clickByName: whyNoNames ? this.host.localize(whyNoNames) : '',
      isOnMac: this.feed.stream?.isOnMac === true,
      input: whyNoInput ? this.host.localize(whyNoInput) : '',
    };
  }

  /** What helps in a state that does not name it. */
  private remediesIn(state: ScreenState): readonly Remedy[] {
    if (isWaiting(state)) return ['refresh'];
    if (pageState(state) === 'ended') return ['newSession', 'saveReport'];
    if (state.kind !== 'unavailable') return [];
    return this.host.hasViewer ? ['openViewer', 'enterClick'] : ['enterClick'];
  }
}

function recordingText(recorded: number): Message {
  return recorded === 1 ? message('Recording: 1 step') : message('Recording: {0} steps', recorded);
}

/** Whether another try may help. */
function isWaiting({ kind }: ScreenState): boolean {
  return kind === 'waiting' || kind === 'lost';
}

function shownTab({ id, address, title }: SessionTab): ShownTab {
  return {
    id,
    // A user name before the host looks like a host.
    address: plainText(withoutLogin(address), MAX_SHOWN_ADDRESS),
    // What a browser puts in place of a character that it can't read.
    title: plainText(title.replaceAll(REPLACED, '').trim(), MAX_SHOWN_TITLE),
  };
}

/** The page needs not know who has ended what it shows. */
function pageState({ kind }: ScreenState): string {
  return kind === 'closed' ? 'ended' : kind;
}

/** The bytes in a buffer of their own: otherwise everything that shares it is sent, too. */
function pictureMessage(type: 'picture' | 'popup', { id, bytes, mime, width, height, at }: ScreenPicture): ToPage {
  const age = Math.max(0, Date.now() - at);
  return { type, id, bytes: Uint8Array.from(bytes).buffer, mime, width, height, age };
}
