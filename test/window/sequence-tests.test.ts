import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { listen } from '../support/network/listen';
import { BUTTON_AT } from '../support/pages';
import { TOKEN } from '../support/service-fixture';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { useFixtureWindow } from './fixture-window';
import { ScreenTab } from './screen-tab';

const SECRET = 'correct horse battery';
const FORM = `<!doctype html><meta charset="utf-8"><title>Shop</title><style>body { margin: 0; font-size: 30px } input { font: inherit }</style>
  <form><label>Name <input></label> <label>Passphrase <input type="password"></label> <button>Sign in</button></form><h1></h1>
  <script>document.querySelector('form').onsubmit = (event) => {
    event.preventDefault();
    const [name, password] = [...document.querySelectorAll('input')].map(({ value }) => value);
    document.querySelector('h1').textContent = 'Welcome ' + name + ', ' + password.length + ' characters';
  };</script>`;

function field(name: string): object {
  return { into: { role: 'textbox', name } };
}

describe('Sequences as tests, in the window', () => {
  const { fixture, window } = useFixtureWindow({ env: { BROWSER_SESSIONS_TOKEN: TOKEN, PASSPHRASE: SECRET } });
  const tab = new ScreenTab(window);

  it('are recorded by name, with what is expected, and exported as a test for Playwright', async () => {
    const { workbench } = window;
    const { page } = workbench;
    await fixture.openSession('shop', '/button');
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(workbench.tree.row('shop', 'Sessions'), 'Record Sequence');
    await workbench.statusBar.item(/Recording .+ · 0 steps/).waitFor();
    await workbench.palette.run('Browser Sessions: Click at Coordinates…');
    await workbench.palette.answer('Click in “shop”', `${BUTTON_AT.x}, ${BUTTON_AT.y}`);
    await workbench.statusBar.item(/Recording .+ · 1 step/).waitFor();
    await workbench.palette.run('Browser Sessions: Add Expectation…');
    await workbench.palette.choice('Element is visible').waitFor();
    await workbench.screenshot('expectation-1-kinds');
    await workbench.palette.choice('Element is visible').click();
    await workbench.palette.choice('clicked 1 times').waitFor();
    await workbench.screenshot('expectation-2-visible');
    await workbench.palette.choice('clicked 1 times').click();
    await workbench.statusBar.item('Added: expect button “clicked 1 times”').waitFor();
    await workbench.palette.run('Browser Sessions: Stop Recording');
    await page.locator('.tab', { hasText: 'recorded.sequence.json' }).waitFor();
    await page.keyboard.press('Control+S');
    const file = path.join(window.workspace, 'recorded.sequence.json');
    await until('it is saved', () => existsSync(file) && readFileSync(file, 'utf8').endsWith('}\n'));
    const { start, steps }: { start: string; steps: object[] } = JSON.parse(readFileSync(file, 'utf8'));
    assert.equal(start, `${fixture.pages.url}/button`);
    assert.deepEqual(steps, [
      { click: { role: 'button', name: 'clicked 0 times', ...BUTTON_AT } },
      { expect: { visible: { role: 'button', name: 'clicked 1 times' } } },
    ]);
    await workbench.screenshot('expectation-3-recorded');
    await workbench.palette.run('Browser Sessions: Export to Playwright…');
    await workbench.palette.choice('Hello Extension').first().click();
    await workbench.palette.asked('Export to Playwright').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.tab', { hasText: 'recorded.spec.ts' }).waitFor();
    await workbench.screenshot('exported');
    assert.match(
      readFileSync(path.join(window.workspace, 'recorded.spec.ts'), 'utf8'),
      /path\.resolve\(__dirname, '\.\/hello-extension'\)[^]*getByRole\('button', \{ name: 'clicked 0 times', exact: true \}\)\.click/,
    );
  });

  nightly('hold what a person types and opens in the screen, but no password, and run', async () => {
    const { workbench } = window;
    const { page } = workbench;
    const server = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html; charset=utf-8').end(FORM),
    );
    const address = `http://127.0.0.1:${await listen(server)}/shop`;
    await fixture.openSession('typed', '/plain');
    await tab.openLive('typed');
    await page.locator('.editor-actions .action-label[aria-label^="Record Sequence"]').click();
    await tab.part('recording-text').filter({ hasText: 'Recording: 0 steps' }).waitFor();
    await tab.part('typed').fill(address);
    await page.keyboard.press('Enter');
    await tab.part('recording-text').filter({ hasText: 'Recording: 1 step' }).waitFor();
    await tab.part('control').click();
    await tab.pointAt({ x: 200, y: 20 });
    await tab.part('recording-text').filter({ hasText: 'Recording: 2 steps' }).waitFor();
    await page.keyboard.type('Ada');
    await page.keyboard.press('Tab');
    await page.keyboard.type(SECRET);
    await workbench.statusBar.item(/Recording .+ · 5 steps/).waitFor();
    await workbench.screenshot('recording-1-typed');
    await page.keyboard.press('Enter');
    await tab.part('recording-text').filter({ hasText: 'Recording: 6 steps' }).waitFor();
    // Until then, the session gets the key that opens the palette.
    await page.keyboard.press('Escape');
    await tab.part('hint').waitFor({ state: 'hidden' });
    await workbench.palette.run('Browser Sessions: Add Expectation…');
    await workbench.palette.choice('Page shows text').click();
    await workbench.palette.answer('Add Expectation', 'Welcome Ada, 21 characters');
    await workbench.statusBar.item('Added: expect').waitFor();
    await workbench.palette.run('Browser Sessions: Stop Recording');
    await workbench.statusBar.item('Recorded 7 steps').waitFor();
    const recorded = page.locator('.tab', { hasText: /^recorded(-2)?\.sequence\.json/ });
    await recorded.waitFor();
    const name = (await recorded.textContent())?.trim() ?? '';
    await workbench.screenshot('recording-2-recorded');
    await page.keyboard.press('Control+S');
    const file = path.join(window.workspace, name);
    await until('it is saved', () => existsSync(file) && readFileSync(file, 'utf8').endsWith('}\n'));
    const { steps }: { steps: Record<string, unknown>[] } = JSON.parse(readFileSync(file, 'utf8'));
    assert.deepEqual(
      steps.filter((step) => !('wait' in step)),
      [
        { open: address },
        { click: { role: 'textbox', name: 'Name', x: 200, y: 20 } },
        { type: 'Ada', ...field('Name') },
        { press: 'Tab' },
        { type: { env: 'PASSPHRASE' }, ...field('Passphrase') },
        { press: 'Enter' },
        { expect: { text: 'Welcome Ada, 21 characters' } },
      ],
    );
    await page.locator('.editor-actions .action-label[aria-label^="Run Sequence…"]').click();
    await workbench.statusBar.item(`“${name}” passed in “typed”`).waitFor();
    await tab.open('typed');
    await tab.part('picture').waitFor();
    await workbench.screenshot('recording-3-run');
    server.close();
    server.closeAllConnections();
  });
});
