import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { CONNECTION } from '../support/connection';
import { nightly } from '../support/nightly';
import { useFaultyService } from '../support/faults/faulty-service';
import { filesWith, placesWith } from './secret-search';
import { useFixture, TOKEN } from '../support/service-fixture';
import { useWindow } from './window';

/** As the editor's server identifies itself, which is here the same machine. */
function machine(): string {
  const file = '/etc/machine-id';
  return existsSync(file) ? `${hostname()} ${readFileSync(file, 'latin1').trim()}` : hostname();
}

describe('The token, in the window', () => {
  const fixture = useFixture();
  const faulty = useFaultyService();
  const window = useWindow(() => ({
    opens: 'once',
    newConnections: { address: fixture.service.url },
    otherConnections: [
      { name: 'Slow', address: faulty.service.url },
      { name: 'Nowhere', address: 'http://127.0.0.1:9' },
    ],
    env: { BROWSER_SESSIONS_TOKEN: '' },
    secret: TOKEN,
  }));

  const title = (): string => `Token for “${window.connection}”`;
  /** What is remembered of a token that was stored: for a loopback address, also the machine. */
  const mark = (): string => `token ${fixture.service.url}#${encodeURIComponent(machine())} ${window.connection}`;

  async function setToken(token: string): Promise<void> {
    await window.workbench.palette.run('Browser Sessions: Set Token…');
    await window.workbench.palette.answer(title(), token);
    await window.workbench.statusBar.item(`Stored the token for “${window.connection}”`).waitFor();
  }

  it('is asked for where there is none, hidden while it is typed, and then the sessions are there', async () => {
    const { workbench } = window;
    await fixture.openSession('waiting', '/plain');
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.welcome('Sessions').waitFor();
    await workbench.screenshot('welcome-no-token');
    await workbench.tree.welcomeButton('Sessions', 'Set Token');
    await workbench.palette.asked(title()).waitFor();
    assert.equal(await workbench.palette.box.getAttribute('type'), 'password');
    await workbench.palette.box.fill(TOKEN);
    await workbench.screenshot('token-box');
    await workbench.page.keyboard.press('Enter');
    await workbench.tree.row('waiting', 'Sessions').waitFor();
  });

  it('survives a reload, and is asked for again when it was cleared', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/plain');
    await setToken(TOKEN);
    await window.reload();
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.row('only', 'Sessions').waitFor();
    await workbench.palette.run('Browser Sessions: Clear Token…');
    assert.match(await workbench.notifications.pressInDialog('Clear'), /You’ll be asked for it again/);
    await workbench.statusBar.item(`Cleared the token for “${window.connection}”`).waitFor();
    // The rows stay, and say that they are old.
    await workbench.tree.pane('Sessions').getByText('No token is set.').waitFor();
    await workbench.tree.row('Set Token…', 'Sessions').waitFor();
    await workbench.tree.row('only', 'Sessions').waitFor();
    await workbench.screenshot('token-cleared-rows');
    await workbench.palette.run('Browser Sessions: Click at Coordinates…');
    await workbench.palette.asked(title()).waitFor();
  });

  it('that the service does not accept is refused in the box, and not kept', async () => {
    const { workbench } = window;
    await workbench.palette.run('Browser Sessions: Set Token…');
    await workbench.palette.answer(title(), 'not-the-token');
    await workbench.palette.validation
      .filter({ hasText: `“${window.connection}” rejected this token (401). Check that you copied all of it.` })
      .waitFor();
    await workbench.screenshot('token-not-accepted');
    await workbench.page.keyboard.press('Escape');
    await workbench.palette.run('Browser Sessions: Click at Coordinates…');
    await workbench.palette.asked(title()).waitFor();
  });

  nightly('that the editor has forgotten, as one without a keyring does, is said once', async () => {
    const { workbench } = window;
    await setToken(TOKEN);
    await window.stored(mark());
    await workbench.page.evaluate(
      "Object.keys(localStorage).filter((key) => key.startsWith('secrets')).forEach((key) => localStorage.removeItem(key))",
    );
    await window.reload();
    await workbench.tree.view('Browser Sessions');
    await workbench.notifications.toast(`Token for “${window.connection}” lost`).waitFor();
    await workbench.screenshot('token-forgotten');
    await window.stored('no keyring was told');
    await window.reload();
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.welcome('Sessions').getByText('Set a token to see your sessions.').waitFor();
    for (const view of ['Pools', 'Catalog']) await workbench.tree.pane(view).waitFor({ state: 'detached' });
    assert.equal(await workbench.notifications.toast('lost: no system keyring').isVisible(), false);
  });

  nightly('with a blank in it is refused in the box', async () => {
    const { workbench } = window;
    await workbench.palette.run('Browser Sessions: Set Token…');
    await workbench.palette.asked(title()).waitFor();
    await workbench.palette.box.fill('two words');
    await workbench.palette.validation.filter({ hasText: 'Tokens can’t contain spaces' }).waitFor();
  });

  nightly('is not kept when the box is left while it is checked, and nothing goes on behind it', async () => {
    const { workbench } = window;
    await workbench.useConnection('Slow');
    faulty.service.at(/^\/org\/limits$/, async () => {});
    await workbench.palette.run('Browser Sessions: Set Token…');
    await workbench.palette.answer('Token for “Slow”', TOKEN);
    await faulty.service.asked(/^\/org\/limits$/);
    await workbench.palette.validation
      .filter({ hasText: `Checking with ${new URL(faulty.service.url).host}…` })
      .waitFor();
    await workbench.screenshot('token-checking');
    await workbench.page.keyboard.press('Escape');
    await workbench.palette.widget.waitFor({ state: 'hidden' });
    await faulty.service.abandoned();
    await workbench.palette.run('Browser Sessions: New Session');
    await workbench.palette.asked('Token for “Slow”').waitFor();
  });

  nightly('of a service that cannot be reached is kept unchecked only when that is wanted', async () => {
    const { workbench } = window;
    await workbench.useConnection('Nowhere');
    await workbench.palette.run('Browser Sessions: Set Token…');
    await workbench.palette.answer('Token for “Nowhere”', TOKEN);
    await workbench.palette.validation
      .filter({ hasText: `Couldn’t reach “http://127.0.0.1:9” on the machine “${hostname()}”. Connection refused.` })
      .waitFor();
    await workbench.palette.validation.filter({ hasText: 'Press Enter again' }).waitFor();
    await workbench.screenshot('token-unchecked');
    await workbench.page.keyboard.press('Enter');
    await workbench.statusBar.item('Stored the token for “Nowhere”').waitFor();
  });

  // In the browser, VS Code reads its secrets once per window, so the second window is opened after the token was set.
  nightly('that one window sets is known to another', async () => {
    await fixture.openSession('shared', '/plain');
    await setToken(TOKEN);
    await window.choiceStored();
    const other = await window.openSecond();
    await other.tree.view('Browser Sessions');
    await other.tree.row('shared', 'Sessions').waitFor();
  });

  nightly(
    'comes back after the extension host has crashed; what is written and shown of that is searched too',
    async () => {
      const { workbench } = window;
      await fixture.openSession('only', '/plain');
      await setToken(TOKEN);
      await workbench.tree.view('Browser Sessions');
      await workbench.tree.row('only', 'Sessions').waitFor();
      await window.crashExtensionHosts();
      await fixture.openSession('later', '/plain');
      await workbench.palette.run('Browser Sessions: Refresh Sessions');
      await workbench.tree.row('later', 'Sessions').waitFor();
      await workbench.screenshot('token-after-crash');
    },
  );

  nightly(
    'and what is remembered of it are of one window’s person: another, whose window is opened anew, has none',
    async () => {
      await setToken(TOKEN);
      await window.stored(mark());
      await window.close();
      await window.open();
      const { workbench } = window;
      assert.equal(await workbench.page.evaluate("localStorage.getItem('secrets.provider')"), null);
      assert.deepEqual(await placesWith([`token ${fixture.service.url}`], workbench.page), []);
      await workbench.tree.view('Browser Sessions');
      await workbench.tree.welcome('Sessions').getByText('Set a token to see your sessions').waitFor();
    },
  );

  it('stands in no file of the editor or of the workspace after all of this', () => {
    const folder = path.dirname(window.workspace);
    // To prove that the search works: the setting is in a file.
    assert.ok(filesWith([fixture.service.url], folder).some((file) => file.endsWith('settings.json')));
    assert.deepEqual(filesWith([TOKEN], folder), []);
  });
});

