import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nightly } from '../support/nightly';
import { BUTTON_AT } from '../support/pages';
import { until } from '../support/until';
import { useFixture, TOKEN } from '../support/service-fixture';
import { useWindow } from './window';
import { appears } from './workbench/locators';

const POINTS = '.vscode/browser-sessions.points.json';
const AT = `${BUTTON_AT.x}, ${BUTTON_AT.y}`;

describe('Points and sequences, in the window', () => {
  const fixture = useFixture();
  const window = useWindow(() => ({
    opens: 'once',
    newConnections: { address: fixture.service.url },
    otherConnections: [{ name: 'Shop', address: fixture.service.url, production: true }],
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
  }));
  const file = (name: string): string => path.join(window.workspace, name);

  const textOf = (name: string): string => (existsSync(file(name)) ? readFileSync(file(name), 'utf8') : '');

  /** Opens the box for a click. A row that is drawn again at this moment loses the press of its button. */
  async function openBox(session: string): Promise<void> {
    const { workbench } = window;
    await until('the box opens', async () => {
      await workbench.menu.choose(workbench.tree.row(session, 'Sessions'), 'Input', 'Click at Coordinates…');
      return appears(workbench.palette.asked('Click in “'), 3000);
    });
  }

  /** Clicks in a session by typing, and waits until it is done. */
  async function clickAt(session: string, text: string): Promise<void> {
    const { workbench } = window;
    await openBox(session);
    await workbench.palette.box.fill(text);
    await workbench.page.keyboard.press('Enter');
    await workbench.statusBar.item(`Clicked ${text} in “${session}”`).waitFor();
  }

  /** Presses a button on a row of the box, which it shows while the pointer is over it. */
  async function press(row: string, button: string): Promise<void> {
    const { page } = window.workbench;
    const label = window.workbench.palette.choice(row).locator(`.action-label[aria-label="${button}"]`);
    await until(`the row shows ${button}`, async () => {
      await page.mouse.move(700, 600);
      await window.workbench.palette.choice(row).hover();
      return appears(label, 1000);
    });
    await label.click();
  }

  afterEach(() => {
    for (const name of readdirSync(window.workspace)) if (name.endsWith('.sequence.json')) rmSync(file(name));
    rmSync(file(POINTS), { force: true });
  });

  nightly('records two clicks, and runs them in two sessions', async () => {
    const { workbench } = window;
    await fixture.openSession('first', '/button');
    await fixture.openSession('second', '/button');
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(workbench.tree.row('first', 'Sessions'), 'Record Sequence');
    await workbench.statusBar.item(/Recording .+ · 0 steps/).waitFor();
    await workbench.screenshot('sequence-1-recording');
    await clickAt('first', AT);
    await clickAt('second', '5, 5');
    await clickAt('first', '10, 300');
    await workbench.tooltip(workbench.statusBar.item(/Recording .+ · 2 steps/), 'What you do in “first” is recorded');
    await workbench.statusBar.item(/Recording .+ · 2 steps/).click();
    await workbench.page.locator('.tab', { hasText: 'recorded.sequence.json' }).waitFor();
    await workbench.statusBar.item('Recorded 2 steps').waitFor();
    await workbench.screenshot('sequence-2-recorded');
    await workbench.page.keyboard.press('Control+S');
    await until('it is saved', () => textOf('recorded.sequence.json').endsWith('}\n'));
    const { steps }: { steps: { wait?: number }[] } = JSON.parse(textOf('recorded.sequence.json'));
    assert.deepEqual(
      steps.filter(({ wait }) => wait === undefined),
      [{ click: { role: 'button', name: 'clicked 0 times', ...BUTTON_AT } }, { click: { x: 10, y: 300 } }],
    );

    fixture.pages.clear();
    await workbench.page.locator('.editor-actions .action-label[aria-label^="Run Sequence…"]').click();
    await workbench.palette.asked('Select one or more, then press Enter to run').waitFor();
    for (const session of ['first', 'second']) await workbench.palette.check(session);
    await workbench.screenshot('sequence-3-sessions');
    await workbench.palette.accept();
    // The button of the first one has another name by now, and is clicked at its point.
    await workbench.statusBar.item('passed in 2 sessions').waitFor();
    await until(
      'both pages have both clicks',
      () => fixture.pages.events().filter(({ type }) => type === 'click').length === 4,
    );
    await workbench.screenshot('sequence-4-summary');
  });

  nightly('shows where each session failed before those that passed, and leads to the step', async () => {
    const { workbench } = window;
    await fixture.openSession('a good one', '/button');
    await fixture.openSession('blank', '/blank');
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.row('blank', 'Sessions').waitFor();
    const steps = [{ click: { x: 10, y: 300 } }, { expect: { text: 'clicked' }, timeout: 0 }];
    writeFileSync(file('outside.sequence.json'), JSON.stringify({ steps }, undefined, 2));
    await workbench.palette.run('Explorer: Focus on Folders View');
    await workbench.menu.choose(workbench.tree.file('outside.sequence.json'), 'Run Sequence…');
    await workbench.palette.asked('Select one or more, then press Enter to run').waitFor();
    for (const session of ['a good one', 'blank']) await workbench.palette.check(session);
    await workbench.palette.accept();
    const told = '“outside.sequence.json” failed in 1 of 2 sessions. “blank”, step 2: The page doesn’t show “clicked”.';
    await workbench.notifications.toast(`${told} The page was blank.`).locator('.codicon-warning').waitFor();
    await workbench.screenshot('sequence-5-failed');
    await workbench.notifications.press(told, 'Show Results');
    await workbench.palette.choice('blank').filter({ hasText: 'failed at step 2 of 2' }).waitFor();
    await workbench.palette.choice('a good one').filter({ hasText: 'passed, 2 steps' }).waitFor();
    await workbench.screenshot('sequence-6-stopped');
    // The first row is selected.
    await workbench.page.keyboard.press('Enter');
    await workbench.statusBar.item('selected').first().waitFor();
    await workbench.screenshot('sequence-7-step');
  });

  nightly('says which step of one session failed, in the service’s words', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/button');
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.row('only', 'Sessions').waitFor();
    writeFileSync(
      file('outside.sequence.json'),
      JSON.stringify({
        steps: [{ click: { x: 1, y: 1 } }, { click: { x: 9000, y: 9000 } }],
      }),
    );
    await workbench.menu.choose(workbench.tree.row('only', 'Sessions'), 'Run Sequence…');
    const toast = workbench.notifications.toast(
      '“outside.sequence.json” failed at step 2 of 2. Couldn’t click in “only”. The service says: “coordinates',
    );
    await toast.waitFor();
    await workbench.screenshot('sequence-8-failed');
  });

  nightly('is canceled while it pauses, and tells where', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/button');
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.row('only', 'Sessions').waitFor();
    writeFileSync(
      file('long.sequence.json'),
      JSON.stringify({ steps: [{ click: { x: 10, y: 300 } }, { wait: 60_000 }, { click: BUTTON_AT }] }),
    );
    await workbench.menu.choose(workbench.tree.row('only', 'Sessions'), 'Run Sequence…');
    const progress = workbench.notifications.toast('Running “long.sequence.json”').filter({ hasText: 'step 2 of 3' });
    await progress.waitFor();
    await workbench.screenshot('sequence-10-progress');
    await progress.locator('.monaco-button', { hasText: 'Cancel' }).click();
    await workbench.statusBar.item('Canceled “long.sequence.json” at step 2 of 3').waitFor();
    await fixture.pages.waitFor(({ type }) => type === 'click');
    assert.equal(fixture.pages.events().filter(({ type }) => type === 'click').length, 1);
  });

  nightly('shows a point of any name as text', async () => {
    const { workbench } = window;
    const name = '$(bug) [run](command:x) \u202Eevil';
    mkdirSync(path.dirname(file(POINTS)), { recursive: true });
    writeFileSync(file(POINTS), JSON.stringify({ points: { [name]: { x: 10, y: 300 } } }));
    await fixture.openSession('only', '/button');
    await workbench.tree.view('Browser Sessions');
    await openBox('only');
    const row = workbench.palette.choice('evil');
    await row.waitFor();
    await workbench.screenshot('points-9-hostile');
    assert.equal(await row.locator('.codicon-bug, a[href]').count(), 0);
    assert.ok(!(await row.innerText()).includes('\u202E'));
    await workbench.page.keyboard.press('Escape');
  });

  nightly('asks before it runs at a production connection', async () => {
    const { workbench } = window;
    await workbench.useConnection('Shop');
    await fixture.openSession('only', '/button');
    writeFileSync(file('sold.sequence.json'), JSON.stringify({ steps: [{ click: BUTTON_AT }] }));
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(workbench.tree.row('only', 'Sessions'), 'Run Sequence…');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('sequence-9-production');
    assert.match(
      await workbench.notifications.pressInDialog('Run'),
      /Run “sold\.sequence\.json” in production\?[^]*“only”[^]*PRODUCTION connection: Shop/,
    );
    await fixture.pages.waitFor(({ type }) => type === 'click');
    await workbench.statusBar.item('“sold.sequence.json” passed in “only”').waitFor();
  });

  nightly('offers the last points and those with a name, and names, renames and deletes them', async () => {
    const { workbench } = window;
    const points = file(POINTS);
    const names = (): string[] =>
      existsSync(points) ? Object.keys(JSON.parse(readFileSync(points, 'utf8')).points) : [];
    mkdirSync(path.dirname(points), { recursive: true });
    await fixture.openSession('only', '/button');
    await workbench.tree.view('Browser Sessions');
    await clickAt('only', '10, 300');
    await clickAt('only', `${AT} right`);
    await openBox('only');
    await workbench.palette.choice('10, 300').waitFor();
    await workbench.palette.widget
      .locator('.monaco-list-row')
      .first()
      .filter({ hasText: `${AT} right` })
      .waitFor();
    await workbench.palette.choice(`${AT} right`).hover();
    await workbench.screenshot('points-1-recent');
    await press(`${AT} right`, 'Name Point…');
    await workbench.palette.validation.filter({ hasText: `Click at ${AT} (right button)` }).waitFor();
    await workbench.palette.box.fill('1, 2');
    await workbench.palette.validation.filter({ hasText: 'can’t be coordinates' }).waitFor();
    await workbench.screenshot('points-2-name');
    await workbench.palette.box.fill('Buy button');
    await workbench.page.keyboard.press('Enter');
    await workbench.palette.choice('Buy button').waitFor();
    assert.deepEqual(names(), ['Buy button']);
    await workbench.palette.choice('Buy button').hover();
    await workbench.screenshot('points-3-named');
    await press('Buy button', 'Rename…');
    await workbench.palette.validation.filter({ hasText: `Click at ${AT} (right button)` }).waitFor();
    await workbench.palette.box.fill('Order button');
    await workbench.page.keyboard.press('Enter');
    await workbench.palette.choice('Order button').waitFor();
    assert.deepEqual(names(), ['Order button']);

    fixture.pages.clear();
    await workbench.palette.box.fill('order');
    await workbench.palette.choice('Order button').waitFor();
    await workbench.screenshot('points-4-search');
    await workbench.page.keyboard.press('Enter');
    await fixture.pages.waitFor(({ type, x, y }) => type === 'contextmenu' && x === BUTTON_AT.x && y === BUTTON_AT.y);
    await workbench.statusBar.item(`Clicked ${AT} right in “only”`).waitFor();

    await openBox('only');
    await workbench.palette.choice('Order button').waitFor();
    await workbench.palette.box.fill('20, 300 x2 +shift');
    await workbench.palette.choice('Double-click at 20, 300 (Shift)').waitFor();
    await workbench.screenshot('points-5-typed');
    await workbench.palette.box.fill('20, 300 sideways');
    await workbench.palette.choice('Unknown word “sideways”').waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.palette.choice('Unknown word “sideways”').waitFor();
    await workbench.screenshot('points-6-wrong');
    await workbench.palette.box.fill('');
    await press('Order button', 'Delete');
    // The box closes first, and comes back when the point is deleted.
    await workbench.palette.choice('10, 300').waitFor();
    await until('the point is deleted', () => !readFileSync(file(POINTS), 'utf8').includes('Order button'));
    await workbench.palette.choice('Order button').waitFor({ state: 'hidden' });
    assert.deepEqual(names(), []);
    await press('10, 300', 'Edit');
    await until('the text is in the box', async () => (await workbench.palette.box.inputValue()) === '10, 300');
    await workbench.page.keyboard.press('Escape');
    await workbench.palette.widget.waitFor({ state: 'hidden' });
  });

  nightly('names the last click by the command', async () => {
    const { workbench } = window;
    const points = file(POINTS);
    await fixture.openSession('only', '/button');
    await workbench.tree.view('Browser Sessions');
    await clickAt('only', '30, 300 +shift');
    await workbench.palette.run('Browser Sessions: Name Point…');
    await workbench.palette.asked('Name Point: Select Click').waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.palette.validation.filter({ hasText: 'Click at 30, 300 (Shift)' }).waitFor();
    await workbench.palette.box.fill('Menu');
    await workbench.page.keyboard.press('Enter');
    await workbench.statusBar.item('Named “Menu”').waitFor();
    assert.deepEqual(JSON.parse(readFileSync(points, 'utf8')), {
      points: { Menu: { x: 30, y: 300, hold: ['Shift'] } },
    });
  });

  nightly('names no point through a link to another file', async () => {
    const { workbench } = window;
    const settings = path.join(window.workspace, '..', 'other-settings.json');
    writeFileSync(settings, '{}');
    mkdirSync(path.dirname(file(POINTS)), { recursive: true });
    symlinkSync(settings, file(POINTS));
    await fixture.openSession('only', '/button');
    await workbench.tree.view('Browser Sessions');
    await clickAt('only', '30, 300');
    await workbench.palette.run('Browser Sessions: Name Point…');
    await workbench.palette.asked('Name Point: Select Click').waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.palette.validation.filter({ hasText: 'Click at 30, 300' }).waitFor();
    await workbench.palette.box.fill('Menu');
    await workbench.page.keyboard.press('Enter');
    await workbench.notifications.toast('is a link, or isn’t a regular file of the workspace folder').waitFor();
    assert.equal(readFileSync(settings, 'utf8'), '{}');
    rmSync(settings);
  });

  nightly('looks right dark and narrow', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/button');
    await workbench.tree.view('Browser Sessions');
    await clickAt('only', '10, 300');
    await window.changeTheme('high-contrast');
    await openBox('only');
    await workbench.palette.choice('10, 300').waitFor();
    await workbench.screenshot('points-7-high-contrast');
    await workbench.width(700);
    await workbench.screenshot('points-8-narrow');
    await workbench.width(1280);
    await workbench.page.keyboard.press('Escape');
  });
});
