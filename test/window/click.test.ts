import assert from 'node:assert/strict';
import { nightly } from '../support/nightly';
import { BUTTON_AT } from '../support/pages';
import { useFixture, TOKEN } from '../support/service-fixture';
import { useWindow } from './window';

const AT = `${BUTTON_AT.x}, ${BUTTON_AT.y}`;

describe('Clicking, in the window', () => {
  const fixture = useFixture();
  const window = useWindow(() => ({
    opens: 'once',
    newConnections: { address: fixture.service.url },
    otherConnections: ['Usual', 'Habitual'].map((name) => ({
      name,
      address: fixture.service.url,
      session: 'usual',
      pool: 'local-pool',
    })),
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
  }));

  it('shows live what will be sent, and what is wrong', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/button');
    await workbench.palette.run('Browser Sessions: Click at Coordinates…');
    await workbench.palette.asked('Position on the 1280 × 800 screen').waitFor();
    await workbench.screenshot('click-1-empty');
    await workbench.palette.box.fill(`${AT} right x2 +shift`);
    await workbench.palette.validation.filter({ hasText: `Double-click at ${AT} (right button, Shift)` }).waitFor();
    await workbench.screenshot('click-2-live');
    await workbench.palette.box.fill(`${AT} sideways`);
    await workbench.palette.validation.filter({ hasText: 'Unknown word “sideways”' }).waitFor();
    await workbench.screenshot('click-3-wrong');
    await workbench.palette.box.fill('-1, 5');
    await workbench.palette.validation.filter({ hasText: 'x can’t be negative' }).waitFor();
    await workbench.palette.box.fill(`${AT} +shift`);
    await workbench.page.keyboard.press('Enter');
    assert.equal((await fixture.pages.waitFor(({ type }) => type === 'click')).shift, true);
    await workbench.statusBar.item(`Clicked ${AT} +shift in “only”`).waitFor();
  });

  it('repeats the last click with one key', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/button');
    await workbench.palette.run('Browser Sessions: Click at Coordinates…');
    await workbench.palette.answer('Position on the 1280 × 800 screen', AT);
    await fixture.pages.waitFor(({ type }) => type === 'click');
    await workbench.statusBar.item(/Clicked .* in “only”/).waitFor();
    const [connection, told] = await Promise.all(
      [workbench.statusBar.connection(''), workbench.statusBar.item(/Clicked /)].map((item) => item.boundingBox()),
    );
    // The message is behind the item that stays, which therefore doesn't jump.
    assert.ok(connection && told && connection.x < told.x);
    await workbench.screenshot('click-4-told');
    fixture.pages.clear();
    await workbench.page.keyboard.press('Control+F9');
    await fixture.pages.waitFor(({ type, x, y }) => type === 'click' && x === BUTTON_AT.x && y === BUTTON_AT.y);
  });

  it('by name offers what is the page’s own first, and names the origin of what is in a frame', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/around');
    await fixture.pages.waitFor(({ type, value }) => type === 'framed' && value === 'Password');
    await workbench.palette.run('Browser Sessions: Click by Name…');
    await workbench.palette.asked('Select what to click').waitFor();
    const rows = workbench.palette.widget.locator('.quick-input-list .monaco-list-row');
    const origin = fixture.pages.url.replace('127.0.0.1', 'localhost');
    await rows
      .filter({ hasText: `Sign in` })
      .filter({ hasText: `button · in a frame of ${origin}` })
      .waitFor();
    assert.match((await rows.allTextContents())[0] ?? '', /^Around/);
    await workbench.screenshot('click-5-frame');
    await workbench.palette.pick('Sign in');
    await fixture.pages.waitFor(({ type, value }) => type === 'pressed' && value === 'Sign in');
  });

  it('outside the screen is refused in the box, with its size', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/button');
    await workbench.palette.run('Browser Sessions: Click at Coordinates…');
    await workbench.palette.answer('Position on the 1280 × 800 screen', '640, 800');
    await workbench.palette.validation.filter({ hasText: 'y must be 0–799.' }).waitFor();
    await workbench.screenshot('click-6-outside');
  });

  nightly('in a session that has ended marks its row, and “Choose Session” goes on with another', async () => {
    const { workbench } = window;
    const gone = await fixture.openSession('short-lived', '/plain');
    await fixture.openSession('running', '/button');
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.row('short-lived', 'Sessions').waitFor();
    await fixture.ask('DELETE', `/browsers/${gone}`);
    await workbench.menu.choose(workbench.tree.row('short-lived', 'Sessions'), 'Input', 'Click at Coordinates…');
    await workbench.palette.answer('Position on the 1280 × 800 screen', AT);
    await workbench.notifications.toast('“short-lived” has ended.').waitFor();
    await workbench.tree.row('short-lived', 'Sessions').filter({ hasText: 'ended' }).waitFor();
    await workbench.screenshot('error-404');
    await workbench.notifications.press('has ended', 'Select Another Session…');
    // The session is asked for although only one is left: a click must never be redirected to another session silently.
    await workbench.palette.asked('Select Session').waitFor();
    await workbench.palette.pick('running');
    await workbench.palette.answer('Position on the 1280 × 800 screen', AT);
    await fixture.pages.waitFor(({ type }) => type === 'click');
  });

  nightly('shows a picture of the session', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/button');
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(workbench.tree.row('only', 'Sessions'), 'Take Screenshot');
    await workbench.page.locator('.tab', { hasText: 'only screenshot.png' }).waitFor();
    await workbench.webview().locator('img').waitFor();
    await workbench.statusBar.item('1280x800').waitFor();
  });

  nightly(
    'goes to the usual session where none is pointed at, as what is acquired comes from the usual pool',
    async () => {
      const { workbench } = window;
      await workbench.useConnection('Usual');
      await fixture.openSession('another', '/button');
      await fixture.openSession('usual', '/button');
      await workbench.tree.view('Browser Sessions');
      await workbench.tree.row('usual', 'Sessions').waitFor();
      await workbench.palette.run('Browser Sessions: Click at Coordinates…');
      await workbench.palette.answer('Click in “', '10, 10');
      await workbench.statusBar.item(/Clicked .* in “usual”/).waitFor();
      await workbench.tooltip(workbench.statusBar.connection('Usual'), 'Session usual');
      await workbench.palette.run('Browser Sessions: Acquire Session from Pool');
      await workbench.statusBar.item('from “local-pool”').waitFor();
    },
  );

  nightly(
    'is not all that the usual session is for: it stands first where a session is asked for all the same',
    async () => {
      const { workbench } = window;
      await workbench.useConnection('Habitual');
      await fixture.openSession('usual', '/button');
      await fixture.openSession('another', '/button');
      await workbench.tree.view('Browser Sessions');
      await workbench.tree.row('another', 'Sessions').waitFor();
      await workbench.palette.run('Browser Sessions: Release Pooled Session…');
      await workbench.palette.asked('Release: Select Session').waitFor();
      await workbench.palette.widget.locator('.monaco-list-row').first().filter({ hasText: 'usual' }).waitFor();
    },
  );
});
