import { setTimeout as delay } from 'node:timers/promises';
import type { Channel } from '../../chromium/channel';
import { despiteFailure } from '../../chromium/failures';
import { asRecord } from '../../core/json';
import { badRequest } from '../problem';

/** Policies of Chrome Enterprise by their names. Those of extensions are below `3rdparty`, as in a policy file. */
export type Policies = Readonly<Record<string, unknown>>;

/** Where Chromium itself lets policies be tried, for one run and without a file of the system. */
const PAGE = 'chrome://policy/test';
/** Milliseconds that the page may take, and between two looks at it. */
const [LOADED_WITHIN, LOOK_AGAIN] = [10_000, 20];

/**
 * Sets policies in a browser that has just started, for as long as it runs.
 * @throws a 400 if this browser does not let them be set: Chrome itself does in its unstable channels only.
 */
export async function setPolicies(devtools: Channel, policies: Policies): Promise<void> {
  const created = await devtools.send('Target.createTarget', { url: PAGE, hidden: true, background: true });
  const { targetId } = created;
  try {
    const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: true });
    const page = devtools.page(sessionId);
    if (!(await isLoaded(page)))
      throw badRequest('chrome_policy cannot be used: this browser has no page to set policies on; use Chromium');
    const list = JSON.stringify(JSON.stringify(listed(policies)));
    const expression = `import('chrome://resources/js/cr.js').then(({ sendWithPromise }) => sendWithPromise('setLocalTestPolicies', ${list}, ''))`;
    const { exceptionDetails } = await page.send('Runtime.evaluate', { expression, awaitPromise: true });
    if (exceptionDetails) throw badRequest('chrome_policy cannot be used: this browser has refused it');
  } finally {
    await despiteFailure(devtools.send('Target.closeTarget', { targetId }));
  }
}

async function isLoaded(page: Channel): Promise<boolean> {
  const end = performance.now() + LOADED_WITHIN;
  const expression = '[location.href, document.readyState, typeof chrome?.send].join(" ")';
  while (performance.now() < end) {
    const { result } = await page.send('Runtime.evaluate', { expression, returnByValue: true });
    const [url, state, send] = String(result.value).split(' ');
    if (state === 'complete' && url !== 'about:blank') return url === PAGE && send === 'function';
    await delay(LOOK_AGAIN);
  }
  return false;
}

/** As the page takes them: all mandatory, for the machine, set by its administrator. */
function listed(policies: Policies): object[] {
  const { '3rdparty': others, ...own } = policies;
  const ofExtensions = Object.entries(asRecord(asRecord(others)['extensions']));
  return [
    ...entriesOf('chrome', own),
    ...ofExtensions.flatMap(([extension, values]) => entriesOf(extension, asRecord(values))),
  ];
}

function entriesOf(namespace: string, values: Policies): object[] {
  return Object.entries(values).map(([name, value]) => ({ level: 1, scope: 1, source: 0, namespace, name, value }));
}
