import type { Protocol } from 'devtools-protocol';
import { asText } from '../../core/json';
import { withTimeLimit } from '../../core/time-limit';
import type { DevToolsConnection, ProtocolEvent } from '../connection';
import type { Doubtful } from '../doubtful';
import { ignoreFailure } from '../failures';
import { listTargets, openBrowserSession, PAGE_TYPES } from '../targets';
import { waitFor } from '../wait-for';

/** A page with more is not used by anybody. */
const MAX_PAGES = 100;
const PAGES = { autoAttach: true, flatten: true, filter: PAGE_TYPES };
/** UTF-16 units. */
const MAX_TEXT = 2000;

/** A dialog that a page has opened: it waits for an answer, and the page with it. */
export interface PageDialog {
  readonly type: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
  readonly message: string;
  /** What a prompt proposes. */
  readonly proposal: string;
}

/** A dialog that is no longer open. */
export interface AnsweredDialog {
  readonly targetId: string;
  readonly dialog: PageDialog;
  readonly isAccepted: boolean;
}

/** A page of the session, its tabs, popups and side panels. */
export interface SessionPage {
  readonly targetId: string;
  /** By which it is called. */
  readonly targetSession: string;
  readonly address: string;
  readonly title: string;
  readonly dialog: PageDialog | undefined;
  readonly hasCrashed: boolean;
}

/** All pages of a session, attached to, so that each dialog is known as soon as it opens. */
export class SessionPages {
  private readonly pages = new Map<string, SessionPage>();
  private answered: AnsweredDialog[] = [];
  private readonly waiting = new Set<() => void>();

  get all(): readonly SessionPage[] {
    return [...this.pages.values()].filter(({ address }) => !address.startsWith('devtools:'));
  }

  /**
   * Resolves when all pages are attached to. Those that open later are attached to before they run, until the connection
   * ends or the signal is aborted.
   * @throws DevToolsFailure, or Cancelled.
   */
  async follow(connection: DevToolsConnection, signal: AbortSignal): Promise<void> {
    const { targetSession, onEnd } = await openBrowserSession(connection, signal);
    const unsubscribe = connection.subscribe((event) => this.receive(connection, event, targetSession, signal));
    onEnd(() => {
      unsubscribe();
      this.pages.clear();
      this.changed();
    });
    await connection.send(
      'Target.setAutoAttach',
      { ...PAGES, waitForDebuggerOnStart: true },
      { signal, targetSession },
    );
    await connection.send(
      'Target.setDiscoverTargets',
      { discover: true, filter: PAGE_TYPES },
      { signal, targetSession },
    );
  }

  /**
   * Reads the addresses and titles again: the browser does not tell of each title that changes.
   * @throws DevToolsFailure, or Cancelled.
   */
  async refresh(connection: DevToolsConnection, signal: AbortSignal): Promise<void> {
    for (const { targetId, url, title } of await listTargets(connection, signal, PAGE_TYPES))
      this.change(targetId, { address: cut(url), title: cut(title) });
  }

  /** The dialogs that were answered since the last call, by whomever: some services answer them by themselves. */
  takeAnswered(): readonly AnsweredDialog[] {
    const { answered } = this;
    this.answered = [];
    return answered;
  }

  of(targetId: string): SessionPage | undefined {
    return this.pages.get(targetId);
  }

  /** Resolves when a page has opened a dialog, or has crashed or closed. */
  async untilStuck(targetId: string, signal: AbortSignal): Promise<void> {
    await this.until(
      () => {
        const page = this.pages.get(targetId);
        return !page || page.dialog !== undefined || page.hasCrashed;
      },
      0,
      signal,
    );
  }

  /**
   * Waits for a state of the pages.
   * @param milliseconds at most; 0: as long as the signal allows.
   * @returns whether it came.
   */
  async until(
    isMeant: (all: readonly SessionPage[]) => boolean,
    milliseconds: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const inTime = milliseconds > 0 ? withTimeLimit(signal, milliseconds) : signal;
    return (await waitFor(this.waiting, () => isMeant(this.all) || undefined, inTime)) === true;
  }

