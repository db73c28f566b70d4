import type { ConnectionKey } from '../../state';
import { RowMarks } from './row-marks';

/** Which folder is watched, and for which session. */
export interface WatchedUpload {
  /** The name of the copy; undefined: the newest one of the folder. */
  readonly name?: string;
  readonly connection: ConnectionKey;
  readonly session: string;
  readonly folder: string;
}

/** How the last upload went; if it failed, with the number of errors in the folder, 0 for any other reason. */
export type WatchState = 'uploaded' | { readonly errors: number };

/** The folders that are uploaded again at each change, as the rows show them. */
export class WatchedUploads extends RowMarks<WatchedUpload, WatchState> {
  constructor() {
    super(keyOf);
  }
}

export function keyOf({ connection, session, folder }: WatchedUpload): string {
  return JSON.stringify([connection.name, connection.address, session, folder]);
}
