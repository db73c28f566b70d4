import { until } from '../support/until';
import { useStudio } from './studio';

/** Milliseconds between two keys of a person. */
const KEY = 140;

/** No test: it leaves the moving picture. */
describe('Pictures', () => {
  const { window, tab, camera, size, panel, toggleSideBar, upload } = useStudio();

  it('loop', async () => {
    const { workbench } = window;
    const { page } = workbench;
    await size(960, 600);
    await upload();
    await workbench.tidy();
    await tab.openLive('checkout');
    await workbench.tree.view('Explorer');
    await workbench.tree.file('content.js').dblclick();
    await page.locator('.tab.active', { hasText: 'content.js' }).waitFor();
    await workbench.palette.run('View: Move Editor into Left Group');
    await upload();
    const row = workbench.tree.upload('price-watch');
    await workbench.menu.choose(row, 'Follow Log');
    await workbench.tree.heard(row, 'following log').waitFor();
    await workbench.menu.choose(row, 'Watch Folder');
    await workbench.tree.heard(row, 'watching').waitFor();
    await toggleSideBar();
    await panel(148);
    const output = (text: string): Promise<boolean> => workbench.panel.output().then((shown) => shown.includes(text));
    await until('the log has begun', () => output('2 of 6 below'));
    const number = page.locator('.part.editor .view-line span', { hasText: /^15$/ }).last();

    const parts = ['.part.editor', '.part.activitybar', '.part.statusbar'].map((name) => page.locator(name).first());
    await number.dblclick();
    await page.keyboard.press('ArrowRight');
    const film = await camera.film('media/loop', parts);
    await film.hold(1200);
    for (const [limit, line] of [
      [['3', '0'], '4 of 6 below €30'],
      [['2', '0'], '3 of 6 below €20'],
    ] as const) {
      for (const key of ['Backspace', 'Backspace', ...limit]) {
        await page.keyboard.press(key);
        await film.hold(KEY);
      }
      await page.keyboard.press('Control+s');
      await film.watch(() => output(line));
      await film.hold(2500);
    }
    await film.write();
  });
});
