import type { Locator } from 'playwright-core';
import { nightly } from '../nightly';
import { answers, speaksTo, useFaultyService, type Behaviour } from './faulty-service';
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
    window.workbench.welcome(view).getByText(text, { exact: true }).waitFor();
  const notifications = (): Locator => window.workbench.page.locator('.notification-list-item');

  async function ask(list: RegExp, behaves: Behaviour): Promise<void> {
    faulty.service.at(list, behaves);
    await window.workbench.run(`Browser Sessions: Refresh ${list === POOLS ? 'Pools' : 'Extensions'}`);
  }

  it('says of each list what came of asking for it, though the other lists come', async () => {
    const { workbench } = window;
    faulty.service.atEach([
      [POOLS, answersNo(403)],
      [EXTENSIONS, answersNo(404)],
    ]);
    await workbench.view('Browser Sessions');
    await workbench.treeRow('first', 'Sessions').waitFor();
    await says('Pools', 'The token can’t list pools, or the account’s plan doesn’t include it.');
    await says('Extensions', 'This service doesn’t list extensions.');
    await workbench.screenshot('empty-forbidden-not-offered');
    await workbench.width(560);
    await workbench.screenshot('empty-forbidden-not-offered-560');
    await workbench.width(1280);
  });

  nightly('says while it asks that it asks, and after that what the service has said', async () => {
    const { workbench } = window;
    await workbench.view('Browser Sessions');
    await ask(POOLS, neverAnswers);
    await says('Pools', 'Loading pools…');
    await workbench.screenshot('empty-asking');
    await notifications().locator('.monaco-button', { hasText: 'Cancel' }).click();
    await says('Pools', 'The pools haven’t been loaded yet.');
    await ask(POOLS, answersNo(401));
    await says('Pools', 'The service rejected the token.');
    await ask(EXTENSIONS, answersNo(500));
    await says('Extensions', 'Couldn’t load extensions.');
    await workbench.screenshot('empty-failed');
    await ask(POOLS, breaks);
    await says('Pools', 'Couldn’t load pools.');
    faulty.service.doesWell();
    await workbench.welcomeButton('Pools', 'Try Again');
    await workbench.welcome('Pools').getByText('No pools found.').waitFor();
  });

  nightly('is as easy to read in dark', async () => {
    faulty.service.atEach([
      [POOLS, answersNo(403)],
      [EXTENSIONS, answersNo(500)],
    ]);
    await window.changeTheme('dark');
    await window.workbench.view('Browser Sessions');
    await says('Pools', 'The token can’t list pools, or the account’s plan doesn’t include it.');
    await says('Extensions', 'Couldn’t load extensions.');
    await window.workbench.screenshot('empty-dark');
  });
});
