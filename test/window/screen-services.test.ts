import type { Locator } from 'playwright-core';
import { answers, PICTURE, speaksTo, useFaultyService } from './faulty-service';
import { useWindow } from './window';

describe('The screen of a session at a service that does less, in the window', () => {
  const faulty = useFaultyService();
  const window = useWindow(() => speaksTo(faulty.service.url, { opens: 'once' }));
  const part = (id: string): Locator => window.workbench.webview().locator(`#${id}`);

  async function open(name: string): Promise<void> {
    const { workbench } = window;
    await workbench.view('Browser Sessions');
    await workbench.menu(workbench.treeRow(name, 'Sessions'), 'Open Screen');
  }

  it('takes pictures where there is no DevTools, and says how old they are', async () => {
    await open('first');
    await part('state').filter({ hasText: 'Picture' }).waitFor();
    await part('age')
      .filter({ hasText: / s ago$/ })
      .waitFor();
    await part('refresh').waitFor();
    await part('clickByName').waitFor({ state: 'hidden' });
    await window.workbench.screenshot('screen-pictures');
  });

  it('says that there are no pictures, and shows no button that does nothing', async () => {
    faulty.service.at(PICTURE, answers(405, '{}'));
    await open('second');
    await part('notice').filter({ hasText: 'This service takes no pictures of its sessions.' }).waitFor();
    await part('toolbar').waitFor({ state: 'hidden' });
    await window.workbench.screenshot('screen-unavailable');
  });

  it('counts down while the service is busy', async () => {
    faulty.service.at(PICTURE, answers(429, '{}', { 'retry-after': '60' }));
    await open('first');
    await part('notice')
      .filter({ hasText: /Service busy\. Retrying in \d+ s/ })
      .waitFor();
    await window.workbench.screenshot('screen-busy');
  });
});
