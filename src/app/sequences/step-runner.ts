import { setTimeout as delay } from 'node:timers/promises';
import { frameName, isInFrame, type ElementName, type NamedElements } from '../../core/element-name';
import { Cancelled, UserError } from '../../core/errors';
import { message, quotedListOf, sentences, type Message } from '../../core/message';
import { describeCondition, type Condition } from '../../core/conditions';
import { type ResolvedStep } from '../../core/steps';
import type { Pixel } from '../../core/screen/geometry';
import { STORAGE_AREAS, type StorageArea } from '../../core/storage-area';
import {
  browserTime,
  originAt,
  pressKey,
  readPage,
  turnWheel,
  typeAtFocus,
  withFront,
  type DevToolsConnection,
  type Front,
  type FrontPage,
  type PageContent,
} from '../../devtools';
import { labelOf } from '../../state';
import { click, takeScreenshot } from '../computer';
import { inBrowser } from '../in-browser';
import { openAddress, openPage } from '../loaded/open-page';
import type { LogLine } from '../log/follow-log';
import { clickInPopup, fillOn, findElements, placeOn, type ShownElement } from '../page/elements';
import { notVisible, whyNot } from './conditions';
import { typedText } from './environment-texts';
import { noAccess, SequenceExtension, type RunPlace } from './sequence-extension';
import { SessionRequests } from './session-requests';

/** Milliseconds between two looks at a page. */
const LOOK_AGAIN = 100;

/** How a step was done. */
interface DoneStep {
  /** It was clicked at its point, because nothing has its name. */
  readonly isByPoint: boolean;
  /** Where it clicked on the display. */
  readonly point?: Pixel;
}

/** Steps that need more than the service's own click. */
export type BrowserStep = Exclude<ResolvedStep, { kind: 'click' | 'wait' }>;

/** Runs the steps of a sequence that need the browser, in one session. */
export class StepRunner {
  /** Those that steps have taken. */
  readonly screenshots: { readonly step: BrowserStep; readonly name: string; readonly png: Buffer }[] = [];
  private readonly ending = new AbortController();
  private readonly ended: AbortSignal;
  private readonly extension: SequenceExtension;
  readonly requests: SessionRequests;

  /** @param requests those of the session, if they are watched for longer than these steps. */
  constructor(
    private readonly place: RunPlace,
    private readonly signal: AbortSignal,
    requests?: SessionRequests,
  ) {
    this.ended = AbortSignal.any([signal, this.ending.signal]);
    this.requests = requests ?? new SessionRequests(place.access, place.session, this.ended);
    this.extension = new SequenceExtension(place, this.ended, () => this.timeThere());
  }

  /** The last lines of the extension's log, while it is followed. */
  get log(): readonly LogLine[] {
    return this.extension.log;
  }

  /** Follows the log of the extension from now on. Resolves when it has begun. */
  followLog(): Promise<void> {
    return this.extension.followLog();
  }

  /** What the extension has stored in an area: all, or what some keys have. */
  stored(area: StorageArea, keys?: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
    return this.extension.stored(area, keys);
  }

  /** Reads the page in front. */
  read(): Promise<PageContent> {
    return this.onFront((open, front, limited) => readPage(open, this.frontOf(front), limited));
  }

  end(): void {
    this.ending.abort();
  }

  /**
   * Does a step.
   * @throws UserError with why it could not be done, ServiceError, or Cancelled.
   */
  async run(step: BrowserStep): Promise<DoneStep> {
    switch (step.kind) {
      case 'named':
        return this.click(step);
      case 'type':
        await this.type(step);
        break;
      case 'press':
        await this.press(step.key);
        break;
      case 'scroll':
        await this.scroll(step);
        break;
      case 'open':
        await this.open(step.page);
        break;
      case 'waitFor':
      case 'expect':
        await this.expect(step);
        break;
      case 'worker':
        await this.extension.setWorkerRunning(step.action === 'start');
        break;
      case 'storage':
        await this.store(step.values);
        break;
      case 'mock':
        await this.requests.answer(step.mock);
        break;
      case 'upload':
        await this.extension.upload(step.file);
        break;
      case 'screenshot':
        await this.takeScreenshot(step);
        break;
    }
    return { isByPoint: false };
  }

