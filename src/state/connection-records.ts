import type { Click } from '../core/click';
import { Emitter } from '../core/emitter';
import type { ElementName } from '../core/element-name';
import type { Point } from '../core/input';
import { asTexts, type Read } from '../core/json';
import type { SessionInput } from '../core/screen/messages';
import { hasTags, type Tags } from '../core/tags';
import { RecordStore, type Remembered } from './record-store';
import {
  MAX_RECENT,
  readAll,
  readExtension,
  readPool,
  readSession,
  type ExtensionRecord,
  type PoolRecord,
  type SessionRecord,
} from './records';
import { keyOf, type ConnectionKey, type KeyValue, type ListedKeyValue } from './storage';

/** Everything that is remembered for one connection; an ID of one account means nothing to another. */
export interface ConnectionRecords {
  readonly sessions: SessionStore;
  readonly pools: RecordStore<PoolRecord>;
  readonly extensions: RecordStore<ExtensionRecord>;
}

/**
 * Opens the records of a connection.
 * @param onChange receives, after each change, the kind of record that changed.
 */
export function openRecords(
  storage: KeyValue,
  connection: ConnectionKey,
  onChange: (kind: keyof ConnectionRecords) => void,
): ConnectionRecords {
  const owner = keyOf(connection);
  const parts = <Item extends Remembered>(
    kind: keyof ConnectionRecords,
    read: Read<Item>,
  ): ConstructorParameters<typeof RecordStore<Item>> => [
    storage,
    kind,
    owner,
    () => onChange(kind),
    (stored) => readAll(stored, read),
  ];
  return {
    sessions: new SessionStore(...parts('sessions', readSession)),
    pools: new RecordStore(...parts('pools', readPool)),
    extensions: new RecordStore(...parts('extensions', readExtension)),
  };
}

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

/** A click in the popup of an extension that is open in a session. */
export interface PopupClick {
  readonly session: string;
  /** A point of the popup. */
  readonly at: Point;
}

/** What a person does in a session, by whichever front door; not what an agent or a sequence does there. */
export type PersonInput =
  | SessionInput
  /** @param first the click just before, if this one makes it a double-click. */
  | { readonly type: 'click'; readonly click: Click; readonly first?: Click | undefined }
  | (Point & { readonly type: 'popupClick' })
  /** A click on what was chosen by its name. */
  | { readonly type: 'named'; readonly target: ElementName }
  /** A page as a step opens it: `popup`, a path in the extension, or a web address. */
  | { readonly type: 'open'; readonly page: string };

/** Records what a person does in a session. */
export interface PersonRecorder {
  /**
   * Does it, and records it if it is done. What it is about is found out before and after, in a moment each.
   * @throws what `work` throws.
   */
  record<T>(session: string, input: PersonInput, work: () => Promise<T>): Promise<T>;
}

/** The remembered sessions, with the clicks in them. */
export class SessionStore extends RecordStore<SessionRecord> {
  private readonly clicks = new Emitter<ClickMade>();
  /** Fires after each click, whatever front door it came through. */
  readonly onDidClick = this.clicks.event;
  private readonly popupClicks = new Emitter<PopupClick>();
  /** Fires after each click in the popup of an extension, which the display does not contain. */
  readonly onDidClickPopup = this.popupClicks.event;
  /** Hears of what a person does in these sessions, while that is recorded. */
  recorder: PersonRecorder | undefined;
  /** The tags of the connection's settings: other sessions are not listed. */
  tags: Tags | undefined;

  /**
   * Those that the connection is about. One that the user has put here is shown all the same: it is shown by its ID, or
   * acquired from a pool, where nobody can mark it.
   */
  override notReleased(): readonly SessionRecord[] {
    const all = super.notReleased();
    if (!this.tags) return all;
    return all.filter(
      ({ tags, shownById, pool, activeAt }) =>
        hasTags(tags, this.tags) || shownById === true || (pool !== undefined && activeAt !== undefined),
    );
  }

  /** Does what a person wants to do in a session, and has it recorded if somebody records. */
  async byPerson<T>(session: string, input: PersonInput, work: () => Promise<T>): Promise<T> {
    return this.recorder ? this.recorder.record(session, input, work) : work();
  }

  /** Remembers a click that was made, and reports it. */
  async clicked(click: ClickMade): Promise<void> {
    const { session: id, text, replaces } = click;
    const [newest, ...others] = recentOf(this.get(id) ?? { id });
    const before = newest === undefined || newest === replaces ? others : [newest, ...others];
    const recentClicks = withRecent(text, before);
    await this.remember({ id, lastClick: { text, at: Date.now() }, recentClicks });
    this.clicks.fire(click);
  }

  /** Reports a click that was made in the popup of an extension. */
  clickedPopup(click: PopupClick): void {
    this.popupClicks.fire(click);
  }
}

/** The last clicks in a session, the newest first. An older version remembered only one. */
export function recentOf({ lastClick, recentClicks = [] }: SessionRecord): readonly string[] {
  return lastClick ? withRecent(lastClick.text, recentClicks) : recentClicks;
}

function withRecent(text: string, others: readonly string[]): readonly string[] {
  return [text, ...others.filter((other) => other !== text)].slice(0, MAX_RECENT);
}

/** A consequence that is explained once for a connection. `newName`: Upload Again adds a copy under a new name. */
export type Notice = 'newName';

/** The notices that the user has seen for a connection, and does not see again. */
export class ShownNotices {
  private readonly key: string;

  constructor(
    private readonly storage: KeyValue,
    connection: ConnectionKey,
  ) {
    this.key = `told ${keyOf(connection)}`;
  }

  /** Remembers that this is shown now. @returns whether it was not shown before. */
  async add(notice: Notice): Promise<boolean> {
    const shown = asTexts(this.storage.get(this.key));
    if (shown.includes(notice)) return false;
    await this.storage.update(this.key, [...shown, notice]);
    return true;
  }
}

/** The keys of what is kept for one connection: its kind, and the key of the connection. */
const OF_A_CONNECTION = /^(?:sessions|pools|extensions|told) (\S+) (.+)$/s;

/**
 * Deletes everything that is remembered of connections: sessions with their uploads and clicks, pools, extensions, and
 * what the user was told.
 * @param isMeant tells which ones, also by an address that a connection had earlier.
 */
export async function forgetConnections(
  storage: ListedKeyValue,
  isMeant: (connection: ConnectionKey) => boolean,
): Promise<void> {
  const keys = storage.keys().filter((key) => {
    const [, address, name] = OF_A_CONNECTION.exec(key) ?? [];
    return address !== undefined && name !== undefined && isMeant({ name, address });
  });
  await Promise.all(keys.map((key) => storage.update(key, undefined)));
}