describe('A token of the environment that the service does not accept, in the window', () => {
  const fixture = useFixture();
  const window = useWindow(() => ({
    opens: 'once',
    newConnections: { address: fixture.service.url },
    env: { BROWSER_SESSIONS_TOKEN: 'an-older-token' },
    secret: TOKEN,
  }));

  nightly('is proposed in the box, and used when that is left empty, though not kept', async () => {
    const { workbench } = window;
    await workbench.palette.run('Browser Sessions: Set Token…');
    await workbench.palette.asked('leave this empty to use BROWSER_SESSIONS_TOKEN').waitFor();
    await workbench.page.keyboard.press('Enter');
    // It is checked like any other token.
    await workbench.palette.validation.filter({ hasText: 'rejected this token' }).waitFor();
    await workbench.screenshot('token-of-environment');
  });

  nightly('leads to the box, and the one that is stored then goes before it', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/plain');
    await workbench.palette.run('Browser Sessions: Refresh Sessions');
    await workbench.notifications.toast('” rejected the token.').waitFor();
    await workbench.screenshot('error-401');
    await workbench.notifications.press('rejected the token', 'Set Token');
    await workbench.palette.answer(`Token for “${window.connection}”`, TOKEN);
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.row('only', 'Sessions').waitFor();
  });
});