  private async click({ target, click: how, timeout }: Extract<BrowserStep, { kind: 'named' }>): Promise<DoneStep> {
    const { x, y, ...rest } = how;
    const { access, session } = this.place;
    const {
      found,
      only,
      result: place,
    } = await this.find(target, timeout, (open, front, limited, each) => {
      const page = each.isInPopup ? front.popup : front.page;
      return page ? placeOn(open, page, each, limited) : undefined;
    });
    if (only && place) {
      if (only.isInPopup) {
        await this.onFront((open, front, limited) => clickInPopup(open, front, only, { ...place, ...rest }, limited));
        access.sessions.clickedPopup({ session: session.id, at: place });
        return { isByPoint: false };
      }
      await click(access, { sessionId: session.id, click: { ...place, ...rest } }, this.signal);
      return { isByPoint: false, point: place };
    }
    if (x === undefined || y === undefined || !(await this.isAt(target, { x, y })))
      throw new UserError(
        only || found.elements.length === 0
          ? sentences(notVisible(target), message('Nothing was clicked.'), whereElse(found))
          : sentences(severalAre(found, target), message('Add “x” and “y” to the step.')),
      );
    await click(access, { sessionId: session.id, click: { x, y, ...rest } }, this.signal);
    return { isByPoint: true, point: { x, y } };
  }

  /**
   * Looks for what a step names until it is there: what has just this name is waited for, and what fits less is taken at
   * the end.
   * @param use what has to be done with it before it counts as there; undefined if that is not possible yet.
   */
  private async find<T>(
    target: ElementName,
    timeout: number,
    use: (
      open: DevToolsConnection,
      front: Front,
      limited: AbortSignal,
      element: ShownElement,
    ) => Promise<T | undefined> | T | undefined,
  ): Promise<{ found: NamedElements<ShownElement>; only: ShownElement | undefined; result: T | undefined }> {
    let found: NamedElements<ShownElement> = { elements: [], isExact: false, elsewhere: [] };
    let only: ShownElement | undefined;
    let result: T | undefined;
    await this.until(timeout, () =>
      this.onFront(async (open, front, limited) => {
        found = await findElements(open, front, target, limited);
        only = found.elements.length === 1 ? found.elements[0] : undefined;
        result = only && (await use(open, front, limited, only));
        return (found.isExact && (!only || result !== undefined)) || undefined;
      }),
    );
    return { found, only, result };
  }

  /** Whether a point is in the frame that a step names. */
  private isAt({ frame }: ElementName, point: Pixel): Promise<boolean> {
    return this.onFront(async (open, { page }, limited) => {
      const origin = page && (await originAt(open, page, point, limited));
      return isInFrame(origin, frame);
    });
  }

  private async type({ text, into, timeout }: Extract<BrowserStep, { kind: 'type' }>): Promise<void> {
    const typed = typedText(text);
    if (!into) return this.typeAtFocus(typed);
    const { found, only } = await this.find(into, timeout, () => true);
    if (!only)
      throw new UserError(
        found.elements.length === 0
          ? sentences(notVisible(into), message('Nothing was typed.'), whereElse(found))
          : severalAre(found, into),
      );
    const isFilled = await this.onFront((open, _front, limited) => fillOn(open, only, only, typed, limited));
    if (!isFilled) throw new UserError(message('“{0}” can’t be filled in, or has no such option.', into.name));
  }

  private async typeAtFocus(text: string): Promise<void> {
    const not = await this.onFront((open, front, limited) => typeAtFocus(open, this.frontOf(front), text, limited));
    if (!not) return;
    throw new UserError(
      not.origin === undefined
        ? message('No text field has the focus. Name one with “into”.')
        : message(
            'The focus is in a frame of “{0}”. Nothing was typed. Name the field with “into”.',
            frameName(not.origin),
          ),
    );
  }

  private async press(key: string): Promise<void> {
    const isKey = await this.onFront((open, front, limited) => pressKey(open, this.frontOf(front), key, limited));
    if (!isKey)
      throw new UserError(message('“{0}” isn’t a key. Use names such as Enter, Tab, ArrowDown, a or ctrl+a.', key));
  }

