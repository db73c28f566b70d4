import type { ConnectionKey } from '../../state';
import { RowMarks } from './row-marks';

/** Which extension's log is followed. */
export interface FollowedLog {
  readonly connection: ConnectionKey;
  readonly session: string;
  /** Chromium's ID of it. */
  readonly extensionId: string;
}

/** The extensions whose log is followed, as the rows show them. */
export class FollowedLogs extends RowMarks<FollowedLog, true> {
  constructor() {
    super(keyOf);
  }
}

export function keyOf({ connection, session, extensionId }: FollowedLog): string {
  return JSON.stringify([connection.name, connection.address, session, extensionId]);
}
