import type { Remembered } from './record-store';

/** A session that was added by ID or used by a command. */
export interface SessionRecord extends Remembered {
  /** Name or ID of the pool that it belongs to. */
  readonly pool?: string;
  /** What was uploaded into it, the newest first. */
  readonly uploads?: readonly UploadRecord[];
  readonly lastClick?: ClickRecord;
}

export interface ClickRecord {
  /** As it is typed: `640, 360 right x2`. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** An extension that was loaded in a session by an upload: not to be taken for one in the catalog. */
export interface UploadRecord {
  /** The folder name in the browser. */
  readonly name: string;
  /** The manifest's name and version. */
  readonly title: string;
  readonly version: string;
  /** Size of the zip. */
  readonly bytes: number;
  /** Of the zip, in hex. */
  readonly sha256: string;
  /** Of each file, to count later which have changed; only of a folder's last upload. */
  readonly digests?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Where it came from on this machine. */
  readonly folder: string;
}

export interface PoolRecord extends Remembered {
  /** As the service told at the last refresh. */
  readonly available?: number;
  readonly acquired?: number;
}

/** An extension in the catalog. */
export interface ExtensionRecord extends Remembered {
  readonly bytes?: number;
}

/** What a thing is called in rows, questions and messages: as it came, to be made plain where it is shown. */
export function labelOf({ id, name }: SessionRecord | PoolRecord | ExtensionRecord): string {
  return name ?? id;
}
