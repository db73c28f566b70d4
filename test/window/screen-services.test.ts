import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { nightly } from '../nightly';
import { until } from '../until';
import { buttonsOf } from './deeds';
import { answers, CLICK, PICTURE, speaksTo, UPLOAD, useFaultyService, well } from './faulty-service';
import { ScreenTab } from './screen-tab';
import { useWindow } from './window';

describe('The screen of a session at a service that does less, in the window', () => {
  const faulty = useFaultyService();
  const window = useWindow(() => speaksTo(faulty.service.url, { opens: 'once' }));
  const tab = new ScreenTab(window);
  const part = (id: string): Locator => tab.part(id);

  nightly('takes a picture after a click that was made elsewhere', async () => {
    const { workbench } = window;
    faulty.service.doesWell();
    await tab.open('first');
    await part('picture').waitFor();
    const before = faulty.service.requests(PICTURE).length;
    await workbench.view('Browser Sessions');
    await workbench.menu(workbench.treeRow('first', 'Sessions'), 'Click…');
    await workbench.answer('in pixels, such as', '5, 5');
    await until('a picture is taken', () => faulty.service.requests(PICTURE).length > before);
  });
});

describe('A service that has only the four operations, in the window', () => {
  const faulty = useFaultyService();
  const window = useWindow(() => speaksTo(faulty.service.url, { opens: 'once' }));

  nightly('has sessions that stay, and after one answer no button that does nothing', async () => {
    const { workbench } = window;
    faulty.service.atEach([
      [UPLOAD, well],
      [CLICK, well],
      [/./, answers(404, '')],
    ]);
    await workbench.view('Browser Sessions');
    await workbench.run('Browser Sessions: Add Session by ID…');
    await workbench.answer('ID of a running browser session', 'by-hand');
    const row = workbench.treeRow('by-hand', 'Sessions');
    await row.waitFor();
    await workbench.menu(row, 'Take Screenshot');
    await workbench.toast('This service doesn’t provide screenshots.').waitFor();
    await workbench.tidy();
    await workbench.view('Browser Sessions');
    await workbench.menu(row, 'Click by Name…');
    await workbench.toast('This service can’t read pages. Click by coordinates instead.').waitFor();
    await workbench.tidy();
    await workbench.view('Browser Sessions');
    await workbench.menu(row, 'Open Screen');
    await workbench
      .webview()
      .locator('#notice')
      .filter({ hasText: 'This service doesn’t provide screenshots.' })
      .waitFor();
    await workbench.run('Browser Sessions: Refresh Sessions');
    await workbench.openMenu(row);
    await workbench.menuItem('Upload Folder…').waitFor();
    await workbench.screenshot('four-operations-menu');
    for (const name of ['Take Screenshot', 'Click by Name…', 'Open Screen'])
      assert.equal(await workbench.menuItem(name).count(), 0, name);
    await workbench.closeMenu();
    await workbench.menu(row, 'Click…');
    await workbench.answer('in pixels, such as', '5, 5');
    await workbench.statusItem('Clicked 5, 5 in “').waitFor();
    assert.equal(await row.getByText('ended').count(), 0);
    // Elsewhere, this error offers a screenshot.
    faulty.service.at(CLICK, async ({ body, socket }) => {
      await body();
      socket.resetAndDestroy();
    });
    await workbench.menu(row, 'Click…');
    await workbench.answer('in pixels, such as', '6, 6');
    const toast = workbench.toast('The click in “');
    await toast.waitFor();
    assert.deepEqual(await buttonsOf(toast), ['Show Log']);
  });
});
