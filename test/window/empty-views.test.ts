import type { Locator } from 'playwright-core';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { answers, speaksTo, useFaultyService, type Behaviour } from '../support/faults/faulty-service';
import { useWindow } from './window';

const POOLS = /^\/browser_pools\?/;
const EXTENSIONS = /^\/extensions\?/;

const answersNo = (status: number): Behaviour => answers(status, JSON.stringify({ code: 'no', message: 'no' }));
const neverAnswers: Behaviour = ({ body }) => body();
const breaks: Behaviour = ({ socket }) => void socket.resetAndDestroy();

describe('A view that has nothing to show, in the window', () => {
  const faulty = useFaultyService();
  const window = useWindow(() => speaksTo(faulty.service.url, { opens: 'once' }));
  const says = (view: string, text: string): Promise<void> =>
    window.workbench.tree.pane(view).locator('.pane-body').getByText(text).first().waitFor();
  const notifications = (): Locator => window.workbench.page.locator('.notification-list-item');

  async function ask(list: RegExp, behaves: Behaviour): Promise<void> {
    faulty.service.at(list, behaves);
    await window.workbench.palette.run(`Browser Sessions: Refresh ${list === POOLS ? 'Pools' : 'Catalog'}`);
  }

  it('says of each list what came of asking for it, though the other lists come', async () => {
    const { workbench } = window;
    faulty.service.atEach([
      [POOLS, answersNo(403)],
      [EXTENSIONS, answersNo(404)],
    ]);
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.row('first', 'Sessions').waitFor();
    await workbench.tree.welcome('Pools').getByText('Your token or plan can’t list pools.').waitFor();
    await workbench.tree.welcome('Pools').getByText('Set another token').waitFor();
    await workbench.tree.pane('Catalog').waitFor({ state: 'detached' });
    await workbench.screenshot('empty-forbidden-not-offered');
    await workbench.width(560);
    await workbench.screenshot('empty-forbidden-not-offered-560');
    await workbench.width(1280);
  });

  nightly('says while it asks that it asks, and after that what the service has said', async () => {
    const { workbench } = window;
    await workbench.tree.view('Browser Sessions');
    // After a failure, its reason stays until the next answer.
    faulty.service.doesWell();
    await workbench.tree.row('first', 'Sessions').waitFor();
    const asked = (): number => faulty.service.requests(POOLS).length;
    const before = asked();
    await workbench.palette.run('Browser Sessions: Refresh Pools');
    // The view may say it already, of when it was shown.
    await until('the pools are asked for', () => asked() > before);
    await workbench.tree.welcome('Pools').getByText('No pools found.').waitFor();
    // Its progress has the same button as that of the next one.
    await until('its progress is gone', async () => (await notifications().count()) === 0);
    await ask(POOLS, neverAnswers);
    await says('Pools', 'Loading pools…');
    await workbench.screenshot('empty-asking');
    await workbench.notifications.press('Refreshing…', 'Cancel');
    await workbench.tree.welcome('Pools').getByText('The pools haven’t been loaded yet.').waitFor();
    await ask(POOLS, answersNo(401));
    await workbench.tree.welcome('Pools').getByText('The service rejected the token.').waitFor();
    await workbench.statusBar.connection(window.connection).locator('.codicon-warning').waitFor();
    await ask(EXTENSIONS, answersNo(500));
    await says('Catalog', 'Couldn’t list the catalog. The service failed (500). You can try again.');
    await workbench.screenshot('empty-failed');
    await ask(POOLS, breaks);
    await says('Pools', 'Couldn’t list pools. The host closed the connection.');
    faulty.service.doesWell();
    await workbench.tree.row('Try Again', 'Pools').click();
    await workbench.tree.welcome('Pools').getByText('No pools found.').waitFor();
  });

  nightly('is as easy to read in dark', async () => {
    faulty.service.atEach([
      [POOLS, answersNo(403)],
      [EXTENSIONS, answersNo(500)],
    ]);
    await window.changeTheme('dark');
    await window.workbench.tree.view('Browser Sessions');
    await window.workbench.tree.welcome('Pools').getByText('Your token or plan can’t list pools.').waitFor();
    await says('Catalog', 'Couldn’t list the catalog. The service failed (500). You can try again.');
    await window.workbench.screenshot('empty-dark');
  });
});
