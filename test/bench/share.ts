import { createClient } from '../../src/api';
import { DevToolsSessions } from '../../src/app/devtools-sessions';
import { SharedPorts } from '../../src/app/share/shared-ports';
import { english } from '../../src/core/message';
import { openTab, type DevToolsConnection } from '../../src/devtools';
import { inMemory, openRecords } from '../../src/state';
import type { LocalService } from '../support/local-service';
import { until } from '../support/until';

export { farChromium } from '../support/far-service';

const { signal } = new AbortController();
const onNothing = (): void => {};

/** A session with a tab, and a port of this machine that is shared with it. */
export interface SharedPage {
  /** Loads an address without the browser's cache, and waits until the page says so by its title. */
  readonly load: (url: string, title: string) => Promise<void>;
  /** Resolves with the value of the expression, which may be a promise. */
  readonly run: (expression: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** @param port undefined: the browser reaches it by itself. */
export async function openShared(
  { url, token, session }: Pick<LocalService, 'url' | 'token' | 'session'>,
  port: number | undefined,
): Promise<SharedPage> {
  const client = createClient({ baseUrl: url, token });
  const devtools = new DevToolsSessions();
  const { sessions } = openRecords(inMemory(), { name: 'bench', address: url }, onNothing);
  const listener = { localize: english, onProblem: onNothing, onLost: onNothing };
  const shared = new SharedPorts({ client, devtools, sessions }, { id: session }, listener);
  if (port !== undefined) await shared.add(port, signal);
  const ending = new AbortController();
  const connection = await new Promise<DevToolsConnection>((resolve, reject) => {
    void devtools
      .of(client, session)
      .keep(async (open) => resolve(open), ending.signal)
      .catch(reject);
  });
  const targetId = await openTab(connection, 'about:blank', signal);
  const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true }, { signal });
  const to = { signal, targetSession: String(sessionId), timeout: 0 };
  const run = async (expression: string): Promise<unknown> => {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await connection.send('Runtime.evaluate', asked, to);
    if (exceptionDetails) throw new Error(`It failed in the page: ${JSON.stringify(exceptionDetails)}`);
    return result?.value;
  };
  await connection.send('Network.enable', {}, to);
  return {
    run,
    load: async (address, title) => {
      await run(`document.title = ''`);
      await connection.send('Network.clearBrowserCache', undefined, to);
      await connection.send('Page.navigate', { url: address }, to);
      await until(`the page is ${title}`, async () => (await run('document.title').catch(() => '')) === title);
    },
    close: async () => {
      await shared.end();
      ending.abort();
      devtools.close();
      client.close();
    },
  };
}
