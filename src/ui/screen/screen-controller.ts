import type { FeedParts } from '../../app/screen/feed-parts';
import { ScreenFeed } from '../../app/screen/screen-feed';
import type { ScreenPicture } from '../../app/screen/screen-picture';
import { describeClick, formatClick } from '../../core/click';
import { Cancelled, sentenceOf } from '../../core/errors';
import { message, type Message } from '../../core/message';
import type { PlainText } from '../../core/plain-text';
import { readFromPage, type FromPage, type Remedy, type ToPage } from '../../core/screen/messages';
import { NotOffered } from '../../core/service-error';
import { showCountdowns } from '../editor/countdown';
import { InputQueue } from './input-queue';
import { sendInput, type Input } from './session-input';

/** How many kinds of input there are besides clicks. */
const INPUTS = 4;

/** The remedies that the editor has. */
export type OuterRemedy = Exclude<Remedy, 'refresh' | 'enterClick'>;

/** What shows the page, and does for it what a web page cannot. */
export interface ScreenHost {
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
  private state: ToPage & { type: 'state' } = { type: 'state', state: 'connecting', text: '', remedy: undefined };
  private acting: Promise<void> = Promise.resolve();
  /** Actions that are under way, or wait. */
  private unfinished = 0;
  private readonly inputs = new InputQueue();
  private hasPicture = false;
  private readonly ending = new AbortController();
  /** What the service has answered that it does not have. */
  private readonly notOffered = new Set<Input['type']>();

  constructor(
    private readonly parts: FeedParts,
    private readonly session: string,
    private readonly host: ScreenHost,
  ) {
    this.feed = new ScreenFeed(
      parts,
      session,
      {
        onPicture: (picture) => this.showPicture(picture),
        onPopup: (picture) => host.post(picture ? pictureMessage('popup', picture) : { type: 'popupClosed' }),
        onState: (state, text, remedy) => this.tellState(state, text, remedy),
      },
      () => this.beginWork(),
    );
  }

  setVisible(isVisible: boolean): void {
    this.feed.setVisible(isVisible);
  }

  setFocused(isFocused: boolean): void {
    this.feed.setFocused(isFocused);
  }

  /** Something was done in the session, perhaps from elsewhere. */
  acted(): void {
    this.feed.acted();
  }

  get hasEnded(): boolean {
    return this.feed.hasEnded;
  }

  /** Whether there is a display to click in. */
  get canClick(): boolean {
    const { state } = this.state;
    return state !== 'ended' && state !== 'unavailable' && this.feed.picture !== undefined;
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

  /** While the service asks to wait, the page counts down. */
  private beginWork(): AbortController {
    const work = new AbortController();
    showCountdowns(work.signal, (words) => {
      // A stream needs no picture of the service.
      if (this.state.state !== 'live') this.tellState('waiting', words);
    });
    return work;
  }

  /** @param received from the page: data, whatever it is. */
  receive(received: unknown): void {
    const read = readFromPage(received);
    if (read) this.obey(read);
  }

  private obey(received: FromPage): void {
    switch (received.type) {
      case 'ready':
        return this.pageIsReady();
      case 'drawn':
        // The next frame of a stream is there soon.
        if (received.isDamaged && this.state.state !== 'live')
          this.tellState('lost', message('The service’s screenshot is damaged.'));
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
        return remedyIn(this.state.state) === 'refresh' ? this.feed.retry() : this.feed.refresh();
      case 'setToken':
      case 'switchConnection':
      case 'newSession':
      case 'reopen':
        return void this.attempt(() => this.host.remedy(received.type));
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
    this.host.post(this.state);
    this.host.post(this.offers());
    if (picture) this.host.post(pictureMessage('picture', picture));
    if (popup) this.host.post(pictureMessage('popup', popup));
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
      this.host.logError(error);
      this.tellResult(sentenceOf(error), true);
    }
  }

  private async click({ picture, click: wanted, isSecond }: FromPage & { type: 'click' }): Promise<void> {
    this.host.post({
      type: 'result',
      text: this.host.localize(message('Clicking at {0}…', formatClick(wanted))),
      isError: false,
      isDone: false,
    });
    await this.feed.input.click(picture, wanted, this.ending.signal, isSecond);
    this.host.clicked();
    this.tellResult(message('Sent: {0}', describeClick(wanted)), false);
  }

  private async clickPopup({ picture, x, y }: FromPage & { type: 'popupClick' }): Promise<void> {
    const isOpen = await this.feed.input.clickPopup(picture, { x, y }, this.ending.signal);
    if (isOpen) return this.tellResult(message('Clicked in the popup at {0}, {1}', String(x), String(y)), false);
    this.tellResult(message('The popup has closed. Nothing was clicked.'), true);
  }

  private async input(input: Input): Promise<void> {
    if (this.notOffered.has(input.type)) return;
    try {
      this.tellResult(await sendInput(this.parts, this.feed, this.session, input, this.ending.signal), false);
    } catch (error) {
      if (!(error instanceof NotOffered)) throw error;
      this.notOffered.add(input.type);
      this.host.post(this.offers());
      this.tellResult(error.text, true);
    }
  }

  private async runHere(command: 'click' | 'clickByName'): Promise<void> {
    await this.host.run(command);
    this.feed.refresh();
  }

  private async copy(point: string): Promise<void> {
    await this.host.copy(point);
    this.tellResult(message('Copied {0}', point), false);
  }

  private async save(): Promise<void> {
    const { picture } = this.feed;
    if (picture && (await this.host.save(picture))) this.tellResult(message('Saved the screenshot'), false);
  }

  private tellResult(text: Message, isError: boolean): void {
    this.host.post({ type: 'result', text: this.host.localize(text), isError, isDone: true });
  }

  private tellState(state: string, text: Message | undefined, remedy = remedyIn(state)): void {
    if (this.feed.isUnavailable) this.host.unavailable();
    this.state = { type: 'state', state, text: text ? this.host.localize(text) : '', remedy };
    this.host.post(this.state);
    this.host.post(this.offers());
    this.host.changed();
  }

  private showPicture(picture: ScreenPicture): void {
    this.host.post(pictureMessage('picture', picture));
    // Input is offered once there is a picture, which may come after the state.
    if (!this.hasPicture) {
      this.host.post(this.offers());
      this.host.changed();
    }
    this.hasPicture = true;
  }

  /** A name leads to a place only where a page is the display. */
  private offers(): ToPage {
    const { state } = this.state;
    return {
      type: 'offers',
      clickByName: state === 'live',
      isOnMac: this.feed.isOnMac,
      // While nothing is heard of the session, keys must not suddenly belong to the tab.
      input: this.notOffered.size < INPUTS && this.canClick,
    };
  }
}

/** What helps in a state, unless it is told otherwise. */
function remedyIn(state: string): Remedy | undefined {
  switch (state) {
    case 'waiting':
    case 'lost':
      return 'refresh';
    case 'unavailable':
      return 'enterClick';
    case 'ended':
      return 'newSession';
    default:
      return undefined;
  }
}

/** The bytes in a buffer of their own: otherwise everything that shares it is sent, too. */
function pictureMessage(type: 'picture' | 'popup', { id, bytes, mime, width, height, at }: ScreenPicture): ToPage {
  const age = Math.max(0, Date.now() - at);
  return { type, id, bytes: Uint8Array.from(bytes).buffer, mime, width, height, age };
}