describe('A secret storage that does not answer, in the window', () => {
  const fixture = useFixture();
  const ELSEWHERE = 'Elsewhere';
  const connections = (): object[] => [
    { name: CONNECTION, address: fixture.service.url },
    { name: ELSEWHERE, address: 'https://service.test' },
  ];
  const window = useWindow(() => ({
    settings: { 'browserSessions.connections': connections() },
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
  }));

  nightly(
    'lets the token of the environment serve on this machine, and is a sentence where none may',
    async function () {
      // The storage is waited for as long as a user may need to unlock a keyring.
      const { workbench } = window;
      await fixture.openSession('only', '/plain');
      await workbench.palette.run('Browser Sessions: Set Token…');
      await workbench.palette.answer(`Token for “${CONNECTION}”`, TOKEN);
      await workbench.statusBar.item(`Stored the token for “${CONNECTION}”`).waitFor();
      await workbench.page.waitForFunction("localStorage.getItem('secrets.provider') !== null");
      // In the browser, half of the key of the secret storage comes from the server of VS Code; blocking that request
      // simulates a keyring that stays locked.
      const asked = workbench.page.waitForRequest('**/mint-key');
      await workbench.page.route('**/mint-key', () => {});
      await window.reload();
      await asked;
      await workbench.tree.view('Browser Sessions');
      await workbench.tree.row('only', 'Sessions').waitFor();
      await workbench.tooltip(
        workbench.statusBar.connection(CONNECTION),
        'from the environment variable BROWSER_SESSIONS_TOKEN',
      );

      await workbench.palette.run('Browser Sessions: Switch Connection…');
      await workbench.palette.pick(ELSEWHERE);
      await workbench.statusBar.connection(ELSEWHERE).waitFor();
      await workbench.palette.run('Browser Sessions: New Session');
      await workbench.notifications
        .toast('Couldn’t read VS Code’s secret storage.')
        .filter({ hasText: 'Unlock or repair it' })
        .waitFor();
      await workbench.screenshot('secret-storage-broken');
    },
  );
});
