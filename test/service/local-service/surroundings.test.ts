import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from '../../../src/chromium/find-chromium';
import { Launcher } from '../../../src/chromium/launcher';
import { type LocalService, request, startLocalService } from '../../support/local-service';
import { BUTTON_AT, type Pages, startPages } from '../../support/pages';
import { until } from '../../support/until';
import { temporaryFolder } from '../../support/temporary-folder';
import { homeOf } from './folders';
import { click, startSessionOn } from './session';

describe('What a browser finds on this machine', () => {
  let folder: string;
  let pages: Pages;
  let service: LocalService | undefined;

  before(async () => {
    folder = temporaryFolder();
    pages = await startPages();
  });
  afterEach(async () => {
    await service?.stop();
    service = undefined;
  });
  after(() => pages.stop());

  it('is no folder of the person: what a session downloads goes into its own, and with it', async () => {
    const theirs = path.join(folder, 'theirs');
    mkdirSync(theirs);
    writeFileSync(path.join(folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${theirs}"\n`);
    service = await startLocalService({ env: { XDG_CONFIG_HOME: folder } });
    const session = await startSessionOn(service, pages, '/download');
    await click(service, session, BUTTON_AT);
    const downloads = path.join(homeOf(service), session, 'Downloads');
    const report = path.join(downloads, 'report.txt');
    await until('it is downloaded', () => existsSync(report) && readFileSync(report, 'utf8') === 'downloaded');
    assert.deepEqual(readdirSync(theirs), []);
    await request(service, 'DELETE', `/browsers/${session}`);
    assert.equal(existsSync(downloads), false);
  });

  it('may be a process with the ID of a browser that has ended: that is never signaled again', async () => {
    const launcher = new Launcher(findChromium() ?? assert.fail('There is no Chromium on this machine.'));
    const browser = await launcher.launch(path.join(folder, 'browser'), { width: 800, height: 600 });
    await browser.devtools.send('Browser.close').catch(() => {});
    await browser.endedBy;
    await browser.kill();
    const signaled: number[] = [];
    const kill = process.kill.bind(process);
    process.kill = (pid, signal) => {
      signaled.push(pid);
      return kill(pid, signal);
    };
    try {
      await browser.kill();
      await browser.stop();
      await launcher.close();
    } finally {
      process.kill = kill;
    }
    assert.deepEqual(signaled, []);
  });
});
