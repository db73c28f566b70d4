import type { Client } from '../../api';
import type { SessionDevTools } from '../../devtools';

/** The client of a browser that runs already, and is reached by its DevTools alone. */
export interface BrowserClient extends Client {
  /** The DevTools of its session, over the one connection that there is. */
  readonly devToolsOf: (session: string) => SessionDevTools;
}

export function isBrowserClient(client: Client): client is BrowserClient {
  return 'devToolsOf' in client;
}
