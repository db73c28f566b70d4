import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Click } from '../../core/click';
import { Cancelled, UserError } from '../../core/errors';
import { asRecord, asTime } from '../../core/json';
import { message, type Message } from '../../core/message';
import { describeCondition, type Condition, type ElementName, type PageStep } from '../../core/page-steps';
import type { Pixel } from '../../core/screen/geometry';
import { STORAGE_AREAS, type StorageArea } from '../../core/storage-area';
import {
  fill,
  folded,
  inOwnSession,
  insertText,
  listClickable,
  listLoaded,
  middleOf,
  pressAt,
  pressKey,
  readPage,
  readStorage,
  turnWheel,
  type Clickable,
  type DevToolsConnection,
  type Front,
  type FrontPage,
  type LoadedExtension,
  type PageContent,
} from '../../devtools';
import { labelOf, type SessionRecord } from '../../state';
import { click } from '../computer';
import { NoDevTools, type BrowserAccess } from '../devtools-sessions';
import { extensionsMeant, withUploads, type FoundExtension } from '../loaded/find-extension';
import { openAddress, openPage } from '../loaded/open-page';
import { followLog, type LogLine } from '../log/follow-log';
import { onFront } from '../screen/click-by-name';

/** Milliseconds between two looks at a page. */
const LOOK_AGAIN = 100;
/** Lines of a log that are kept. */
const MAX_LINES = 200;

export interface PlayedIn {
  readonly access: BrowserAccess;
  readonly session: SessionRecord;
  /** Name, ID or folder of the extension that the sequence is about; undefined: the only one that was uploaded. */
  readonly extension: string | undefined;
  /** The folder of the project that an extension's folder is in: for the places in its log. */
  readonly topOf: ((folder: string) => string) | undefined;
}

/** How a step was done. */
interface DoneStep {
  /** It was clicked at its point, because nothing has its name. */
  readonly isByPoint: boolean;
  /** Where it clicked on the display. */
  readonly point?: Pixel;
}

/** Plays the steps of a sequence that need to know the page, in one session. */
export class PagePlayer {
  /** The last lines of the extension's log, while it is followed. */
  readonly log: LogLine[] = [];
  private uncaught: LogLine | undefined;
  /** When the log began to be followed, by the clock of the browser. */
  private began = 0;
  private readonly ending = new AbortController();
  private found: Promise<FoundExtension> | undefined;
  private following: Promise<void> | undefined;

  constructor(
    private readonly played: PlayedIn,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Does a step.
   * @throws UserError with why it could not be done, ServiceError, or Cancelled.
   */
  async play(step: PageStep): Promise<DoneStep> {
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
        await this.scroll(step.by);
        break;
      case 'open':
        await this.open(step.page);
        break;
      case 'waitFor':
      case 'expect':
        await this.expect(step);
        break;
    }
    return { isByPoint: false };
  }

  /** Follows the log of the extension from now on. Resolves when it has begun. */
  followLog(): Promise<void> {
    this.following ??= this.follow();
    return this.following;
  }

  end(): void {
    this.ending.abort();
  }

  /** What the extension has stored in an area. */
  async stored(area: StorageArea): Promise<Readonly<Record<string, unknown>>> {
    const { extension } = await this.extension();
    return this.inBrowser((open, limited) => readStorage(open, extension.id, area, limited));
  }

