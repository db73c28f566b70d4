import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import type * as Things from '../../scripts/demo/things.mjs';
import { Agent } from '../support/agent';
import { TOKEN } from '../support/service-fixture';
import { until } from '../support/until';
import { script } from '../window/editor';
import { appears } from '../window/workbench/locators';
import { useWindow } from '../window/window';
import { Camera } from './camera';
import { SETTINGS, useStudio } from './studio';
import { KEY, writeFiles } from '../support/files';
import { temporaryFolder } from '../support/temporary-folder';

/** In pixels of the display: the link that loads the shop again, and the buttons of two plants. */
const [LOGO, SNAKE_PLANT, ALOE] = [
  { x: 120, y: 36 },
  { x: 775, y: 393 },
  { x: 1172, y: 686 },
];

const POINTS = JSON.stringify({ points: { 'Add snake plant': SNAKE_PLANT } });
const SEQUENCE = `{
  "steps": [
    { "click": { "x": ${LOGO.x}, "y": ${LOGO.y} } },
    { "click": { "role": "button", "name": "Add Monstera" } },
    { "click": { "point": "Add snake plant" } },
    { "click": { "x": ${ALOE.x}, "y": ${ALOE.y} }, "count": 2 },
    { "expect": { "text": "Cart (4)" } }
  ]
}
`;

/** The walkthrough shows its pictures in about this width. */
const IN_WALKTHROUGH = [640, 500] as const;

/** A window in which nothing was done yet. */
describe('The first picture', () => {
  const window = useWindow({
    opens: 'once',
    scale: 2,
    settings: { ...SETTINGS, 'browserSessions.connections': [] },
    env: { BROWSER_SESSIONS_TOKEN: '' },
  });
  const camera = new Camera(window);

  it('first step', async () => {
    const { workbench } = window;
    const [width, height] = IN_WALKTHROUGH;
    await workbench.page.setViewportSize({ width, height });
    await workbench.width(width);
    await workbench.tree.view('Browser Sessions');
    const button = workbench.tree.welcome('Sessions').locator('.monaco-button', { hasText: 'Start Local Browser' });
    await button.hover();
    await workbench.statusBar.connection('Start Local Browser').waitFor();
    const parts = ['.part.sidebar', '.part.activitybar', '.part.statusbar'];
    await camera.take(
      'media/walkthrough/connect',
      parts.map((each) => workbench.page.locator(each).first()),
      { dark: true, hover: true },
    );
  });
});

