import assert from 'node:assert/strict';
import { nightly } from '../nightly';
import { BUTTON_AT } from '../pages';
import { useStage, TOKEN } from './stage';
import { useWindow } from './window';

const AT = `${BUTTON_AT.x}, ${BUTTON_AT.y}`;

describe('Clicking, in the window', () => {
  const stage = useStage();
  const window = useWindow(() => ({
    opens: 'once',
    newConnections: { address: stage.service.url },
    otherConnections: ['Usual', 'Habitual'].map((name) => ({
      name,
      address: stage.service.url,
      session: 'usual',
      pool: 'local-pool',
    })),
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
  }));

  it('shows live what will be sent, and what is wrong', async () => {
    const { workbench } = window;
    await stage.openSession('only', '/button');
    await workbench.run('Browser Sessions: Click…');
    await workbench.asked('in pixels, such as').waitFor();
    await workbench.screenshot('click-1-empty');
    await workbench.box.fill(`${AT} right x2 +shift`);
    await workbench.validation.filter({ hasText: `Double-click at ${AT} (right button, Shift)` }).waitFor();
    await workbench.screenshot('click-2-live');
    await workbench.box.fill(`${AT} sideways`);
    await workbench.validation.filter({ hasText: 'Unknown word “sideways”' }).waitFor();
    await workbench.screenshot('click-3-wrong');
    await workbench.box.fill('-1, 5');
    await workbench.validation.filter({ hasText: 'x can’t be negative' }).waitFor();
    await workbench.box.fill(`${AT} +shift`);
    await workbench.page.keyboard.press('Enter');
    assert.equal((await stage.pages.waitFor(({ type }) => type === 'click')).shift, true);
    await workbench.statusItem(`Clicked ${AT} +shift in “only”`).waitFor();
  });

  it('repeats the last click with one key', async () => {
    const { workbench } = window;
    await stage.openSession('only', '/button');
    await workbench.run('Browser Sessions: Click…');
    await workbench.answer('in pixels, such as', AT);
    await stage.pages.waitFor(({ type }) => type === 'click');
    await workbench.statusItem(/Clicked .* in “only”/).waitFor();
    const [connection, told] = await Promise.all(
      [workbench.connectionItem(''), workbench.statusItem(/Clicked /)].map((item) => item.boundingBox()),
    );
    // The message is behind the item that stays, which therefore doesn't jump.
    assert.ok(connection && told && connection.x < told.x);
    await workbench.screenshot('click-4-told');
    stage.pages.clear();
    await workbench.page.keyboard.press('Control+F9');
    await stage.pages.waitFor(({ type, x, y }) => type === 'click' && x === BUTTON_AT.x && y === BUTTON_AT.y);
  });

  it('outside the screen is refused by the service, in its own words', async () => {
    const { workbench } = window;
    await stage.openSession('only', '/button');
    await workbench.run('Browser Sessions: Click…');
    await workbench.answer('in pixels, such as', '9000, 9000');
    await workbench
      .toast('Couldn’t click in “only”. Details: “coordinates exceed screen bounds (max: 1280x800)”')
      .waitFor();
  });

  nightly('in a session that has ended marks its row, and “Choose Session” goes on with another', async () => {
    const { workbench } = window;
    const gone = await stage.openSession('short-lived', '/plain');
    await stage.openSession('running', '/button');
    await workbench.view('Browser Sessions');
    await workbench.treeRow('short-lived', 'Sessions').waitFor();
    await stage.ask('DELETE', `/browsers/${gone}`);
    await workbench.menu(workbench.treeRow('short-lived', 'Sessions'), 'Click…');
    await workbench.answer('in pixels, such as', AT);
    await workbench.toast('“short-lived” has ended.').waitFor();
    await workbench.treeRow('short-lived', 'Sessions').filter({ hasText: 'ended' }).waitFor();
    await workbench.screenshot('error-404');
    await workbench.toastButton('has ended', 'Select Session');
    // The session is asked for although only one is left: a click must never be redirected to another session silently.
    await workbench.asked('Select Session').waitFor();
    await workbench.pick('running');
    await workbench.answer('in pixels, such as', AT);
    await stage.pages.waitFor(({ type }) => type === 'click');
  });

  it('shows a picture of the session', async () => {
    const { workbench } = window;
    await stage.openSession('only', '/button');
    await workbench.view('Browser Sessions');
    await workbench.menu(workbench.treeRow('only', 'Sessions'), 'Take Screenshot');
    await workbench.page.locator('.tab', { hasText: 'only.png' }).waitFor();
    await workbench.webview().locator('img').waitFor();
    await workbench.statusItem('1280x800').waitFor();
  });

  nightly(
    'goes to the usual session where none is pointed at, as what is acquired comes from the usual pool',
    async () => {
      const { workbench } = window;
      await workbench.useConnection('Usual');
      await stage.openSession('another', '/button');
      await stage.openSession('usual', '/button');
      await workbench.view('Browser Sessions');
      await workbench.treeRow('usual', 'Sessions').waitFor();
      await workbench.run('Browser Sessions: Click…');
      await workbench.answer('Click in “', '10, 10');
      await workbench.statusItem(/Clicked .* in “usual”/).waitFor();
      await workbench.tooltip(workbench.connectionItem('Usual'), 'Session: usual');
      await workbench.run('Browser Sessions: Acquire Session from Pool');
      await workbench.statusItem('from “local-pool”').waitFor();
    },
  );

  nightly(
    'is not all that the usual session is for: it stands first where a session is asked for all the same',
    async () => {
      const { workbench } = window;
      await workbench.useConnection('Habitual');
      await stage.openSession('usual', '/button');
      await stage.openSession('another', '/button');
      await workbench.view('Browser Sessions');
      await workbench.treeRow('another', 'Sessions').waitFor();
      await workbench.run('Browser Sessions: Release Pooled Session…');
      await workbench.asked('Release: Select Session').waitFor();
      await workbench.quickInput.locator('.monaco-list-row').first().filter({ hasText: 'usual' }).waitFor();
    },
  );
});