  private async click({ target, click: how, timeout }: Extract<PageStep, { kind: 'named' }>): Promise<DoneStep> {
    const { x, y, ...rest } = how;
    const { access, session } = this.played;
    const found = await this.until(timeout, () =>
      this.onFront(async (open, front, limited) => {
        const [only, ...others] = (await find(open, front, target, limited)) ?? [];
        if (!only) return undefined;
        return others.length > 0 ? others.length + 1 : placeOf(open, only, limited);
      }),
    );
    if (typeof found === 'object') {
      const point = found.middle;
      if (found.isInPopup) {
        await this.onFront((open, front, limited) => pressIn(open, front.popup, found, rest, limited));
        return { isByPoint: false };
      }
      await click(access, { sessionId: session.id, click: { ...point, ...rest } }, this.signal);
      return { isByPoint: false, point };
    }
    if (x === undefined || y === undefined)
      throw new UserError(
        found === undefined
          ? message('No {0} “{1}” is visible. Nothing was clicked.', target.role, target.name)
          : message('{0} elements are “{1}” ({2}). Add “x” and “y” to the step.', found, target.name, target.role),
      );
    await click(access, { sessionId: session.id, click: { x, y, ...rest } }, this.signal);
    return { isByPoint: true, point: { x, y } };
  }

  private async type({ text, into, timeout }: Extract<PageStep, { kind: 'type' }>): Promise<void> {
    if (!into)
      return this.onFront(async (open, front, limited) => insertText(open, this.frontOf(front), text, limited));
    const found = await this.until(timeout, () =>
      this.onFront((open, front, limited) => find(open, front, into, limited)),
    );
    const [only, ...others] = found ?? [];
    if (!only) throw new UserError(message('No {0} “{1}” is visible. Nothing was typed.', into.role, into.name));
    if (others.length > 0)
      throw new UserError(message('{0} elements are “{1}” ({2}).', others.length + 1, into.name, into.role));
    const isFilled = await this.onFront(async (open, _front, limited) =>
      inPageSession(open, only.page, limited, (sessionId) =>
        fill(open, { ...only.page, sessionId }, only.element, text, limited),
      ),
    );
    if (!isFilled) throw new UserError(message('“{0}” can’t be typed into, or has no such choice.', into.name));
  }

  private async press(key: string): Promise<void> {
    const isKey = await this.onFront((open, front, limited) => pressKey(open, this.frontOf(front), key, limited));
    if (!isKey)
      throw new UserError(message('“{0}” is no key. Use names such as Enter, Tab, ArrowDown, a or ctrl+a.', key));
  }

  private async scroll(by: number): Promise<void> {
    await this.onFront(async (open, front, limited) => {
      const page = this.frontOf(front);
      const middle = { x: Math.round(page.width / 2), y: Math.round(page.height / 2) };
      await turnWheel(open, page, middle, { x: 0, y: by }, limited);
    });
  }

  private async open(page: string): Promise<void> {
    const isWeb = /^https?:/i.test(page);
    const extension = isWeb ? undefined : (await this.extension()).extension;
    await this.onFront(async (open, front, limited) => {
      const tab = front.page?.targetId;
      if (extension) await openPage(open, extension, page, tab, limited);
      else await openAddress(open, page, tab, limited);
    });
  }

  private async expect({ condition, timeout }: Extract<PageStep, { kind: 'waitFor' | 'expect' }>): Promise<void> {
    let last: Message | undefined;
    const isSo = await this.until(timeout, async () => {
      last = await this.whyNot(condition);
      return last === undefined ? true : undefined;
    });
    if (isSo) return;
    throw new UserError(last ?? describeCondition(condition));
  }

  /** Why a condition does not hold; undefined if it does. */
  private async whyNot(condition: Condition): Promise<Message | undefined> {
    switch (condition.kind) {
      case 'storage':
        return this.whyNotStored(condition.values);
      case 'noErrors':
        await this.followLog();
        return this.uncaught && message('The extension threw: “{0}”', this.uncaught.text);
      case 'address': {
        const { address } = await this.read();
        return matches(condition.address, address) ? undefined : message('The address is {0}.', address);
      }
      case 'text': {
        const text = textOf(await this.read());
        return text.includes(folded(condition.text))
          ? undefined
          : message('The page doesn’t show “{0}”.', condition.text);
      }
      case 'visible': {
        const { role, name } = condition.target;
        const isThere = await this.onFront(async (open, front, limited) => {
          for (const page of [front.popup, front.page])
            if (page && isVisible(await readPage(open, page, limited), condition.target)) return true;
          return false;
        });
        return isThere ? undefined : message('No {0} “{1}” is visible.', role, name);
      }
    }
  }

