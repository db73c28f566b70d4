import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { useFixtureWindow } from './fixture-window';
import { ScreenTab } from './screen-tab';

const MANIFEST = {
  manifest_version: 3,
  name: 'Greeter',
  version: '1.0',
  action: { default_popup: 'popup.html' },
  options_page: 'options.html',
  permissions: ['sidePanel'],
  side_panel: { default_path: 'panel.html' },
};
const PAGES = ['popup', 'options', 'panel', 'own'];

describe('The pages of an extension in a session', () => {
  const { fixture, window } = useFixtureWindow();
  const tab = new ScreenTab(window);
  const part = (id: string): Locator => tab.part(id);
  const shows = (words: string): Promise<void> => part('shown').filter({ hasText: words }).waitFor();

  it('open from the row, from the file and from the address line', async () => {
    const { workbench } = window;
    await window.watches();
    const folder = path.join(window.workspace, 'greeter');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(MANIFEST));
    for (const name of PAGES)
      writeFileSync(path.join(folder, `${name}.html`), `<title>The ${name} page</title><h1>The ${name} page</h1>`);
    await fixture.openSession('pages', '/button');
    await workbench.menu.choose(workbench.tree.file('greeter'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item('Uploaded “Greeter” 1.0 to “pages”').waitFor();
    await workbench.tidy();

    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(workbench.tree.upload('greeter'), 'Open Page…');
    await workbench.palette.asked('Select a page').waitFor();
    for (const each of ['Popup', 'Options', 'Side Panel', 'popup.html', 'panel.html', 'own.html'])
      await workbench.palette.labelled(each).waitFor();
    await workbench.screenshot('pages-list');
    await workbench.palette.pick('Options');
    await shows('/options.html');
    await tab.content.locator('#tabs[title="The options page"]').waitFor();
    await tab.state('Live').waitFor();
    await workbench.screenshot('pages-options');

    await part('stage').focus();
    await workbench.page.keyboard.press('Control+l');
    await tab.focused('#typed');
    await workbench.page.keyboard.type('popup.html');
    await workbench.page.keyboard.press('Enter');
    await shows('/popup.html');
    await tab.focused('#stage');

    await workbench.tree.view('Explorer');
    await workbench.tree.file('greeter').click();
    await workbench.menu.choose(workbench.tree.file('own.html'), 'Open in Session…');
    await shows('/own.html');
    await part('tabs-label').filter({ hasText: '3 pages' }).waitFor();
    await workbench.screenshot('pages-own');
    assert.deepEqual(await tab.violations(), []);

    // What is typed is still there when the tab was hidden meanwhile.
    await part('typed').fill('example.com/half');
    await workbench.tree.file('manifest.json').dblclick();
    await workbench.page.locator('.tab.active', { hasText: 'manifest.json' }).waitFor();
    await workbench.page.locator('.tab', { hasText: 'pages' }).click();
    await shows('/own.html');
    assert.equal(await part('typed').inputValue(), 'example.com/half');

    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(workbench.tree.upload('greeter'), 'Open Page…');
    await workbench.palette.pick('Side Panel');
    await part('popup').waitFor();
    // The page has become narrower than the display.
    await tab.state('Screenshot: a side panel is open, so the screen isn’t live').waitFor();
    await shows('/own.html');
    await workbench.screenshot('pages-side-panel');
  });
});
