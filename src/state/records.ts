import { message, type Message } from '../core/message';
import type { Size } from '../core/screen/geometry';
import { shortId } from '../core/short-id';
import type { Remembered } from './record-store';

/** A session that was added by ID or used by a command. */
export interface SessionRecord extends Remembered {
  /** The name that the user gave it here; it is never sent. */
  readonly alias?: string;
  /** Name or ID of its pool. */
  readonly pool?: string;
  /** The size of its display, as reported by the service. */
  readonly viewport?: Size;
  /** Seconds without use after which the session ends; 0 if it does not. */
  readonly timeoutSeconds?: number;
  /** Milliseconds since 1970. */
  readonly createdAt?: number;
  readonly headless?: boolean;
  /** The page that it started with. */
  readonly startUrl?: string;
  /** Whether a person can watch it, as reported by the service. */
  readonly hasLiveView?: boolean;
  /** When it was last used from here, apart from uploads and clicks. Milliseconds since 1970. */
  readonly activeAt?: number;
  /** The uploads into it, the newest first. */
  readonly uploads?: readonly UploadRecord[];
  readonly lastClick?: ClickRecord;
  /** The last clicks, each once, as the user enters them; the newest first. */
  readonly recentClicks?: readonly string[];
}

/** Whether a session may belong to a pool: of one that was added by its ID, that is not known. */
export function mayHavePool({ pool, added }: Pick<SessionRecord, 'pool' | 'added'>): boolean {
  return pool !== undefined || added === true;
}

export interface ClickRecord {
  /** As the user enters it: `640, 360 right x2`. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** An extension that was uploaded into a session; not an extension of the catalog. */
export interface UploadRecord {
  /** The folder name in the browser. */
  readonly name: string;
  /** Name and version from the manifest. */
  readonly title: string;
  readonly version: string;
  /** Size of the zip. */
  readonly bytes: number;
  /** Of the zip, in hexadecimal. */
  readonly sha256: string;
  /** Digests of the files, to count later which have changed; only for the last upload of a folder. */
  readonly digests?: string;
  /** Name of the file that the last upload in place left in the session's copy; none after a normal upload. */
  readonly revision?: string;
  /** The user took it out of the browser; if the browser reports it nevertheless, it has loaded it again. */
  readonly removed?: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The folder on this machine that was uploaded. */
  readonly folder: string;
}

export interface PoolRecord extends Remembered {
  /** As reported by the service at the last refresh. */
  readonly available?: number;
  readonly acquired?: number;
}

/** An extension in the catalog. */
export interface ExtensionRecord extends Remembered {
  readonly bytes?: number;
  /** Milliseconds since 1970. */
  readonly createdAt?: number;
  /** When it was last loaded into a new session. Milliseconds since 1970. */
  readonly lastUsedAt?: number;
}

/** A name from outside, or a sentence of ours with one. */
export type Label = string | Message;

/**
 * The label of a session in rows, questions and messages: the user's name for it, its own name, or the beginning of its
 * ID. Text from the service is unchanged, and must be made plain where it is shown.
 * @param length characters of the ID, where four do not tell it from others.
 */
export function labelOf({ id, name, alias }: Pick<SessionRecord, 'id' | 'name' | 'alias'>, length?: number): Label {
  const known = alias ?? name;
  if (known !== undefined) return known;
  const short = shortId(id, length);
  return short === undefined ? id : message('Session {0}', short);
}

/** The same for a pool or an extension: its name or its ID, unchanged. */
export function nameOf({ id, name }: PoolRecord | ExtensionRecord): string {
  return name ?? id;
}