  private receive(connection: DevToolsConnection, event: ProtocolEvent, parent: string, signal: AbortSignal): void {
    const { method, params, targetSession } = event;
    if (targetSession === parent) return this.receiveTarget(connection, event, signal);
    const page = this.all.find((each) => each.targetSession === targetSession);
    if (!page) return;
    if (method === 'Page.javascriptDialogOpening') this.change(page.targetId, { dialog: dialogOf(params) });
    else if (method === 'Page.javascriptDialogClosed') {
      const { targetId, dialog } = page;
      if (dialog && this.answered.length < MAX_PAGES)
        this.answered.push({ targetId, dialog, isAccepted: params.result === true });
      this.change(targetId, { dialog: undefined });
    } else if (method === 'Inspector.targetCrashed') this.change(page.targetId, { hasCrashed: true });
    else if (method === 'Inspector.targetReloadedAfterCrash') this.change(page.targetId, { hasCrashed: false });
  }

  private receiveTarget(connection: DevToolsConnection, { method, params }: ProtocolEvent, signal: AbortSignal): void {
    if (method === 'Target.attachedToTarget') {
      const targetSession = asText(params.sessionId) ?? '';
      const { targetId, ...about } = pageOf(params.targetInfo ?? {});
      if (this.pages.size < MAX_PAGES)
        this.pages.set(targetId, { targetId, targetSession, ...about, dialog: undefined, hasCrashed: false });
      void begin(connection, targetSession, params.waitingForDebugger === true, signal).catch(ignoreFailure);
      this.changed();
    } else if (method === 'Target.targetInfoChanged') {
      const { targetId, ...about } = pageOf(params.targetInfo ?? {});
      this.change(targetId, about);
    } else if (method === 'Target.detachedFromTarget') {
      const gone = [...this.pages.values()].find(({ targetSession }) => targetSession === asText(params.sessionId));
      if (gone) this.pages.delete(gone.targetId);
      this.changed();
    }
  }

  private change(targetId: string, changes: Partial<SessionPage>): void {
    const page = this.pages.get(targetId);
    if (!page) return;
    this.pages.set(targetId, { ...page, ...changes });
    this.changed();
  }

  private changed(): void {
    for (const look of this.waiting) look();
  }
}

async function begin(
  connection: DevToolsConnection,
  targetSession: string,
  isWaiting: boolean,
  signal: AbortSignal,
): Promise<void> {
  const to = { signal, targetSession };
  await Promise.all([
    connection.send('Page.enable', {}, to),
    // Calls are carried out in their order, so this is after the other.
    ...(isWaiting ? [connection.send('Runtime.runIfWaitingForDebugger', undefined, to)] : []),
  ]);
}

/**
 * Answers a dialog.
 * @param text what is entered in a prompt.
 * @throws ProtocolError if none is open; other kinds of DevToolsFailure, or Cancelled.
 */
export async function answerDialog(
  connection: DevToolsConnection,
  { targetSession }: Pick<SessionPage, 'targetSession'>,
  accept: boolean,
  text: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const answer = { accept, ...(text !== undefined && { promptText: text }) };
  await connection.send('Page.handleJavaScriptDialog', answer, { signal, targetSession });
}

function pageOf(info: Doubtful<Protocol.Target.TargetInfo>): Pick<SessionPage, 'targetId' | 'address' | 'title'> {
  return { targetId: asText(info.targetId) ?? '', address: cut(info.url), title: cut(info.title) };
}

function dialogOf({ type, message, defaultPrompt }: Doubtful<Protocol.Page.JavascriptDialogOpeningEvent>): PageDialog {
  const known = (['alert', 'confirm', 'prompt', 'beforeunload'] as const).find((each) => each === type);
  return { type: known ?? 'alert', message: cut(message), proposal: cut(defaultPrompt) };
}

function cut(text: unknown): string {
  return (asText(text) ?? '').slice(0, MAX_TEXT);
}
