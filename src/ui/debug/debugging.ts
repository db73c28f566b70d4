import { COUNTED_WHILE_PAUSED, timeLeft, untilNextStep } from '../../app/expiry';
import { message, type Message } from '../../core/message';
import type { AttachedPages, PageChoice } from '../../devtools';
import { keyOf as connectionKeyOf, type ConnectionKey, type Label } from '../../state';
import { setContext } from '../editor/context';
import type { RunningItem } from '../editor/running-item';
import type { DebuggedExtensions } from '../sessions/debugged-extensions';
import type { FollowedLog } from '../sessions/followed-logs';
import { debugItem } from './debug-item';

/** An extension that is debugged in a session, with its names for the user. */
export interface Debugged extends FollowedLog {
  readonly title: string;
  readonly sessionLabel: Label;
  /** Which pages of the web are debugged. */
  readonly choice: PageChoice;
  /** When the session ends if nobody uses it, in milliseconds since 1970; undefined if it does not, or if unknown. */
  readonly endsAt: () => number | undefined;
  /** Ends it, and says why in its debug console. */
  readonly stop: (why: Message) => void;
}

interface Active {
  readonly of: Debugged;
  /** Its targets that stand at a breakpoint, or did so a moment ago: then with the timer that ends it. */
  readonly paused: Map<string, NodeJS.Timeout | undefined>;
  /** The pages of the web that its scripts run in; undefined while it is not connected. */
  pages: AttachedPages | undefined;
}

/** Milliseconds. A step ends a pause and begins another; the rows are not drawn again for it. */
const STEP = 300;

/** An extension that is debugged, with the pages of the web that its scripts run in. */
export type DebuggedPages = Debugged & Pick<Active, 'pages'>;

/** A start that is under way, which may take time. */
type Start = Pick<Debugged, 'connection' | 'stop'>;

/** What is debugged in this window, as the rows and the status bar show it. */
export class Debugging {
  private readonly active = new Set<Active>();
  private readonly starts = new Set<Start>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly rows: DebuggedExtensions,
    private readonly item: RunningItem,
  ) {}

  get all(): readonly DebuggedPages[] {
    return [...this.active].map(({ of, pages }) => ({ ...of, pages }));
  }

  /** Does what comes before `begin`, during which a start can be stopped too. */
  async whileStarting<T>(start: Start, work: () => Promise<T>): Promise<T> {
    this.starts.add(start);
    try {
      return await work();
    } finally {
      this.starts.delete(start);
    }
  }

  /** Call when debugging has begun. */
  begin(of: Debugged): {
    readonly setPages: (pages: AttachedPages | undefined) => void;
    readonly pause: (target: string, isPaused: boolean) => void;
    readonly end: () => void;
  } {
    const active: Active = { of, paused: new Map(), pages: undefined };
    this.active.add(active);
    this.show(of);
    return {
      setPages: (pages) => {
        active.pages = pages;
      },
      pause: (target, isPaused) => {
        const { paused } = active;
        clearTimeout(paused.get(target));
        if (isPaused) paused.set(target, undefined);
        else if (paused.has(target)) paused.set(target, setTimeout(() => this.resume(active, target), STEP).unref());
        this.show(of);
      },
      end: () => {
        for (const timer of active.paused.values()) clearTimeout(timer);
        this.active.delete(active);
        this.show(of);
      },
    };
  }

  /**
   * Stops debugging at connections that were removed, or have another address now.
   * @param isKnown tells whether the settings have a connection.
   */
  stopUnknown(isKnown: (connection: ConnectionKey) => boolean): void {
    this.stopEach(
      ({ connection }) => !isKnown(connection),
      message('Stopped debugging: the connection was removed, or its address has changed.'),
    );
  }

  /** Stops debugging at a connection whose token was cleared. @returns whether there was anything to stop. */
  stopWithoutToken(wanted: ConnectionKey): boolean {
    return this.stopEach(
      ({ connection }) => connectionKeyOf(connection) === connectionKeyOf(wanted),
      message('Stopped debugging: the token for “{0}” was cleared.', wanted.name),
    );
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private stopEach(isMeant: (of: Start) => boolean, why: Message): boolean {
    const stopped = [...this.starts, ...[...this.active].map(({ of }) => of)].filter(isMeant);
    for (const { stop } of stopped) stop(why);
    return stopped.length > 0;
  }

  private resume({ of, paused }: Active, target: string): void {
    paused.delete(target);
    this.show(of);
  }

  private show(changed: Debugged): void {
    const all = [...this.active];
    const same = all.filter(({ of }) => of.extensionId === changed.extensionId && of.session === changed.session);
    const isPaused = same.some(({ paused }) => paused.size > 0);
    this.rows.set(changed, same.length === 0 ? undefined : isPaused ? 'paused' : 'running');
    this.showItem();
    void setContext('debugging', all.length > 0);
  }

  private showItem(): void {
    clearTimeout(this.timer);
    const now = Date.now();
    const shown = [...this.active].map(({ of, paused }) => ({ ...of, isPaused: paused.size > 0 }));
    const end = shown.find(({ isPaused }) => isPaused)?.endsAt();
    const left = end === undefined ? undefined : timeLeft(end, now, COUNTED_WHILE_PAUSED);
    this.item.show('debugging', debugItem(shown, left));
    const wait = end === undefined ? undefined : untilNextStep(end, now, COUNTED_WHILE_PAUSED);
    if (wait !== undefined) this.timer = setTimeout(() => this.showItem(), wait + 1).unref();
  }
}
