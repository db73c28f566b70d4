import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { buttonsOf } from './actions';
import { answers, CLICK, PICTURE, speaksTo, UPLOAD, useFaultyService, well } from '../support/faults/faulty-service';
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
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(workbench.tree.row('first', 'Sessions'), 'Input', 'Click at Coordinates…');
    await workbench.palette.answer('such as 640, 360', '5, 5');
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
    await workbench.tree.view('Browser Sessions');
    await workbench.palette.run('Browser Sessions: Show Session by ID…');
    await workbench.palette.answer('ID of a running browser session', 'by-hand');
    const row = workbench.tree.row('by-hand', 'Sessions');
    await row.waitFor();
    await workbench.menu.choose(row, 'Take Screenshot');
    await workbench.notifications.toast('This service doesn’t provide screenshots.').waitFor();
    await workbench.tidy();
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(row, 'Input', 'Click by Name…');
    await workbench.notifications.toast('This service can’t read pages. Click by coordinates instead.').waitFor();
    await workbench.tidy();
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(row, 'Open Screen');
    await workbench
      .webview()
      .locator('#notice')
      .filter({ hasText: 'This service doesn’t provide screenshots.' })
      .waitFor();
    await workbench.palette.run('Browser Sessions: Refresh Sessions');
    await workbench.menu.open(row);
    await workbench.menu.item('Upload Folder…').waitFor();
    await workbench.screenshot('four-operations-menu');
    for (const name of ['Take Screenshot', 'Open Screen'])
      assert.equal(await workbench.menu.item(name).count(), 0, name);
    await workbench.menu.item('Input').hover();
    await workbench.menu.item('Click at Coordinates…').waitFor();
    assert.equal(await workbench.menu.item('Click by Name…').count(), 0);
    await workbench.menu.close();
    await workbench.menu.choose(row, 'Input', 'Click at Coordinates…');
    await workbench.palette.answer('such as 640, 360', '5, 5');
    await workbench.statusBar.item('Clicked 5, 5 in “').waitFor();
    assert.equal(await row.getByText('ended').count(), 0);
    // Elsewhere, this error offers a screenshot.
    faulty.service.at(CLICK, async ({ body, socket }) => {
      await body();
      socket.resetAndDestroy();
    });
    await workbench.menu.choose(row, 'Input', 'Click at Coordinates…');
    await workbench.palette.answer('such as 640, 360', '6, 6');
    const toast = workbench.notifications.toast('The click in “');
    await toast.waitFor();
    assert.deepEqual(await buttonsOf(toast), ['Show Log']);
  });
});
