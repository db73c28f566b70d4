import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Kernel } from '@onkernel/sdk';
import type { Locator } from 'playwright-core';
import { manifest } from '../support/files';
import { fail, startSdkService, type SdkService } from '../support/sdk-service';
import { addCatalogRoutes, catalogState, type CatalogState } from '../support/sdk-service/catalog';
import { addReplayRoutes, VIEW_SECRET, type KnownReplay } from '../support/sdk-service/replays';
import { addSessionRoutes, sessionState } from '../support/sdk-service/sessions';
import { until } from '../support/until';
import { zipBytes } from '../support/zip-bytes';
import { useWindow } from './window';
import { nightly } from '../support/nightly';

const STORE_ID = 'abcdefghijklmnopabcdefghijklmnop';

describe('What the service knows of its catalog and of videos, in the window', () => {
  let service: SdkService;
  let catalog: CatalogState;
  let videos: KnownReplay[];
  let kernel: Kernel;
  let isBroken = false;
  let isUnstoppable = false;
  before(async () => {
    catalog = catalogState();
    videos = [];
    service = await startSdkService(
      (app) => addSessionRoutes(app, sessionState()),
      (app) => addCatalogRoutes(app, catalog),
      (app) =>
        app.use('/browsers/:id/replays', async (_, next) => (isBroken ? fail(500, 'broken', 'no disk') : next())),
      (app) =>
        app.use('/browsers/:id/replays/:replay/stop', async (_, next) =>
          isUnstoppable ? fail(500, 'broken', 'no disk') : next(),
        ),
      (app) => addReplayRoutes(app, videos),
      (app) => app.post('/browsers/:id/computer/click_mouse', (c) => c.json({})),
    );
    kernel = new Kernel({ apiKey: service.token, baseURL: service.url, maxRetries: 0 });
  });
  const window = useWindow(() => ({
    opens: 'once',
    newConnections: { address: service.url },
    otherConnections: [{ name: 'Shop', address: service.url, production: true }],
    env: { BROWSER_SESSIONS_TOKEN: service.token },
    settings: { 'browserSessions.recordVideos': true },
    secret: service.token,
    moreSecrets: () => [VIEW_SECRET],
  }));
  after(() => service.stop());

  const session = (): Locator => window.workbench.tree.row('shop', 'Sessions');

  /** Saves what the open dialog asks for, as a file of the workspace. */
  async function saveAs(name: string): Promise<Buffer> {
    const { palette, page } = window.workbench;
    await page.waitForFunction(
      (input) => Boolean(input && 'value' in input && String(input.value).endsWith('.mp4')),
      await palette.box.elementHandle(),
    );
    await palette.box.fill(path.join(window.workspace, name));
    await page.keyboard.press('Enter');
    await window.workbench.statusBar.item(`Saved the video as “${name}”`).waitFor();
    const bytes = readFileSync(path.join(window.workspace, name));
    rmSync(path.join(window.workspace, name));
    assert.deepEqual(
      readdirSync(window.workspace).filter((each) => each.endsWith('.part')),
      [],
    );
    return bytes;
  }

  nightly('sends a zip once, and says under which name it is there', async () => {
    const { workbench } = window;
    const upload = (): Promise<void> =>
      workbench.menu.choose(workbench.tree.file('hello-extension'), 'Browser Sessions', 'Upload Folder to Catalog…');
    await upload();
    await workbench.palette.answer('in the catalog', 'hello-kept');
    await workbench.statusBar.item('Uploaded “hello-kept” to the catalog').waitFor();
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.row('hello-kept', 'Catalog').waitFor();
    await workbench.tree.view('Explorer');
    await upload();
    await workbench.statusBar.item('Already in the catalog as “hello-kept”').waitFor();
    await workbench.tree.row('hello-kept', 'Catalog').and(workbench.page.locator('.focused')).waitFor();
    await workbench.screenshot('known-already-in-catalog');
    assert.equal(catalog.extensions.length, 1);
  });

  nightly('adds an extension of the Chrome Web Store, after a question at a production connection', async () => {
    const { workbench } = window;
    catalog.store.set(
      STORE_ID,
      new Uint8Array(zipBytes([{ name: 'manifest.json', content: JSON.stringify(manifest('Tab Counter')) }])),
    );
    await workbench.tree.view('Browser Sessions');
    await workbench.useConnection('Shop');
    await workbench.tree.titleMenu('Catalog', 'Add from Chrome Web Store…');
    await workbench.palette.asked('Address or ID of the extension in the store').waitFor();
    await workbench.palette.box.fill('https://chromewebstore.google.com/category/extensions');
    await workbench.palette.validation.filter({ hasText: 'or the extension’s ID' }).waitFor();
    await workbench.screenshot('known-store-address');
    await workbench.palette.box.fill(`https://chromewebstore.google.com/detail/tab-counter/${STORE_ID}?hl=en`);
    await workbench.page.keyboard.press('Enter');
    await workbench.palette.asked('Name of “Tab Counter” in the catalog').waitFor();
    assert.equal(await workbench.palette.box.inputValue(), 'tab-counter');
    await workbench.screenshot('known-store-name');
    await workbench.page.keyboard.press('Enter');
    assert.match(await workbench.notifications.pressInDialog('Upload to Production'), /production catalog/);
    await workbench.statusBar.item('Added “tab-counter” to the catalog').waitFor();
    await workbench.tree.row('tab-counter', 'Catalog').waitFor();
    await workbench.screenshot('known-store-added');
    assert.ok((await kernel.extensions.get('tab-counter')).checksum);
  });

  it('records a video of a session, and saves it', async () => {
    const { workbench } = window;
    const { session_id: id } = await kernel.browsers.create({ name: 'shop' });
    await workbench.tree.view('Browser Sessions');
    await workbench.palette.run('Browser Sessions: Refresh Sessions');
    await workbench.menu.choose(session(), 'Record Video');
    await workbench.tree.heard(session(), 'recording').waitFor();
    await workbench.tooltip(workbench.statusBar.item('Recording video'), 'The service is recording a video of “shop”');
    await workbench.screenshot('known-video-recording');
    await workbench.menu.open(session());
    await workbench.menu.item('Stop Recording Video').waitFor();
    await workbench.screenshot('known-video-menu');
    await workbench.menu.close();
    // It is the only thing that runs.
    await workbench.palette.run('Browser Sessions: Stop…');
    await workbench.notifications.toast('Recorded a video of “shop”').waitFor();
    await workbench.tree.heard(session(), 'recording').waitFor({ state: 'detached' });
    assert.ok((await kernel.browsers.replays.list(id))[0]?.finished_at);
    await workbench.screenshot('known-video-recorded');
    await workbench.notifications.press('Recorded a video of “shop”', 'Save Video…');
    assert.ok((await saveAs('first.mp4')).equals(Buffer.from(videos[0]?.video ?? [])));

    await kernel.browsers.replays.start(id);
    await workbench.menu.choose(session(), 'Save Video…');
    await workbench.palette.choice('still recording: stops it, then saves it').waitFor();
    await workbench.palette.choice('1 min 5 s').waitFor();
    await workbench.screenshot('known-video-choice');
    await workbench.palette.pick('still recording: stops it, then saves it');
    assert.ok((await saveAs('second.mp4')).equals(Buffer.from(videos[1]?.video ?? [])));
    assert.ok(videos[1]?.record.finished_at);

    await workbench.menu.choose(session(), 'Record Video');
    await workbench.tree.heard(session(), 'recording').waitFor();
    await workbench.palette.run('Browser Sessions: Switch Connection…');
    await workbench.palette.answer('Select a connection', 'Shop');
    await workbench.palette.run('Browser Sessions: Stop Recording Video');
    await workbench.notifications.press('Recorded a video of “shop”', 'Save Video…');
    assert.ok((await saveAs('third.mp4')).equals(Buffer.from(videos[2]?.video ?? [])));
    await kernel.browsers.deleteByID(id);
  });

  nightly('says once that a video cannot be stopped', async () => {
    const { workbench } = window;
    const { session_id: id } = await kernel.browsers.create({ name: 'shop' });
    await workbench.tree.view('Browser Sessions');
    await workbench.palette.run('Browser Sessions: Refresh Sessions');
    // Until then the rows are drawn once more, and a choice in a menu is lost.
    await workbench.tree.row('Ended', 'Sessions').waitFor();
    await workbench.menu.choose(session(), 'Record Video');
    await workbench.tree.heard(session(), 'recording').waitFor();
    isUnstoppable = true;
    await workbench.menu.choose(session(), 'Stop Recording Video');
    await workbench.notifications.toast('It may go on until the session ends.').waitFor();
    await workbench.screenshot('known-video-not-stopped');
    assert.equal(await workbench.notifications.toast('video').count(), 1);
    isUnstoppable = false;
    await workbench.palette.run('Notifications: Clear All Notifications');
    await workbench.menu.choose(session(), 'Save Video…');
    await workbench.palette.pick('still recording: stops it, then saves it');
    await saveAs('stopped-at-last.mp4');
    assert.ok(videos.at(-1)?.record.finished_at);
    await kernel.browsers.deleteByID(id);
  });

  nightly('records a video while a sequence runs, and goes on without one', async () => {
    const { workbench } = window;
    const before = videos.length;
    const { session_id: id } = await kernel.browsers.create({ name: 'shop' });
    await workbench.tree.view('Browser Sessions');
    await workbench.palette.run('Browser Sessions: Refresh Sessions');
    await session().waitFor();
    const steps = [{ click: { x: 10, y: 20 } }, { wait: 100 }, { click: { x: 30, y: 40 } }];
    const run = async (name: string): Promise<void> => {
      writeFileSync(path.join(window.workspace, name), JSON.stringify({ steps }));
      await workbench.tree.view('Explorer');
      await workbench.menu.choose(workbench.tree.file(name), 'Run Sequence…');
      await workbench.statusBar.item(`“${name}” passed in “shop”`).waitFor();
      rmSync(path.join(window.workspace, name));
    };
    await run('two.sequence.json');
    await workbench.notifications.toast('Recorded a video of “shop”').waitFor();
    await workbench.screenshot('known-video-of-sequence');
    const [video, ...others] = videos.slice(before);
    assert.ok(video?.record.finished_at);
    assert.deepEqual(others, []);
    // The service does not have the picture that a report would show.
    const inOrder = service.arrived
      .filter(({ path: to }) => to.startsWith(`/browsers/${id}/`) && !to.endsWith('/screenshot'))
      .map(({ path: to }) => to.split('/').at(-1));
    assert.deepEqual(inOrder, ['replays', 'click_mouse', 'click_mouse', 'stop']);
    await workbench.notifications.press('Recorded a video of “shop”', 'Save Video…');
    assert.ok((await saveAs('third.mp4')).equals(Buffer.from(video.video)));
    await workbench.palette.run('Notifications: Clear All Notifications');
    isBroken = true;
    await run('alone.sequence.json');
    assert.equal(videos.length, before + 1);
    assert.equal(await workbench.notifications.toast('video').count(), 0);
    await kernel.browsers.deleteByID(id);
    await until('no video is recorded', () => videos.every(({ record }) => record.finished_at));
  });
});
