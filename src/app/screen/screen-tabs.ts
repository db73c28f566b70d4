import { existsSync } from 'node:fs';
import path from 'node:path';
import { leadsToThisMachine } from '../../core/address';
import { UserError } from '../../core/errors';
import { message, quotedListOf, sentences, type Message } from '../../core/message';
import { readTypedAddress } from '../../core/typed-address';
import {
  closeTab,
  goInHistory,
  listLoaded,
  NoAnswer,
  openTab,
  reloadTab,
  showTab,
  type DevToolsConnection,
} from '../../devtools';
import type { BrowserAccess } from '../devtools-sessions';
import { andWhy, inBrowser, type BrowserWork } from '../in-browser';
import { loadedAs } from '../loaded/loaded-extensions';
import { openAddress, pathAddress } from '../loaded/open-page';
import type { ScreenFeed } from './screen-feed';

const BLANK = 'about:blank';
/** Milliseconds: longer than a single answer may take, which tells that a page is slow. */
const OPEN_TIMEOUT = 15_000;

/** What is done with the tabs of a session, whose display a feed shows. */
export class ScreenTabs {
  /** One at a time: what is typed into a new tab is opened in it. */
  private changing: Promise<unknown> = Promise.resolve();

  /** @param runsHere whether the session is on this machine. */
  constructor(
    private readonly access: BrowserAccess,
    private readonly sessionId: string,
    private readonly feed: ScreenFeed,
    private readonly runsHere: boolean,
  ) {}

  /**
   * Opens what was typed in the tab in front: a web address, or the path of a page of an uploaded extension.
   * @returns whether it is open; if not, it has not answered yet.
   * @throws UserError with why it does not open; Cancelled.
   */
  async open(typed: string, signal: AbortSignal): Promise<boolean> {
    const read = readTypedAddress(typed);
    if (read.kind === 'refused') throw new UserError(read.why);
    await this.changing;
    const failed = message('“{0}” didn’t open.', typed);
    return this.use({ failed, timeout: OPEN_TIMEOUT }, signal, async (open, limited) => {
      const address = read.kind === 'address' ? read.address : await this.findPage(open, read.path, limited);
      try {
        return await this.access.sessions.byPerson(this.sessionId, { type: 'open', page: address }, () =>
          hasAnswered(openAddress(open, address, this.feed.tabs?.front?.id, limited)),
        );
      } catch (error) {
        if (!(error instanceof UserError) || !this.isElsewhere(address)) throw error;
        const place = message('“{0}” is the session’s machine, not yours.', new URL(address).hostname);
        throw new UserError(sentences(place, error.text));
      }
    });
  }

  /** Goes in the history of the tab in front, or loads its page again. @throws UserError, or Cancelled. */
  go(to: 'back' | 'forward' | 'reloadPage', signal: AbortSignal): Promise<void> {
    return this.change(message('The page didn’t change.'), signal, async (open, limited) => {
      const tab = this.feed.tabs?.front?.id;
      if (tab === undefined) throw new UserError(NO_FRONT);
      if (to === 'reloadPage') await reloadTab(open, tab, limited);
      else await goInHistory(open, tab, to === 'back' ? -1 : 1, limited);
    });
  }

  /** Opens a blank tab in front. @throws UserError, or Cancelled. */
  newTab(signal: AbortSignal): Promise<void> {
    return this.change(message('No tab was opened.'), signal, (open, limited) => openTab(open, BLANK, limited));
  }

  /** Brings a tab to the front. @throws UserError, or Cancelled. */
  show(tab: string, signal: AbortSignal): Promise<void> {
    return this.change(message('The tab didn’t come to the front.'), signal, (open, limited) =>
      showTab(open, tab, limited),
    );
  }

  /** Closes a tab. With the last one the browser may end, so it stays. @throws UserError, or Cancelled. */
  close(tab: string, signal: AbortSignal): Promise<void> {
    return this.change(message('The tab wasn’t closed.'), signal, async (open, limited) => {
      const { all = [] } = this.feed.tabs ?? {};
      if (all.length < 2) throw new UserError(message('The last tab stays open: the browser would end with it.'));
      await closeTab(open, tab, limited);
    });
  }

  /** Whether an address is on the session's machine, and that is not the person's. */
  isElsewhere(address: string): boolean {
    return !this.runsHere && URL.canParse(address) && leadsToThisMachine(new URL(address).hostname);
  }

  private change(failed: Message, signal: AbortSignal, work: BrowserWork<unknown>): Promise<void> {
    const changed = this.changing.then(() =>
      this.use({ failed }, signal, async (open, limited) => {
        await work(open, limited);
        await this.feed.stream?.look();
      }),
    );
    this.changing = changed.catch(() => {});
    return changed;
  }

  private use<T>(
    wanted: { readonly failed: Message; readonly timeout?: number },
    signal: AbortSignal,
    work: BrowserWork<T>,
  ): Promise<T> {
    const session = this.access.sessions.get(this.sessionId) ?? { id: this.sessionId };
    return inBrowser(this.access, session, { ...wanted, failed: andWhy(wanted.failed) }, signal, work);
  }

  /** Finds the page of an extension by its path, perhaps with the extension's name before it. */
  private async findPage(open: DevToolsConnection, typed: string, signal: AbortSignal): Promise<string> {
    const { uploads = [] } = this.access.sessions.get(this.sessionId) ?? {};
    const loaded = await listLoaded(open, signal);
    const uploaded = uploads.flatMap((upload) => {
      const extension = loadedAs(loaded, upload.name);
      return extension ? [{ ...extension, upload }] : [];
    });
    const [file = ''] = typed.replace(/^\/+/, '').split(/[?#]/);
    const [inFront] = /(?<=^chrome-extension:\/\/)[a-p]{32}(?=\/)/.exec(this.feed.tabs?.front?.address ?? '') ?? [];
    const having = uploaded.filter(({ upload }) => existsSync(path.join(upload.folder, file)));
    const [first, ...others] = having;
    const chosen = having.find(({ id }) => id === inFront) ?? (others.length === 0 ? first : undefined);
    if (first && !chosen)
      throw new UserError(
        message(
          '{0} have “{1}”. Type a name before it, such as {2}.',
          quotedListOf(having.map(({ name }) => name)),
          file,
          `${first.upload.name}/${file}`,
        ),
      );
    const [name = '', ...rest] = typed.split('/');
    const named = uploaded.find((each) => [each.name, each.upload.name].some((one) => isSame(one, name)));
    const [only, ...more] = uploaded;
    const address = chosen
      ? pathAddress(chosen.id, typed)
      : named
        ? pathAddress(named.id, rest.join('/'))
        : // Its folder may be on another machine.
          pathAddress(inFront ?? (more.length === 0 ? only?.id : undefined), typed);
    if (address !== undefined) return address;
    throw new UserError(message('No uploaded extension has “{0}”. Type https:// before a web address.', file));
  }
}

async function hasAnswered(opening: Promise<unknown>): Promise<boolean> {
  try {
    await opening;
    return true;
  } catch (error) {
    if (error instanceof NoAnswer) return false;
    throw error;
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

const NO_FRONT = message('No tab is in front.');
