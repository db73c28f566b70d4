import { message, type Message } from '../../core/message';
import { keyOf as connectionKeyOf, type ConnectionKey, type Label } from '../../state';
import type { DebuggedExtensions } from '../sessions/debugged-extensions';
import type { FollowedLog } from '../sessions/followed-logs';
import { DebugItem } from './debug-item';

/** An extension that is debugged in a session, with its names for the user. */
export interface Debugged extends FollowedLog {
  readonly title: string;
  readonly sessionLabel: Label;
  /** Ends it, and says why in its debug console. */
  readonly stop: (why: Message) => void;
}

interface Active {
  readonly of: Debugged;
  /** Its targets that stand at a breakpoint. */
  readonly paused: Set<string>;
}

/** What is debugged in this window, as the rows and the status bar show it. */
export class Debugging {
  private readonly active = new Set<Active>();
  private readonly item = new DebugItem();

  constructor(private readonly rows: DebuggedExtensions) {}

  /** Call when debugging has begun. */
  begin(of: Debugged): { readonly pause: (target: string, isPaused: boolean) => void; readonly end: () => void } {
    const active: Active = { of, paused: new Set() };
    this.active.add(active);
    this.show(of);
    return {
      pause: (target, isPaused) => {
        if (isPaused) active.paused.add(target);
        else active.paused.delete(target);
        this.show(of);
      },
      end: () => {
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
    this.item.dispose();
  }

  private stopEach(isMeant: (of: Debugged) => boolean, why: Message): boolean {
    const stopped = [...this.active].filter(({ of }) => isMeant(of));
    for (const { of } of stopped) of.stop(why);
    return stopped.length > 0;
  }

  private show(changed: Debugged): void {
    const all = [...this.active];
    const same = all.filter(({ of }) => of.extensionId === changed.extensionId && of.session === changed.session);
    const isPaused = same.some(({ paused }) => paused.size > 0);
    this.rows.set(changed, same.length === 0 ? undefined : isPaused ? 'paused' : 'running');
    this.item.show(all.map(({ of, paused }) => ({ ...of, isPaused: paused.size > 0 })));
  }
}