  private async scroll({ by, at }: Extract<BrowserStep, { kind: 'scroll' }>): Promise<void> {
    await this.onFront(async (open, front, limited) => {
      const page = this.frontOf(front);
      const middle = { x: Math.round(page.width / 2), y: Math.round(page.height / 2) };
      await turnWheel(open, page, at ?? middle, { x: 0, y: by }, limited);
    });
  }

  private async open(page: string): Promise<void> {
    const isWeb = /^https?:/i.test(page);
    const extension = isWeb ? undefined : (await this.extension.find()).extension;
    await this.onFront(async (open, front, limited) => {
      const tab = front.page?.targetId;
      if (extension) await openPage(open, extension, page, tab, limited);
      else await openAddress(open, page, tab, limited);
    });
  }

  private async expect({ condition, timeout }: Extract<BrowserStep, { kind: 'waitFor' | 'expect' }>): Promise<void> {
    let last: Message | undefined;
    const isSo = await this.until(timeout, async () => {
      last = await this.whyNot(condition);
      return last === undefined ? true : undefined;
    });
    if (isSo) return;
    throw new UserError(last ?? describeCondition(condition));
  }

  private async store(values: Extract<BrowserStep, { kind: 'storage' }>['values']): Promise<void> {
    for (const area of STORAGE_AREAS) {
      const keys = values[area];
      if (keys === undefined) continue;
      await this.extension.change(area, [keys === null ? { clear: true } : { set: keys }]);
    }
  }

  private async takeScreenshot(step: Extract<BrowserStep, { kind: 'screenshot' }>): Promise<void> {
    const { access, session } = this.place;
    const png = await takeScreenshot(access, session.id, this.signal);
    this.screenshots.push({ step, name: step.name, png });
  }

  /** Looks until something is found, or the time is over. */
  private async until<T>(timeout: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
    const end = performance.now() + timeout;
    for (;;) {
      let failure: UserError | undefined;
      try {
        const found = await look();
        if (found !== undefined) return found;
      } catch (error) {
        // While a page loads, none may be in front.
        if (!(error instanceof UserError)) throw error;
        failure = error;
      }
      if (performance.now() >= end) {
        if (failure) throw failure;
        return undefined;
      }
      await delay(LOOK_AGAIN, undefined, { signal: this.signal }).catch(() => {
        throw new Cancelled(true);
      });
    }
  }

  private whyNot(condition: Condition): Promise<Message | undefined> {
    return whyNot(condition, {
      page: () => this.read(),
      shows: (fits) =>
        this.onFront(async (open, { popup, page }, limited) => {
          for (const front of [popup, page]) if (front && fits(await readPage(open, front, limited))) return true;
          return false;
        }),
      stored: (area, keys) => this.stored(area, keys),
      requests: (pattern) => this.requests.count(pattern),
      uncaught: () => this.extension.uncaught(),
    });
  }

  private frontOf({ page, popup }: Front): FrontPage {
    const front = popup ?? page;
    if (front) return front;
    throw new UserError(message('No page fills the display of “{0}”.', labelOf(this.place.session)));
  }

  private async onFront<T>(
    work: (open: DevToolsConnection, front: Front, limited: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { access, session } = this.place;
    return inBrowser(access, session, { failed: noAccess(session) }, this.signal, (open, limited) =>
      withFront(open, limited, (front) => work(open, front, limited)),
    );
  }

  private timeThere(): Promise<number> {
    return this.onFront(async (open, front, signal) => (await browserTime(open, this.frontOf(front), signal)) ?? 0);
  }
}

/** In which frames it is instead, if it is in any. */
function whereElse({ elsewhere }: NamedElements<ShownElement>): Message | undefined {
  const frames = [...new Set(elsewhere.map(({ origin }) => frameName(origin)))];
  return frames.length > 0
    ? message('It’s in a frame of {0}. If you mean that one, add “frame”.', quotedListOf(frames))
    : undefined;
}

function severalAre({ elements }: NamedElements<ShownElement>, { role, name }: ElementName): Message {
  return message('{0} elements are “{1}” ({2}).', elements.length, name, role);
}
