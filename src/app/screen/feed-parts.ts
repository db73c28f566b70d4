import type { Client } from '../../api';
import type { ConnectionRecords } from '../../state';
import type { DevToolsSessions } from '../devtools-sessions';

/** What the display of a session is seen with. */
export interface FeedParts {
  readonly client: Client;
  readonly sessions: ConnectionRecords['sessions'];
  readonly devtools: DevToolsSessions;
}
