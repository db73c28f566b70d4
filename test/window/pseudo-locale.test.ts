import assert from 'node:assert/strict';
import { CONNECTION, connectedTo } from '../connection';
import { englishTexts, pseudo, PSEUDO_LOCALE, said } from './pseudo-locale';
import { TOKEN, useStage } from './stage';
import { useWindow } from './window';

const english = englishTexts(process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd());

describe('In a language that is 40 % longer, in the window', () => {
  const stage = useStage();
  const window = useWindow(() => ({
    settings: connectedTo(stage.service.url),
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    language: PSEUDO_LOCALE,
    opens: 'once',
  }));

  /** Takes a screenshot, and finds our texts that are still in English. */
  async function look(picture: string): Promise<void> {
    const { workbench } = window;
    await workbench.screenshot(`pseudo-${picture}`);
    const shown = (await workbench.shown()).replaceAll('\u00a0', ' ');
    assert.deepEqual(
      english.filter((text) => shown.includes(text)),
      [],
      picture,
    );
  }

  it('nothing of an upload and a click is in English', async () => {
    const { workbench } = window;
    await stage.openSession('checkout', '/button');
    await workbench.view(pseudo('Browser Sessions'));
    const row = workbench.treeRow('checkout', pseudo('Sessions'));
    await row.waitFor();
    await look('views');
    await workbench.inlineAction(row, pseudo('Upload Folder to Browser Session…'));
    await workbench.choice('hello-extension').waitFor();
    await look('choose-folder');
    await workbench.pick('hello-extension');
    await workbench.asked(said('Upload “{0}”: Name', 'Hello Extension')).waitFor();
    await look('name');
    await workbench.page.keyboard.press('Enter');
    await workbench.toast('hello-extension').waitFor();
    await workbench.treeRow('hello-extension').waitFor();
    await look('uploaded');
    await workbench.inlineAction(row, pseudo('Click…'));
    await workbench.box.fill('10, 20 sideways');
    await workbench.validation.waitFor();
    await look('click');
    await workbench.box.fill('9000, 9000');
    await workbench.page.keyboard.press('Enter');
    await workbench.toast('coordinates exceed').waitFor();
    await look('click-refused');
    await workbench.openMenu(row);
    await workbench.menuItem(pseudo('Copy ID')).waitFor();
    await look('menu');
  });

  it('nothing of the connections, the preview and the problems is in English', async () => {
    const { workbench } = window;
    await workbench.view(pseudo('Browser Sessions'));
    await workbench.connectionItem(CONNECTION).click();
    await workbench.choice(pseudo('Mark as Production')).waitFor();
    await look('connections');
    await workbench.pick(pseudo('Add Connection…'));
    await workbench.asked(pseudo('Where do your browsers run?')).waitFor();
    await look('wizard');
    await workbench.pick(pseudo('Custom Address'));
    await workbench.box.fill('http://example.com');
    await workbench.validation.waitFor();
    await look('address');
    await workbench.page.keyboard.press('Escape');
    await workbench.view('Explorer');
    await workbench.menu(workbench.row('old-extension'), pseudo('Browser Sessions'), pseudo('Preview Package…'));
    await workbench.treeRow(pseudo('Included'), pseudo('Package Contents')).waitFor();
    await workbench.problems();
    await look('preview');
  });
});
