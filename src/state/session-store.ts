import { Emitter } from '../core/emitter';
import type { ConnectionKey } from './connection-key';
import { RecordStore } from './record-store';
import type { SessionRecord } from './records';

/** A click that was made in a session. */
export interface ClickMade {
  readonly session: string;
  /** As the user enters it: `640, 360 right x2`. */
  readonly text: string;
  /** When it was sent and when it was done, in milliseconds of `performance.now()`. */
  readonly began: number;
  readonly ended: number;
  /** The click just before, of which this one makes a double-click; `text` stands for both. */
  readonly replaces?: string | undefined;
}

/** The same at its connection. */
export interface ClickAt extends ClickMade {
  readonly connection: ConnectionKey;
}

/** How many different clicks are remembered for a session. */
export const MAX_RECENT = 10;

/** The remembered sessions, with the clicks in them. */
export class SessionStore extends RecordStore<SessionRecord> {
  private readonly clicks = new Emitter<ClickMade>();
  /** Fires after each click, whatever front door it came through. */
  readonly onDidClick = this.clicks.event;

  /** Remembers a click that was made, and reports it. */
  async clicked(click: ClickMade): Promise<void> {
    const { session: id, text, replaces } = click;
    const [newest, ...others] = recentOf(this.get(id) ?? { id });
    const before = newest === undefined || newest === replaces ? others : [newest, ...others];
    const recentClicks = withRecent(text, before);
    await this.remember({ id, lastClick: { text, at: Date.now() }, recentClicks });
    this.clicks.fire(click);
  }
}

/** The last clicks in a session, the newest first. An older version remembered only one. */
export function recentOf({ lastClick, recentClicks = [] }: SessionRecord): readonly string[] {
  return lastClick ? withRecent(lastClick.text, recentClicks) : recentClicks;
}

function withRecent(text: string, others: readonly string[]): readonly string[] {
  return [text, ...others.filter((other) => other !== text)].slice(0, MAX_RECENT);
}
