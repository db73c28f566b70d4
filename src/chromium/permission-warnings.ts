import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { NoAnswer, ProtocolError } from '../core/devtools-failure';
import { excerpt } from '../core/format';
import { asText } from '../core/json';
import type { Channel } from './channel';
import type { Launcher } from './launcher';

/** Milliseconds until the page is ready; Chromium needs less than one second. */
const READY_WITHIN = 30_000;
const POLL_INTERVAL = 25;
/** Characters of a sentence, and sentences of an answer. */
const MAX_TEXT = 2000;
const MAX_SENTENCES = 50;

/**
 * Chromium's own sentences for the permissions of manifests, as a person sees them before an installation.
 * @param manifests as JSON; each is loaded in a fresh profile, alone in its folder with an empty page `page.html`.
 * @param home an empty folder, which the caller removes.
 * @returns for each its sentences; undefined where Chromium does not load it.
 */
export async function permissionWarnings(
  launcher: Launcher,
  home: string,
  manifests: readonly string[],
  signal: AbortSignal,
): Promise<(readonly string[] | undefined)[]> {
  const chromium = await launcher.launch(home, { width: 800, height: 600 }, signal);
  try {
    const { devtools } = chromium;
    const page = await extensionsPage(devtools);
    const answers: (readonly string[] | undefined)[] = [];
    for (const [index, manifest] of manifests.entries()) {
      signal.throwIfAborted();
      const folder = path.join(home, `m${index}`);
      await mkdir(folder);
      await writeFile(path.join(folder, 'manifest.json'), manifest);
      await writeFile(path.join(folder, 'page.html'), '');
      answers.push(await warningsOf(devtools, page, folder));
    }
    return answers;
  } finally {
    await chromium.kill();
  }
}

/** The page on which `chrome.management` has a browser's own rights. */
async function extensionsPage(devtools: Channel): Promise<Channel> {
  const { targetId } = await devtools.send('Target.createTarget', { url: 'chrome://extensions/' });
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: true });
  const page = devtools.page(sessionId);
  const end = performance.now() + READY_WITHIN;
  const isReady = `location.origin === 'chrome://extensions' && !!chrome.management?.getPermissionWarningsById`;
  while ((await evaluate(page, isReady).catch(whileLoading)) !== true) {
    if (performance.now() > end) throw new NoAnswer('chrome://extensions', READY_WITHIN);
    await pause(POLL_INTERVAL);
  }
  return page;
}

/** An evaluation fails if the page loads at this moment, and a busy machine takes long for it. */
function whileLoading(error: unknown): false {
  if (error instanceof ProtocolError || error instanceof NoAnswer) return false;
  throw error;
}

async function warningsOf(devtools: Channel, page: Channel, folder: string): Promise<readonly string[] | undefined> {
  try {
    const { id } = await devtools.send('Extensions.loadUnpacked', { path: folder });
    const said = await evaluate(page, `chrome.management.getPermissionWarningsById(${JSON.stringify(id)})`);
    // Only one at a time, because many would slow each other down.
    await devtools.send('Extensions.uninstall', { id });
    return (Array.isArray(said) ? said : [])
      .slice(0, MAX_SENTENCES)
      .flatMap((sentence: unknown) => excerpt(asText(sentence) ?? '', MAX_TEXT) || []);
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}

async function evaluate(page: Channel, expression: string): Promise<unknown> {
  const asked = { expression, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await page.send('Runtime.evaluate', asked);
  if (exceptionDetails) throw new ProtocolError(exceptionDetails.text);
  return result.value;
}
