import type { DevToolsConnection } from '../../src/devtools';
import { until } from './until';

const { signal } = new AbortController();

/** Whether a browser is in developer mode, after it was set if `on` is given. */
export async function developerMode(connection: DevToolsConnection, on?: boolean): Promise<unknown> {
  const ids = async (
    method: 'Target.createTarget' | 'Target.attachToTarget',
    params: object,
  ): Promise<{ targetId: string; sessionId: string }> =>
    JSON.parse(JSON.stringify(await connection.send(method, { targetId: '', url: '', ...params }, { signal })));
  const { targetId } = await ids('Target.createTarget', { url: 'chrome://extensions/', hidden: true });
  const { sessionId } = await ids('Target.attachToTarget', { targetId, flatten: true });
  const read = 'chrome.developerPrivate.getProfileConfiguration().then((mode) => mode.inDeveloperMode)';
  const update = `chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: ${String(on)} }).then(() => ${read})`;
  const params = { expression: on === undefined ? read : update, awaitPromise: true, returnByValue: true };
  let mode: unknown;
  await until('the page answers', async () => {
    const answered = connection.send('Runtime.evaluate', params, { signal, targetSession: sessionId });
    mode = JSON.parse(JSON.stringify(await answered.catch(() => ({})))).result?.value;
    return typeof mode === 'boolean';
  });
  await connection.send('Target.closeTarget', { targetId }, { signal });
  return mode;
}
