import assert from 'node:assert/strict';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { inspectExtension, packExtension } from '../../src/packaging';
import { nightly } from '../support/nightly';
import { TOKEN } from '../support/service-fixture';
import { useFixtureWindow } from './fixture-window';

describe('The catalog of extensions, in the window', () => {
  const { fixture, window } = useFixtureWindow();

  async function addToCatalog(name: string): Promise<string> {
    const { signal } = new AbortController();
    const { zip } = await packExtension(
      await inspectExtension(path.join(window.workspace, 'hello-extension'), {}, signal),
      signal,
    );
    const body = new FormData();
    body.set('name', name);
    body.set('file', new Blob([new Uint8Array(zip)]), `${name}.zip`);
    const reply = await fetch(`${fixture.service.url}/extensions`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    assert.equal(reply.status, 201);
    const { id }: { id: string } = JSON.parse(await reply.text());
    return id;
  }

  const names = async (): Promise<string[]> =>
    (await fixture.ask<{ name: string }[]>('GET', '/extensions')).map(({ name }) => name);

  it('a deleted extension is gone from it, and its row too', async () => {
    const { workbench } = window;
    await addToCatalog('kept');
    await addToCatalog('unwanted');
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(workbench.tree.row('unwanted', 'Catalog'), 'Delete Extension from Catalog…');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('delete-modal');
    const question = await workbench.notifications.pressInDialog('Delete');
    assert.match(question, /Delete “unwanted” from the catalog\?/);
    assert.match(question, /Sessions that are running keep it/);
    await workbench.statusBar.item('Deleted “unwanted” from the catalog').waitFor();
    await workbench.tree.row('unwanted', 'Catalog').waitFor({ state: 'hidden' });
    assert.deepEqual(await names(), ['kept']);
  });

  nightly('is left alone when the modal is left', async () => {
    const { workbench } = window;
    await addToCatalog('left-alone');
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(workbench.tree.row('left-alone', 'Catalog'), 'Delete Extension from Catalog…');
    await workbench.notifications.dialog.waitFor();
    await workbench.page.keyboard.press('Escape');
    await workbench.notifications.dialog.waitFor({ state: 'hidden' });
    assert.ok((await names()).includes('left-alone'));
  });

  nightly('an extension can be deleted by its name from the palette', async () => {
    const { workbench } = window;
    await addToCatalog('by-name');
    await workbench.palette.run('Browser Sessions: Delete Extension from Catalog…');
    await workbench.palette.answer('ID or name of the extension', 'by-name');
    await workbench.notifications.pressInDialog('Delete');
    await workbench.statusBar.item('Deleted “by-name” from the catalog').waitFor();
    assert.ok(!(await names()).includes('by-name'));
  });

  nightly('an unknown one is said to be unknown', async () => {
    const { workbench } = window;
    await workbench.palette.run('Browser Sessions: Delete Extension from Catalog…');
    await workbench.palette.answer('ID or name of the extension', 'never-was');
    await workbench.notifications.pressInDialog('Delete');
    await workbench.notifications.toast('“never-was” is no longer in the catalog').waitFor();
  });

  nightly('copies an ID', async () => {
    const { workbench } = window;
    const id = await addToCatalog('to-copy');
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(workbench.tree.row('to-copy', 'Catalog'), 'Copy ID');
    await workbench.statusBar.item('Copied extension ID').waitFor();
    assert.equal(await workbench.page.evaluate('navigator.clipboard.readText()'), id);
  });

  it('several are deleted by the key Delete, with one question and one result', async () => {
    const { workbench } = window;
    for (const name of ['stays', 'goes', 'goes-too']) await addToCatalog(name);
    await workbench.tree.view('Browser Sessions');
    const row = (name: string): Locator =>
      workbench.tree.row(name, 'Catalog').locator('.label-name').getByText(name, { exact: true });
    await row('goes').click();
    await row('goes-too').click({ modifiers: ['Control'] });
    await workbench.page.keyboard.press('Delete');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('delete-many');
    assert.match(
      await workbench.notifications.pressInDialog('Delete'),
      /Delete 2 extensions from the catalog\?[^]*“goes(-too)?”, “goes(-too)?”/,
    );
    await workbench.statusBar.item('Deleted 2 extensions from the catalog').waitFor();
    assert.ok(!(await names()).some((name) => name.startsWith('goes')));
    assert.ok((await names()).includes('stays'));
  });
});
