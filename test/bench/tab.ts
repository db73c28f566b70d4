import { createClient } from '../../src/api';

/** Passes all on to a service, and counts the bytes. */
export { BreakingProxy as CountingProxy } from '../support/network/breaking-proxy';
export { extensionHostsOf } from '../support/processes';
export { KEYS, Workbench } from '../window/workbench/workbench';
export { openBare } from './screen';

/** The DevTools address of a session. */
export async function addressOf(url: string, token: string, session: string): Promise<URL> {
  const client = createClient({ baseUrl: url, token });
  try {
    const address = await client.devToolsAddress(session, new AbortController().signal);
    if (!address) throw new Error('There is no DevTools address.');
    return address;
  } finally {
    client.close();
  }
}
