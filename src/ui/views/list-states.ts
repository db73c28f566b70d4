import { Emitter } from '../../core/emitter';
import type { Message } from '../../core/message';
import type { ConnectionRecords } from '../../state';
import { setContext } from '../editor/context';

/** The state of a list of the service, which selects the welcome text of its view. */
export type ListState =
  'unasked' | 'asking' | 'listed' | 'notOffered' | 'unreachable' | 'rejected' | 'forbidden' | 'failed';

/** @param cause why the service could not be reached. */
export type ShowListState = (state: ListState, cause?: Message) => Promise<void>;

type Kind = keyof ConnectionRecords;

/** Milliseconds for which a list is not asked for again without a reason. */
const FRESH = 300;

/** Sets the state of each list for the welcome text of its view: `browserSessions.list.pools` and so on. */
export class ListStates {
  private readonly newest: Record<Kind, number> = { sessions: 0, pools: 0, extensions: 0 };
  private readonly causes = new Map<Kind, Message>();
  private readonly answered = new Map<Kind, number>();
  private readonly asking = new Set<Kind>();
  private readonly changes = new Emitter();
  /** Fires when `unreachable` says something else. */
  readonly onDidChange = this.changes.event;

  /** Why the service could not be reached the last time; undefined if it was. */
  get unreachable(): Message | undefined {
    const [cause] = this.causes.values();
    return cause;
  }

  /** Whether a list came just now, or is about to come, so that nothing is gained by another request. */
  isFresh(kind: Kind): boolean {
    return this.asking.has(kind) || Date.now() - (this.answered.get(kind) ?? 0) < FRESH;
  }

  /** Whether a list is about to come. */
  isAsking(kind: Kind): boolean {
    return this.asking.has(kind);
  }

  /** Something has changed at the service: the next one who needs the list asks for it. */
  outdate(kind: Kind): void {
    this.answered.delete(kind);
    this.asking.delete(kind);
  }

  /** Another connection is in use: nothing is known of its service. */
  forget(): void {
    this.answered.clear();
    this.asking.clear();
    for (const kind of ['sessions', 'pools', 'extensions'] as const) this.newest[kind]++;
    this.keep(() => this.causes.clear());
  }

  /**
   * @returns a function that shows the list's state, until this is called for the list again: an older answer may
   * belong to another connection.
   */
  begin(kind: Kind): ShowListState {
    const turn = ++this.newest[kind];
    this.asking.add(kind);
    return async (state, cause) => {
      if (turn !== this.newest[kind]) return;
      if (state !== 'asking') this.asking.delete(kind);
      if (state === 'listed' || state === 'notOffered') this.answered.set(kind, Date.now());
      if (state !== 'asking')
        this.keep(() => (state === 'unreachable' && cause ? this.causes.set(kind, cause) : this.causes.delete(kind)));
      await setContext(`list.${kind}`, state);
    };
  }

  dispose(): void {
    this.changes.dispose();
  }

  private keep(change: () => unknown): void {
    const before = this.unreachable;
    change();
    if (this.unreachable !== before) this.changes.fire();
  }
}
