import type { Remembered } from './record-store';

/** A session that was added by ID or used by a command. */
export interface SessionRecord extends Remembered {
  /** Name or ID of its pool. */
  readonly pool?: string;
  /** The uploads into it, the newest first. */
  readonly uploads?: readonly UploadRecord[];
  readonly lastClick?: ClickRecord;
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
}

/**
 * The label of an item in rows, questions and messages: unchanged text from the service, which must be made plain where
 * it is shown.
 */
export function labelOf({ id, name }: SessionRecord | PoolRecord | ExtensionRecord): string {
  return name ?? id;
}
