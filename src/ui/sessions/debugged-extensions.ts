import { keyOf as connectionKeyOf, type ConnectionKey } from '../../state';
import { keyOf, type FollowedLog } from './followed-logs';
import { RowMarks } from './row-marks';

/** Whether something of a debugged extension stands at a breakpoint. */
export type DebugState = 'running' | 'paused';

/** The extensions that are debugged, as the rows show them. */
export class DebuggedExtensions extends RowMarks<FollowedLog, DebugState> {
  constructor() {
    super(keyOf);
  }

  /** Whether something of an extension in a session stands at a breakpoint. */
  hasPaused(connection: ConnectionKey, session: string): boolean {
    return this.some(
      (of, state) =>
        state === 'paused' && of.session === session && connectionKeyOf(of.connection) === connectionKeyOf(connection),
    );
  }
}
