import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import type { Channel } from '../../src/chromium/channel';
import { despiteFailure } from '../../src/chromium/failures';
import { ProtocolError } from '../../src/core/devtools-failure';
import { removeFolder } from '../../src/chromium/process-folders';
import type { Launcher } from '../../src/chromium/launcher';

/**
 * Chromium's answer for a folder: its message if it rejects the folder, and what chrome://extensions shows if it loads
 * the folder.
 */
export interface Answer {
  readonly refused?: string;
  /** Sorted. Chromium calls them install warnings. */
  readonly warnings: readonly string[];
}

export interface Asked {
  readonly ask: (folder: string) => Promise<Answer>;
  /** Such as `150.0.7871.100`. */
  readonly version: string;
}

/**
 * Runs `asking` with a new Chromium that has chrome://extensions open, because only that page receives install
 * warnings.
 */
export async function withChromium(
  launcher: Launcher,
  parent: string,
  asking: (asked: Asked) => Promise<void>,
): Promise<void> {
  const home = await mkdtemp(path.join(parent, 'q'));
  const chromium = await launcher.launch(home, { width: 800, height: 600 });
  try {
    const { product } = await chromium.devtools.send('Browser.getVersion');
    const page = await extensionsPage(chromium.devtools);
    await asking({ ask: (folder) => answer(chromium.devtools, page, folder), version: product.replace(/^.*\//, '') });
  } finally {
    await chromium.kill();
    await removeFolder(home);
  }
}

/** Errors of running code come later, or not at all, and say nothing about the folder. */
const AT_ITS_START = /^Service worker registration failed/;

async function extensionsPage(devtools: Channel): Promise<Channel> {
  const { targetId } = await devtools.send('Target.createTarget', { url: 'chrome://extensions' });
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: true });
  const page = devtools.page(sessionId);
  const ready = async (): Promise<boolean> => {
    const { result } = await page.send('Runtime.evaluate', { expression: 'typeof chrome.developerPrivate' });
    return result.value === 'object';
  };
  while (!(await ready()));
  // Install warnings are only recorded in developer mode.
  await page.send('Runtime.evaluate', {
    expression: 'chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })',
    awaitPromise: true,
  });
  return page;
}

async function answer(devtools: Channel, page: Channel, folder: string): Promise<Answer> {
  try {
    const { id } = await devtools.send('Extensions.loadUnpacked', { path: folder });
    const { result } = await page.send('Runtime.evaluate', {
      expression: `chrome.developerPrivate.getExtensionInfo(${JSON.stringify(id)}).then((info) => info.manifestErrors.map(({ message }) => message).sort())`,
      awaitPromise: true,
      returnByValue: true,
    });
    // A shared module is not listed, and a theme cannot be uninstalled.
    await despiteFailure(devtools.send('Extensions.uninstall', { id }));
    return {
      warnings: Array.isArray(result.value)
        ? result.value.map(String).filter((warning) => !AT_ITS_START.test(warning))
        : [],
    };
  } catch (error) {
    if (error instanceof ProtocolError) return { refused: error.message, warnings: [] };
    throw error;
  }
}
