import { TOKEN, useStage, type Stage } from './stage';
import { useWindow, type TestWindow, type WindowOptions } from './window';

/** What differs from the usual: the settings of the window, and of the connections besides their address. */
type Different = Omit<WindowOptions, 'newConnections'> & { readonly connections?: Readonly<Record<string, unknown>> };

/**
 * A local service, and a window that is opened once for the tests of a `describe`. Each test has a connection of its
 * own to the service, with a token from the environment that must get nowhere else.
 */
export function useStageWindow({ connections, ...different }: Different = {}): { stage: Stage; window: TestWindow } {
  const stage = useStage();
  const window = useWindow(() => ({
    opens: 'once',
    newConnections: { address: stage.service.url, ...connections },
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
    moreSecrets: () => stage.secrets,
    ...different,
  }));
  return { stage, window };
}
