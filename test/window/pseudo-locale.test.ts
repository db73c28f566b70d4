import { CONNECTION, connectedTo } from '../support/connection';
import { nightly } from '../support/nightly';
import { pseudo, PSEUDO_LOCALE } from './pseudo-locale';
import { PseudoLooks } from './pseudo-locale-looks';
import { TOKEN, useFixture } from '../support/service-fixture';
import { useWindow } from './window';

/** What a person enters for a click, in every language. */
const BUTTONS = ['left', 'right', 'middle', 'back', 'forward', 'click', 'down', '+alt', '+ctrl', '+meta', '+shift'];
/** The words of the service, which are shown as they are. */
const REFUSED = 'coordinates exceed screen bounds (max: ';

describe('In a language that is 40 % longer, in the window', () => {
  const fixture = useFixture();
  const window = useWindow(() => ({
    settings: connectedTo(fixture.service.url),
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    language: PSEUDO_LOCALE,
  }));

  const looks = new PseudoLooks(window);

  nightly('nothing of an upload and a click is in English', async () => {
    const { workbench } = window;
    const id = await fixture.openSession('checkout', '/button');
    await workbench.tree.view(pseudo('Browser Sessions'));
    const row = workbench.tree.row('checkout', pseudo('Sessions'));
    await row.waitFor();
    await looks.look('views', 'checkout');
    await looks.lookAtTooltip('session', row, id, 'checkout');
    await looks.lookAtTooltip('connection', workbench.statusBar.connection(CONNECTION), CONNECTION, 'checkout');
    await workbench.tree.inlineAction(row, pseudo('Upload Folder…'));
    await workbench.palette.choice('hello-extension').waitFor();
    await looks.look('choose-folder', 'checkout');
    await workbench.palette.pick('hello-extension');
    await workbench.tree.row('Hello Extension 1.0.0').waitFor();
    await looks.look('uploaded', 'checkout');
    const uploaded = workbench.tree.row('Hello Extension 1.0.0', pseudo('Sessions'));
    await looks.lookAtTooltip('upload', uploaded, window.workspace, 'checkout');
    await workbench.menu.choose(row, pseudo('Input'), pseudo('Click at Coordinates…'));
    await workbench.palette.box.fill('10, 20 sideways');
    await workbench.palette.validation.filter({ hasText: 'sideways' }).waitFor();
    await looks.look('click', 'checkout', 'sideways', ...BUTTONS);
    await workbench.palette.box.fill('9000, 9000');
    await workbench.page.keyboard.press('Enter');
    await workbench.notifications.toast(REFUSED).waitFor();
    await workbench.palette.widget.waitFor({ state: 'hidden' });
    await looks.look('click-refused', 'checkout', REFUSED);
    await workbench.menu.open(row);
    await workbench.menu.item(pseudo('Copy ID')).waitFor();
    await looks.look('menu', 'checkout', REFUSED);
  });

  nightly('nothing of the connections, the preview and the problems is in English', async () => {
    const { workbench } = window;
    await workbench.tree.view(pseudo('Browser Sessions'));
    await workbench.statusBar.connection(CONNECTION).click();
    await workbench.palette.choice(pseudo('Mark as Production')).waitFor();
    await looks.look('connections');
    await workbench.palette.pick(pseudo('Add Connection…'));
    await workbench.palette.asked(pseudo('Where do your browsers run?')).waitFor();
    await looks.look('wizard', 'https://api.onkernel.com');
    await workbench.palette.pick(pseudo('Another Service'));
    await workbench.palette.box.fill('http://example.com');
    await workbench.palette.validation.filter({ hasText: 'example.com' }).waitFor();
    await looks.look('address', 'example.com');
    await workbench.page.keyboard.press('Escape');
    await workbench.tree.view('Explorer');
    await workbench.menu.choose(
      workbench.tree.file('old-extension'),
      pseudo('Browser Sessions'),
      pseudo('Preview Package'),
    );
    await workbench.tree.row(pseudo('Included'), pseudo('Package Contents')).waitFor();
    await workbench.panel.problems();
    await workbench.palette.widget.waitFor({ state: 'hidden' });
    await looks.look('preview', 'old-extension', 'background.js');
    const included = workbench.tree.row('background.js', pseudo('Package Contents'));
    await looks.lookAtTooltip('included', included, 'background.js');
  });

  nightly('nothing of the walkthrough is in English', async () => {
    const { workbench } = window;
    await workbench.palette.run(`${pseudo('Browser Sessions')}: ${pseudo('Open Walkthrough')}`);
    for (const name of ['connect', 'check', 'upload', 'click']) {
      const step = workbench.page.locator(`.getting-started-step[data-step-id$="#${name}"]`);
      await step.waitFor();
      if ((await step.getAttribute('aria-expanded')) !== 'true') await step.locator('.step-title').click();
      await step.locator('.step-description-container').waitFor();
      await looks.look(`walkthrough-${name}`, 'Kernel', 'Chrome', 'Edge', 'Chromium');
    }
  });
});
