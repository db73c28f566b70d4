import { Emitter } from '../../core/emitter';
import type { Message } from '../../core/message';
import type { ConnectionRecords } from '../../state';
import { setContext } from '../editor/context';

/** The state of a list of the service, which selects the welcome text of its view. */
export type ListState = 'unasked' | 'asking' | 'listed' | 'notOffered' | ListTrouble['state'];

/** @param cause why the service could not be reached, or what failed. */
export type ShowListState = (state: ListState, cause?: Message) => Promise<void>;

/** Why a list did not come. */
export interface ListTrouble {
  readonly state: 'noToken' | 'unreachable' | 'rejected' | 'forbidden' | 'failed';
  readonly cause: Message;
}

type Kind = keyof ConnectionRecords;

/** Milliseconds for which a list is not asked for again without a reason. */
const FRESH = 300;

/** Sets the state of each list for the welcome text of its view: `browserSessions.list.pools` and so on. */
export class ListStates {
  private readonly newest: Record<Kind, number> = { sessions: 0, pools: 0, extensions: 0 };
  private readonly troubles = new Map<Kind, ListTrouble>();
  private readonly missing = new Set<Kind>();
  private readonly answered = new Map<Kind, number>();
  private readonly asking = new Set<Kind>();
  private readonly changes = new Emitter();
  /** Fires when `trouble` or `isMissing` says something else of a list. */
  readonly onDidChange = this.changes.event;

  /** Why the service gave no list the last time: it could not be reached, or rejected the token. */
  get ofService(): ListTrouble | undefined {
    const troubles = [...this.troubles.values()];
    return troubles.find(({ state }) => state === 'unreachable') ?? troubles.find(({ state }) => state === 'rejected');
  }

  /** Why a list did not come the last time it was asked for; undefined if it came, or was not asked for. */
  trouble(kind: Kind): ListTrouble | undefined {
    return this.troubles.get(kind);
  }

  /** Whether the service has no such list. */
  isMissing(kind: Kind): boolean {
    return this.missing.has(kind);
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
    for (const kind of ['sessions', 'pools', 'extensions'] as const) {
      this.newest[kind]++;
      // Whoever shows it asks for it.
      void setContext(`list.${kind}`, 'asking');
    }
    if (this.troubles.size + this.missing.size > 0) {
      this.troubles.clear();
      this.missing.clear();
      this.changes.fire();
    }
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
      if (state !== 'asking') this.keep(kind, state, cause);
      await setContext(`list.${kind}`, state);
    };
  }

  dispose(): void {
    this.changes.dispose();
  }

  private keep(kind: Kind, state: Exclude<ListState, 'asking'>, cause: Message | undefined): void {
    const [before, wasMissing] = [this.troubles.get(kind), this.missing.has(kind)];
    if (state === 'notOffered') this.missing.add(kind);
    else this.missing.delete(kind);
    if (state === 'unasked' || state === 'listed' || state === 'notOffered' || !cause) this.troubles.delete(kind);
    else this.troubles.set(kind, { state, cause });
    if (before ?? this.troubles.get(kind) ?? this.missing.has(kind) !== wasMissing) this.changes.fire();
  }
}
