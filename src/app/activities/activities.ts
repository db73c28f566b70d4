import { isDeepStrictEqual } from 'node:util';
import { Emitter } from '../../core/emitter';
import type { Message } from '../../core/message';
import type { ConnectionKey } from '../../state';
import { belongsTo, type Activity, type ActivityOf, type StopReason } from './activity';

/** Reports how a started activity goes on. After its end this does nothing. */
export interface Running<Of extends Activity> {
  readonly update: (changes: Partial<Omit<Of, 'kind' | 'connection' | 'stop'>>) => void;
  /** It has ended by itself. */
  readonly end: () => void;
  /** It has to end, for this reason. */
  readonly stop: (reason: StopReason) => void;
}

/** What was stopped together. */
export interface Stopped {
  readonly activities: readonly Activity[];
  readonly reason: StopReason;
}

/** All that runs in this window until it is stopped, in the order in which it began. */
export class Activities {
  private readonly running = new Map<object, Activity>();
  private readonly changes = new Emitter();
  /** Fires when something has begun, changed or ended. */
  readonly onDidChange = this.changes.event;
  private readonly stops = new Emitter<Stopped>();
  /** Fires after something was stopped, once for all that was stopped together. */
  readonly onDidStop = this.stops.event;

  /** @param wordsFor why something is stopped, as a sentence. */
  constructor(private readonly wordsFor: (activity: Activity, reason: StopReason) => Message) {}

  /** Call this when something begins. */
  start<Of extends Activity>(activity: Of): Running<Of> {
    const key = {};
    this.running.set(key, activity);
    this.changes.fire();
    return {
      update: (changes) => {
        const known = this.running.get(key);
        const changed = known && { ...known, ...changes };
        if (!changed || isDeepStrictEqual(changed, known)) return;
        this.running.set(key, changed);
        this.changes.fire();
      },
      end: () => {
        if (this.running.delete(key)) this.changes.fire();
      },
      stop: (reason) => void this.stopThose([key], reason),
    };
  }

  get all(): readonly Activity[] {
    return [...this.running.values()];
  }

  of<Kind extends Activity['kind']>(kind: Kind): readonly ActivityOf<Kind>[] {
    return this.all.filter((activity): activity is ActivityOf<Kind> => activity.kind === kind);
  }

  /** The activities of one kind in a session. */
  in<Kind extends Activity['kind']>(
    kind: Kind,
    connection: ConnectionKey,
    session: string,
  ): readonly ActivityOf<Kind>[] {
    return this.of(kind).filter((activity) => activity.session?.id === session && belongsTo(activity, connection));
  }

  /**
   * Stops the activities that are meant; each shows the reason.
   * @returns the activities that were stopped.
   */
  stopWhere(isMeant: (activity: Activity) => boolean, reason: StopReason): readonly Activity[] {
    const keys = [...this.running].flatMap(([key, activity]) => (isMeant(activity) ? [key] : []));
    return this.stopThose(keys, reason);
  }

  dispose(): void {
    this.changes.dispose();
    this.stops.dispose();
    this.stopWhere(() => true, 'closing');
  }

  private stopThose(keys: readonly object[], reason: StopReason): readonly Activity[] {
    const activities = keys.flatMap((key) => this.running.get(key) ?? []);
    if (activities.length === 0) return [];
    for (const key of keys) this.running.delete(key);
    for (const activity of activities) activity.stop(this.wordsFor(activity, reason), reason);
    this.changes.fire();
    this.stops.fire({ activities, reason });
    return activities;
  }
}