  private async whyNotStored(
    values: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ): Promise<Message | undefined> {
    for (const area of STORAGE_AREAS) {
      const wanted = values[area];
      if (!wanted) continue;
      const stored = await this.stored(area);
      for (const [key, value] of Object.entries(wanted))
        if (!isDeepStrictEqual(stored[key], value))
          return stored[key] === undefined
            ? message('{0} has no key “{1}”.', area, key)
            : message('{0} is {1}, not {2}.', `${area}.${key}`, shown(stored[key]), shown(value));
    }
    return undefined;
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

  /** Reads the page in front. */
  read(): Promise<PageContent> {
    return this.onFront((open, front, limited) => readPage(open, this.frontOf(front), limited));
  }

  private frontOf({ page, popup }: Front): FrontPage {
    const front = popup ?? page;
    if (front) return front;
    throw new UserError(message('No page fills the display of “{0}”.', labelOf(this.played.session)));
  }

  private async onFront<T>(
    work: (open: DevToolsConnection, front: Front, limited: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { access, session } = this.played;
    try {
      return await onFront(access, session, this.signal, work);
    } catch (error) {
      if (error instanceof NoDevTools) throw this.withoutDevTools();
      throw error;
    }
  }

  private async inBrowser<T>(work: (open: DevToolsConnection, limited: AbortSignal) => Promise<T>): Promise<T> {
    return this.onFront((open, _front, limited) => work(open, limited));
  }

  private withoutDevTools(): UserError {
    return new UserError(
      message(
        'This service can’t read pages of “{0}”. Only clicks by coordinates can be played.',
        labelOf(this.played.session),
      ),
    );
  }

  private extension(): Promise<FoundExtension> {
    this.found ??= this.inBrowser(async (open, limited) => {
      const loaded = await listLoaded(open, limited);
      return extensionOf(this.played, loaded);
    });
    return this.found;
  }

  private async follow(): Promise<void> {
    const { access, session, topOf } = this.played;
    const { extension, upload } = await this.extension();
    this.began = await this.timeThere();
    const ended = AbortSignal.any([this.signal, this.ending.signal]);
    const request = {
      extensionId: extension.id,
      pausesWorkers: false,
      matches: () => ['<all_urls>'],
      ...(upload && topOf && { files: { folder: upload.folder, top: topOf(upload.folder) } }),
    };
    await new Promise<void>((resolve, reject) => {
      const listener = {
        onFollow: resolve,
        onLines: (lines: readonly LogLine[]) => this.add(lines),
        onRestart: () => {},
        onDropped: () => {},
        onTooMany: () => {},
        onBreak: () => {},
      };
      followLog(access.devtools.of(access.client, session.id), request, listener, ended).catch(reject);
    });
  }

  /** The browser tells again what was said before. */
  private timeThere(): Promise<number> {
    return this.onFront(async (open, front, signal) => {
      const asked = { expression: 'Date.now()', returnByValue: true };
      const { sessionId } = this.frontOf(front);
      const { result } = asRecord(await open.send('Runtime.evaluate', asked, { sessionId, signal }));
      return asTime(Math.floor(Number(asRecord(result)['value']))) ?? 0;
    });
  }

  private add(all: readonly LogLine[]): void {
    const lines = all.filter(({ at }) => at >= this.began);
    this.uncaught ??= lines.find(({ isUncaught }) => isUncaught);
    this.log.push(...lines);
    this.log.splice(0, Math.max(0, this.log.length - MAX_LINES));
  }
}

interface FoundElement {
  readonly element: Clickable;
  readonly page: FrontPage;
  readonly isInPopup: boolean;
}

/** What has a role and a name: in the popup that is open, else on the page. Undefined if nothing has. */
async function find(
  open: DevToolsConnection,
  { page, popup }: Front,
  { role, name }: ElementName,
  limited: AbortSignal,
): Promise<readonly FoundElement[] | undefined> {
  for (const front of [popup, page]) {
    if (!front) continue;
    const all = await listClickable(open, front, limited);
    const found = all.filter((each) => isRole(each.role, role) && folded(each.name) === folded(name));
    if (found.length > 0) return found.map((element) => ({ element, page: front, isInPopup: front === popup }));
  }
  return undefined;
}

/** Where to click in something that was found. */
interface FoundPlace {
  readonly middle: Pixel;
  readonly targetId: string;
  readonly isInPopup: boolean;
}

/** @returns undefined if it is not visible. */
async function placeOf(
  open: DevToolsConnection,
  { element, page, isInPopup }: FoundElement,
  limited: AbortSignal,
): Promise<FoundPlace | undefined> {
  const { targetId } = page;
  const middle = await (element.path.length === 0
    ? middleOf(open, page, element, limited)
    : inPageSession(open, page, limited, (sessionId) => middleOf(open, { ...page, sessionId }, element, limited)));
  return middle && { middle, targetId, isInPopup };
}

/** The display does not contain a popup, so that the browser clicks in it. */
async function pressIn(
  open: DevToolsConnection,
  popup: FrontPage | undefined,
  { middle, targetId }: FoundPlace,
  { clicks = 1, ...how }: Omit<Click, 'x' | 'y'>,
  limited: AbortSignal,
): Promise<void> {
  if (popup?.targetId !== targetId) throw new UserError(message('The popup has closed. Nothing was clicked.'));
  for (let count = 1; count <= clicks; count++) await pressAt(open, popup, { ...middle, ...how }, limited, count);
}

function inPageSession<T>(
  open: DevToolsConnection,
  { targetId }: FrontPage,
  signal: AbortSignal,
  use: (sessionId: string) => Promise<T>,
): Promise<T> {
  return inOwnSession(open, targetId, signal, use, () => {
    throw new UserError(message('The page has closed.'));
  });
}

/** @throws UserError if there is none, or if there are several. */
function extensionOf(
  { access, session, extension: wanted }: PlayedIn,
  loaded: readonly LoadedExtension[],
): FoundExtension {
  const all = withUploads(loaded, access.sessions.get(session.id)?.uploads);
  const found = extensionsMeant(all, wanted);
  const [only, ...others] = found;
  const label = labelOf(session);
  if (!only)
    throw new UserError(
      wanted === undefined
        ? message('“{0}” has loaded no extension.', label)
        : message('“{0}” has not loaded “{1}”.', label, wanted),
    );
  if (others.length > 0)
    throw new UserError(message('Several extensions are loaded. Name one by “{0}” in the sequence.', 'extension'));
  return only;
}

function isRole(role: string, wanted: string): boolean {
  return role.toLowerCase() === wanted.toLowerCase();
}

function isVisible({ lines }: PageContent, { role, name }: ElementName): boolean {
  return lines.some(({ parts, heading }) => {
    if (isRole('heading', role) && heading !== undefined)
      return folded(parts.map((part) => (typeof part === 'string' ? part : part.name)).join(' ')) === folded(name);
    return parts.some(
      (part) => typeof part !== 'string' && isRole(part.role, role) && folded(part.name) === folded(name),
    );
  });
}

function textOf({ lines }: PageContent): string {
  return folded(
    lines.flatMap(({ parts }) => parts.map((part) => (typeof part === 'string' ? part : part.name))).join(' '),
  );
}

/** Compared piece by piece: a pattern of a file must not become a slow regular expression. */
function matches(pattern: string, address: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  if (others.length === 0) return address === pattern;
  if (!address.startsWith(first)) return false;
  let at = first.length;
  const last = others.pop() ?? '';
  for (const piece of others) {
    const found = address.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return address.length - last.length >= at && address.endsWith(last);
}

/** Characters of a value in a sentence. */
const MAX_SHOWN = 80;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