/** No tests: each of these scenes leaves pictures in `media`. */
describe('Pictures', () => {
  const { fixture, sessions, window, tab, camera, size, panel, sideBar, toggleSideBar, upload } = useStudio();

  const part = (selector: string): Locator => window.workbench.page.locator(selector).first();
  const workspaceFile = (name: string): string => path.join(window.workspace, name);
  const whole = (): Locator[] => [part('.part.sidebar'), part('.part.activitybar'), part('.part.statusbar')];

  /** Opens files of the workspace, each in a tab that stays. */
  async function open(...names: readonly string[]): Promise<void> {
    const { workbench } = window;
    await workbench.tree.view('Explorer');
    for (const name of names) {
      // Again if what closed the editors before was still at it.
      await until(`${name} is open`, async () => {
        await workbench.tree.file(name).dblclick();
        return appears(workbench.page.locator('.tab.active', { hasText: name }), 3000);
      });
    }
  }

  /** Writes files into the workspace for a scene. */
  async function withFiles(files: Record<string, string>, scene: () => Promise<void>): Promise<void> {
    writeFiles(window.workspace, files);
    await scene();
    await window.workbench.tidy();
    for (const name of Object.keys(files)) rmSync(workspaceFile(name.replace(/\/.*/, '')), { recursive: true });
  }

  /** Changes a file of the extension for a scene. */
  async function withChange(name: string, [from, to]: [string, string], scene: () => Promise<void>): Promise<void> {
    const before = readFileSync(workspaceFile(name), 'utf8');
    writeFileSync(workspaceFile(name), before.replace(from, to));
    await scene();
    writeFileSync(workspaceFile(name), before);
  }

  /** Clicks in a session past the window, so that nothing of it shows. */
  const click = (session: string, at: { x: number; y: number }): Promise<unknown> =>
    fixture.ask('POST', `/browsers/${sessions.get(session)}/computer/click_mouse`, at);

  /** Runs the sequence of the active editor. */
  async function run(...names: readonly string[]): Promise<void> {
    const { workbench } = window;
    await workbench.page.locator('.editor-actions .action-label[aria-label^="Run Sequence…"]').click();
    await workbench.palette.asked('Select one or more, then press Enter to run').waitFor();
    for (const name of names) await workbench.palette.check(name);
    await workbench.palette.accept();
  }

  const logHas = (text: string): Promise<void> =>
    until(`the log has “${text}”`, async () => (await window.workbench.panel.output()).includes(text));

  it('upload', async () => {
    const { workbench } = window;
    await size(960, 540);
    await open('content.js');
    await upload();
    await workbench.tree.collapse('Pools');
    await workbench.tree.collapse('Catalog');
    await camera.take('docs/pictures/upload', whole());
    await size(...IN_WALKTHROUGH);
    await workbench.tree.view('Explorer');
    await workbench.menu.open(workbench.tree.file('manifest.json'));
    await workbench.menu.item('Upload Folder to Browser Session…').hover();
    const menu = [part('.part.sidebar'), part('.part.activitybar'), part('.monaco-menu')];
    await camera.take('media/walkthrough/upload', menu, { dark: true, hover: true });
    await workbench.menu.close();
  });

  it('screen', async () => {
    const { workbench } = window;
    await size(960, 560);
    await upload();
    await workbench.tidy();
    await tab.openLive('checkout');
    await tab.pointAt(ALOE);
    await tab.part('result').filter({ hasText: 'Clicked at' }).waitFor();
    await tab.part('mark').waitFor({ state: 'hidden' });
    await camera.take('docs/pictures/screen', whole());
    await size(...IN_WALKTHROUGH);
    await workbench.tree.view('Browser Sessions');
    for (const list of ['Pools', 'Catalog']) await workbench.tree.collapse(list);
    const row = workbench.tree.row('checkout', 'Sessions');
    await row.hover();
    await row.locator('.action-label[aria-label^="Open Screen"]').hover();
    await part('.monaco-hover').filter({ hasText: 'Open Screen' }).waitFor();
    await camera.take('media/walkthrough/click', whole(), { dark: true, hover: true });
  });

  it('agents', async () => {
    const { workbench } = window;
    await size(960, 560);
    await upload();
    await workbench.tidy();
    await tab.openLive('checkout');
    for (const list of ['Pools', 'Catalog']) await workbench.tree.collapse(list);
    const state = temporaryFolder();
    const folders = { temporary: path.dirname(window.workspace), state, workspace: window.workspace };
    const agent = await Agent.start(folders, {}, { name: 'Claude Code' });
    const session = sessions.get('checkout');
    const clicking = agent.call('act_in_session', { session, ref: await firstButton(agent, session) });
    await workbench.notifications.pressInDialog('Allow for This Session');
    const { text } = await clicking;
    assert.match(text, /Clicked button/);
    await workbench.tree.row('Claude Code').waitFor();
    await workbench.statusBar.item('Claude Code · checkout').waitFor();
    await camera.take('docs/pictures/agents', whole());
    await agent.close();
  });

  it('click by name', async () => {
    const { workbench } = window;
    await size(960, 560);
    await upload();
    await workbench.tidy();
    await tab.openLive('checkout');
    await workbench.palette.run('Browser Sessions: Click by Name…');
    await workbench.palette.pick('checkout');
    await workbench.palette.choice('Add').first().waitFor();
    await camera.take('docs/pictures/click-by-name', [workbench.palette.widget], { margin: 12 });
  });

  it('log', async () => {
    const { workbench } = window;
    await size(960, 540);
    await upload();
    await workbench.tidy();
    await open('content.js');
    await workbench.tree.view('Browser Sessions');
    const row = workbench.tree.upload('price-watch');
    await workbench.menu.choose(row, 'Follow Log');
    await logHas('Following “Price Watch”');
    await click('checkout', LOGO);
    await logHas('of 6 below');
    await logHas('Found Echeveria');
    await toggleSideBar();
    await panel(150);
    await camera.take('docs/pictures/log', [part('.part.editor'), part('.part.panel')]);
    await toggleSideBar();
    await workbench.menu.choose(row, 'Stop Following Log');
  });

  it('storage', async () => {
    const { workbench } = window;
    await size(960, 540);
    await upload();
    await workbench.tidy();
    await click('checkout', LOGO);
    await workbench.tree.view('Browser Sessions');
    for (const list of ['Pools', 'Catalog']) await workbench.tree.collapse(list);
    await workbench.tree.titleAction('Sessions', 'Refresh Sessions');
    await workbench.tree.expand(workbench.tree.upload('price-watch'));
    await workbench.tree.expand(workbench.tree.row('Storage', 'Sessions'));
    await workbench.tree.row('local', 'Sessions').filter({ hasText: '1 key' }).click();
    await part('.monaco-editor').getByText('"Echeveria"').first().waitFor();
    await camera.take('docs/pictures/storage', whole());
  });

  it('debug', async () => {
    const { workbench } = window;
    const { page } = workbench;
    await size(960, 560);
    await upload();
    await workbench.tidy();
    await open('worker.js');
    await page.locator('.view-line', { hasText: 'setBadgeText' }).click();
    await page.keyboard.press('F9');
    await page.locator('[class*="codicon-debug-breakpoint"]').first().waitFor();
    await workbench.tree.view('Browser Sessions');
    const row = workbench.tree.upload('price-watch');
    await workbench.menu.choose(row, 'Debug');
    await page.locator('.debug-toolbar').waitFor();
    // A breakpoint of a script that runs already takes a moment.
    await until('it is paused', async () => {
      await click('checkout', LOGO);
      return appears(page.locator('[class*="codicon-debug-stackframe"]').first(), 3000);
    });
    await page.locator('.debug-variables .monaco-list-row', { hasText: 'Local' }).first().click();
    await page.locator('.debug-variables', { hasText: 'offers' }).first().waitFor();
    await camera.take('docs/pictures/debug', [part('.monaco-workbench')]);
    await page.keyboard.press('Shift+F5');
    await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  });

  it('problems', async () => {
    const { workbench } = window;
    await size(960, 545);
    await withChange('manifest.json', ['icons/icon128.png', 'icons/Icon128.png'], async () => {
      await open('manifest.json');
      const problems = await workbench.panel.problems();
      await problems.filter({ hasText: 'Icon128' }).first().waitFor();
      await toggleSideBar();
      await panel(150);
      await problems.filter({ hasText: 'Icon128' }).first().dblclick();
      await offerFix();
      await camera.take('docs/pictures/problems', [part('.part.editor'), part('.part.panel')]);
      await workbench.page.keyboard.press('Escape');
      await size(...IN_WALKTHROUGH);
      await offerFix();
      await camera.take('media/walkthrough/check', [part('.part.editor'), part('.part.panel')], { dark: true });
      await workbench.page.keyboard.press('Escape');
      await toggleSideBar();
    });
  });

  const offerFix = (): Promise<void> =>
    until('the quick fix is offered', async () => {
      await window.workbench.page.keyboard.press('Control+.');
      return appears(part('.action-widget'), 3000);
    });

  it('watch', async () => {
    const { workbench } = window;
    await size(960, 540);
    await upload();
    await workbench.tidy();
    await sideBar(340);
    await open('manifest.json');
    await upload();
    const row = workbench.tree.upload('price-watch');
    await workbench.tree.inlineAction(row, 'Watch Folder');
    await workbench.tree.heard(row, 'watching').waitFor();
    await withChange('manifest.json', ['"storage"', '"storage" "tabs"'], async () => {
      await row.filter({ hasText: '1 error' }).waitFor();
      for (const list of ['Pools', 'Catalog']) await workbench.tree.collapse(list);
      // A row that is selected has buttons over its end.
      await workbench.tree.row('search', 'Sessions').click();
      await camera.take('docs/pictures/watch', whole());
    });
    await sideBar(300);
    await row.filter({ hasNotText: '1 error' }).waitFor();
    await workbench.tree.inlineAction(row, 'Stop Watching');
    await workbench.tree.heard(row, 'watching').waitFor({ state: 'hidden' });
  });

  it('tooltip', async () => {
    const { workbench } = window;
    await size(960, 560);
    await upload();
    await workbench.tidy();
    const item = workbench.statusBar.connection('Staging');
    const tooltip = await workbench.tooltip(item, 'Staging');
    await camera.take('docs/pictures/tooltip', [tooltip, item], { margin: 12, hover: true });
  });

  it('sequences', async () => {
    const { workbench } = window;
    await size(960, 540);
    await upload();
    await workbench.tidy();
    await withFiles(
      { 'add-to-cart.sequence.json': SEQUENCE, '.vscode/browser-sessions.points.json': POINTS },
      async () => {
        await tab.openLive('checkout');
        await open('add-to-cart.sequence.json');
        await workbench.palette.run('View: Move Editor into Left Group');
        await toggleSideBar();
        await run('checkout', 'search');
        await workbench.statusBar.item('passed in 2 sessions').waitFor();
        await camera.take('docs/pictures/sequences', [
          part('.part.editor'),
          part('.part.activitybar'),
          part('.part.statusbar'),
        ]);
        await toggleSideBar();
      },
    );
  });

  it('tests', async () => {
    const { workbench } = window;
    const { page } = workbench;
    const row = (name: string): Locator => page.locator('.test-explorer .monaco-list-row', { hasText: name });
    const steps = [{ open: 'popup' }, { expect: { text: 'Nothing found yet' }, timeout: 500 }];
    const empty = JSON.stringify({ extension: '..', steps }, null, 2);
    await withFiles({ 'popup-tests/empty.sequence.json': empty }, async () => {
      await size(...IN_WALKTHROUGH);
      await workbench.tree.view('Testing');
      for (const folder of ['popup-tests', 'tests']) {
        await row(folder).last().click();
        await page.keyboard.press('ArrowRight');
      }
      await row('offers').waitFor();
      await row('empty').waitFor();
      const runTests = part('.part.sidebar .action-label[aria-label^="Run Tests"]');
      await runTests.hover();
      const side = [part('.part.sidebar'), part('.part.activitybar')];
      await camera.take('media/walkthrough/test', side, { dark: true, hover: true });
    });
  });

  it('results', async () => {
    const { workbench } = window;
    await size(960, 540);
    const small = { name: 'small display', start_url: 'about:blank', viewport: { width: 1024, height: 600 } };
    const { session_id } = await fixture.ask<{ session_id: string }>('POST', '/browsers', small);
    await workbench.palette.run('Browser Sessions: Refresh Sessions');
    await withFiles(
      { 'add-to-cart.sequence.json': SEQUENCE, '.vscode/browser-sessions.points.json': POINTS },
      async () => {
        await open('add-to-cart.sequence.json');
        await run('checkout', 'search', 'wish list', 'small display');
        await workbench.notifications.press('failed in 1 of 4 sessions', 'Show Results');
        await workbench.palette.choice('small display').waitFor();
        await camera.take('docs/pictures/results', [workbench.palette.widget], { margin: 12 });
        await workbench.page.keyboard.press('Escape');
      },
    );
    await fixture.ask('DELETE', `/browsers/${session_id}`);
    await workbench.tree.view('Browser Sessions');
    await workbench.palette.run('Browser Sessions: Refresh Sessions');
    await workbench.menu.choose(workbench.tree.row('small display', 'Sessions'), 'Remove from List');
  });

  it('package contents', async () => {
    const { workbench } = window;
    await size(900, 560);
    const files = {
      'README.md': '# Price Watch\n',
      '.env': 'SHOP=staging\n',
      'debug.log': 'started\n',
      'test/content.test.js': "import 'node:test';\n",
    };
    await withFiles(files, async () => {
      await workbench.menu.choose(workbench.tree.file('manifest.json'), 'Browser Sessions', 'Preview Package');
      for (const view of ['Sessions', 'Pools', 'Catalog']) await workbench.tree.collapse(view);
      await workbench.tree.row('debug.log', 'Package Contents').waitFor();
      await camera.take('docs/pictures/package-contents', [workbench.tree.pane('Package Contents')]);
      for (const view of ['Sessions', 'Pools', 'Catalog'])
        await workbench.tree.pane(view).locator('.pane-header').click();
    });
  });

  it('pools', async () => {
    const { workbench } = window;
    await size(960, 560);
    await fixture.ask('POST', '/browser_pools', { name: 'eu-west', size: 2 });
    await fixture.ask('POST', '/browser_pools/eu-west/acquire', {});
    const { addToCatalog } = await script<typeof Things>('demo/things.mjs');
    await addToCatalog(fixture.service, 'price-watch', window.workspace);
    await workbench.tree.view('Browser Sessions');
    for (const list of ['Sessions', 'Pools', 'Catalog'])
      await workbench.palette.run(`Browser Sessions: Refresh ${list}`);
    await workbench.tree.row('price-watch', 'Catalog').waitFor();
    const pooled = workbench.tree.row('eu-west', 'Sessions');
    await workbench.menu.choose(pooled, 'Rename Session…');
    await workbench.palette.answer('Name', 'load test');
    await pooled.filter({ hasText: 'load test' }).waitFor();
    // Beside the rows, so that it covers none.
    await pooled.click({ button: 'right', position: { x: 225, y: 8 } });
    await workbench.menu.item('Release Pooled Session…').hover();
    await camera.take('docs/pictures/pools', [part('.part.sidebar'), part('.monaco-menu')], { hover: true });
    await workbench.menu.close();
  });

  it('connect', async () => {
    const { workbench } = window;
    await size(960, 560);
    await workbench.palette.run('Browser Sessions: Add Connection…');
    await workbench.palette.asked('Where do your browsers run?').waitFor();
    await camera.take('docs/pictures/connect', [workbench.palette.widget], { margin: 12 });
  });

  it('secrets', async () => {
    const { workbench } = window;
    await size(960, 560);
    await withFiles({ 'config.js': `// Settings\nexport const key = '${KEY}';\n` }, async () => {
      await workbench.palette.run('Browser Sessions: Upload Workspace Folder…');
      await workbench.palette.asked('”: Select Session').waitFor();
      await workbench.palette.pick('search');
      await workbench.notifications.dialog.waitFor();
      await camera.take('docs/pictures/secrets', [workbench.notifications.dialog], { margin: 12 });
      await workbench.notifications.pressInDialog('Cancel');
    });
  });

  it('command line', async () => {
    const { workbench } = window;
    await size(960, 540);
    const { start_url } = await fixture.ask<{ start_url?: string }>('GET', `/browsers/${sessions.get('search')}`);
    const { session_id } = await fixture.ask<{ session_id: string }>('POST', '/browsers', { name: 'ci', start_url });
    await workbench.palette.run('Terminal: Create New Terminal');
    await part('.part.panel .xterm-rows').filter({ hasText: /[$#]/ }).waitFor();
    await toggleSideBar();
    await panel(216);
    const setUp = [
      `browser-sessions() { ${process.execPath} ${path.resolve('dist/cli.mjs')} "$@"; }`,
      `export BROWSER_SESSIONS_ADDRESS=${fixture.service.url} BROWSER_SESSIONS_TOKEN=${TOKEN}`,
      String.raw`PS1='\[\e[1m\]$\[\e[0m\] '; clear`,
    ];
    await type(setUp.join('; '), /^\$$/);
    const broken: [string, string] = ['"worker.js"', '"work.js"'];
    await withChange('manifest.json', broken, () => type('browser-sessions check .', /1 (warning|error)[^]*\$$/));
    await type('browser-sessions upload . --session ci', /Uploaded “Price Watch”[^]*\$$/);
    await type('browser-sessions click --name "Add Monstera" --session ci', /Clicked “Add Monstera”[^]*\$$/);
    await camera.take('docs/pictures/command-line', [part('.part.panel .xterm-screen')], { margin: 6 });
    await workbench.palette.run('Terminal: Kill All Terminals');
    await toggleSideBar();
    await fixture.ask('DELETE', `/browsers/${session_id}`);
  });

  /** Types a line into the terminal, and waits for what it answers. */
  async function type(line: string, answer: RegExp): Promise<void> {
    const { page } = window.workbench;
    await page.locator('.part.panel .xterm-helper-textarea').first().focus();
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
    await until(`the terminal answers ${answer.source}`, async () =>
      answer.test((await part('.part.panel .xterm-rows').innerText()).replaceAll('\u00a0', ' ').trim()),
    );
  }

  it('production', async () => {
    const { workbench } = window;
    await size(960, 560);
    await workbench.useConnection('Production');
    // Not before: a terminal refuses whatever is marked.
    await workbench.palette.run('Browser Sessions: Manage Connection…');
    await workbench.palette.pick('Mark as Production');
    await workbench.statusBar.item('Production · production').waitFor();
    await workbench.palette.run('Browser Sessions: Upload Workspace Folder…');
    await workbench.palette.asked('”: Select Session').waitFor();
    await workbench.palette.pick('checkout');
    await workbench.notifications.dialog.waitFor();
    await camera.take('docs/pictures/production', [workbench.notifications.dialog], { margin: 24 });
    await workbench.notifications.pressInDialog('Cancel');
    await workbench.useConnection('Staging');
  });
});

/** The reference of the first button on a page. */
async function firstButton(agent: Agent, session: string | undefined): Promise<string | undefined> {
  return /\[(e\d+) button/.exec((await agent.call('read_session_page', { session })).text)?.[1];
}
