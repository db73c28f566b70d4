import { TOKEN, useFixture, type Fixture } from '../support/service-fixture';
import type { WindowOptions } from './editor';
import { useWindow, type TestWindow } from './window';

/** What differs from the usual: the settings of the window, and of the connections besides their address. */
type Different = Omit<WindowOptions, 'newConnections'> & { readonly connections?: Readonly<Record<string, unknown>> };

/**
 * A local service, and a window that is opened once for the tests of a `describe`. Each test has a connection of its
 * own to the service, with a token from the environment that must get nowhere else.
 */
export function useFixtureWindow({ connections, ...different }: Different = {}): {
  fixture: Fixture;
  window: TestWindow;
} {
  const fixture = useFixture();
  const window = useWindow(() => ({
    opens: 'once',
    newConnections: { address: fixture.service.url, ...connections },
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
    moreSecrets: () => fixture.secrets,
    ...different,
  }));
  return { fixture, window };
}
