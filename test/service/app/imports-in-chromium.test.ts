import assert from 'node:assert/strict';
import path from 'node:path';
import type { Channel } from '../../../src/chromium/channel';
import { findChromium } from '../../../src/chromium/find-chromium';
import { Launcher } from '../../../src/chromium/launcher';
import { removeFolder } from '../../../src/chromium/process-folders';
import { inspectExtension } from '../../../src/packaging';
import { temporaryFolder } from '../../support/temporary-folder';
import { until } from '../../support/until';
import { lay } from '../../verdicts/case';

/** Workers whose last line says that they have run to their end. */
const WORKERS = {
  plain: 'importScripts("none.js");',
  guarded: 'try { importScripts("none.js") } catch {}',
  finally: 'try { importScripts("none.js") } finally { self.ended = true }',
};
const RAN = 'has run to its end';
const SAYS_SO = `\nconsole.error('${RAN}');`;

describe('A worker whose importScripts names a file that is not there', () => {
  let home: string;
  let launcher: Launcher;
  let devtools: Channel;
  let page: Channel;
  const asked = async (expression: string): Promise<string> =>
    String((await page.send('Runtime.evaluate', { expression, awaitPromise: true })).result.value);
  before(async () => {
    const executable = findChromium();
    assert.ok(executable, 'There is no Chromium on this machine.');
    home = temporaryFolder();
    launcher = new Launcher(executable);
    ({ devtools } = await launcher.launch(home, { width: 800, height: 600 }));
    const { targetId } = await devtools.send('Target.createTarget', { url: 'chrome://extensions' });
    const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: true });
    page = devtools.page(sessionId);
    await until(
      'the page of all extensions is there',
      async () => (await asked('typeof chrome.developerPrivate')) === 'object',
    );
    // Errors are only kept in developer mode.
    await asked('chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })');
  });
  after(async () => {
    await launcher.close();
    await removeFolder(home);
  });

  /** Whether the worker ran to its end, and what we say of its file. */
  async function run(code: string, name: string): Promise<{ ran: boolean | undefined; told: string[] }> {
    const folder = path.join(home, name);
    const manifest = {
      manifest_version: 3,
      name,
      version: '1',
      background: { service_worker: 'worker.js' },
    };
    await lay(folder, { name, files: { 'manifest.json': manifest, 'worker.js': code + SAYS_SO } });
    const { id } = await devtools.send('Extensions.loadUnpacked', { path: folder });
    let ran: boolean | undefined;
    await until('the worker has run, or Chromium has told that it can’t', async () => {
      const errors = await asked(
        `chrome.developerPrivate.getExtensionInfo('${id}').then((info) => JSON.stringify([info.manifestErrors, info.runtimeErrors]))`,
      );
      if (/registration failed/.test(errors)) ran = false;
      else if (errors.includes(RAN)) ran = true;
      return ran !== undefined;
    });
    const { problems } = await inspectExtension(folder, {}, new AbortController().signal);
    return { ran, told: problems.map((problem) => problem.code) };
  }

  it('never starts, and we say so; unless it catches the error', async () => {
    assert.deepEqual(await run(WORKERS.plain, 'plain'), { ran: false, told: ['import-missing'] });
    assert.deepEqual(await run(WORKERS.finally, 'finally'), { ran: false, told: ['import-missing'] });
    assert.deepEqual(await run(WORKERS.guarded, 'guarded'), { ran: true, told: [] });
  });
});
