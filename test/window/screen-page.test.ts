import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { BUTTON_AT } from '../pages';
import { until } from '../until';
import { answers, PICTURE, speaksTo, useFaultyService } from './faulty-service';
import { ScreenTab } from './screen-tab';
import { useStageWindow } from './stage-window';
import { useWindow } from './window';
import { appears } from './workbench';

describe('The page of a session’s screen, in the window', () => {
  const { stage, window } = useStageWindow();
  const tab = new ScreenTab(window);
  const part = (id: string): Locator => tab.part(id);

  /** @returns the ID of a new session. */
  async function open(name: string, page = '/button'): Promise<string> {
    const id = await stage.openSession(name, page);
    await tab.openLive(name);
    return id;
  }

  /** How far down the picture is scrolled. */
  const scrolled = (): Promise<number> => part('stage').evaluate(({ scrollTop }) => scrollTop);

  it('scrolls by its scrollbars, which click nothing in the session', async () => {
    const { mouse } = window.workbench.page;
    await open('scrollbars');
    await part('zoom').selectOption('200');
    const box = await part('stage').boundingBox();
    assert.ok(box);
    const [right, bottom] = [box.x + box.width - 5, box.y + box.height];
    await part('stage').evaluate((shown) => shown.scrollTo(300, 0));
    // Again if the thumb is not drawn at its new place yet: above the thumb, the track scrolls up, where nothing is.
    await until('the thumb has scrolled it', async () => {
      await mouse.move(right, box.y + 40);
      await mouse.down();
      await mouse.move(right, box.y + 90, { steps: 4 });
      await mouse.move(right, box.y + 140, { steps: 4 });
      await mouse.up();
      return (await scrolled()) > 100;
    });
    const start = await scrolled();
    // Above the corner and the arrow at the end.
    await mouse.click(right, bottom - 40);
    await until('the track has scrolled it', async () => (await scrolled()) > start);
    await window.workbench.screenshot('screen-scrollbars');
    await part('zoom').selectOption('fit');
    await tab.pointAt(BUTTON_AT);
    await stage.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual(downs(), [[BUTTON_AT.x, BUTTON_AT.y]]);
  });

  /** Waits until an element of the page has the focus. */
  const focused = (selector: string): Promise<void> =>
    window.workbench.webview().locator(`${selector}:focus`).waitFor();

  /** The page with a text box, which has the focus, and Control is on. */
  async function openControlled(name: string): Promise<void> {
    await open(name, '/input');
    await tab.pointAt({ x: 150, y: 150 });
    await stage.pages.waitFor(({ type }) => type === 'click');
    await part('control').click();
    await focused('#keyboard');
  }

  /** What the text box of the session has had in it, one after the other. */
  const typed = (): string[] =>
    stage.pages.events().flatMap(({ type, value }) => (type === 'input' && value !== undefined ? [value] : []));

  const hint = (words: string): Promise<void> => part('hint').filter({ hasText: words }).waitFor();

  it('with Aim is pointed, asked, answered and clicked by keys, and asks anew once the point is another', async () => {
    const { workbench } = window;
    const { keyboard } = workbench.page;
    await open('aim by keys');
    await part('aim').focus();
    await keyboard.press('Space');
    await part('stage').focus();
    await keyboard.press('ArrowLeft');
    await keyboard.press('Enter');
    await part('aimed').filter({ hasText: 'Click at 640, 400?' }).waitFor();
    await keyboard.press('ArrowRight');
    await part('aimed').waitFor({ state: 'hidden' });
    await part('mark').waitFor({ state: 'hidden' });
    await keyboard.press('Enter');
    await part('aimed').filter({ hasText: 'Click at 641, 400?' }).waitFor();
    await keyboard.press('Escape');
    await part('aimed').waitFor({ state: 'hidden' });
    await keyboard.press('Enter');
    await part('aimed').waitFor();
    await workbench.screenshot('screen-aim-by-keys');
    await keyboard.press('Enter');
    await stage.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual(downs(), [[641, 400]]);
  });

  it('takes an Enter that is held down for one, with Aim and without', async () => {
    const { keyboard } = window.workbench.page;
    const holdEnter = async (): Promise<void> => {
      for (let times = 0; times < 4; times++) await keyboard.down('Enter');
      await keyboard.up('Enter');
    };
    await open('held');
    await part('aim').click();
    await part('stage').focus();
    await keyboard.press('ArrowLeft');
    await holdEnter();
    await part('aimed').waitFor();
    await keyboard.press('Escape');
    await part('aim').click();
    await part('stage').focus();
    await holdEnter();
    await tab.pointAt(BUTTON_AT);
    await stage.pages.waitFor(({ type, x }) => type === 'click' && x === BUTTON_AT.x);
    assert.deepEqual(downs(), [
      [640, 400],
      [BUTTON_AT.x, BUTTON_AT.y],
    ]);
  });

  it('gives the focus to the picture when the question of Aim is answered', async () => {
    const { keyboard } = window.workbench.page;
    await open('answers');
    await part('aim').click();
    for (const answer of ['aimed-click', 'aimed-cancel']) {
      await tab.pointAt(BUTTON_AT);
      await part(answer).focus();
      await keyboard.press('Enter');
      await part('aimed').waitFor({ state: 'hidden' });
      await focused('#stage');
    }
    await tab.pointAt(BUTTON_AT);
    await part('aimed-click').focus();
    await keyboard.press('Escape');
    await part('aimed').waitFor({ state: 'hidden' });
    await focused('#stage');
  });

  it('sends what an input method makes of several keys, and nothing of what leads there', async () => {
    const { workbench } = window;
    await openControlled('composes');
    const cdp = await workbench.page.context().newCDPSession(workbench.page);
    const compose = (text: string): Promise<unknown> =>
      cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    for (const text of ['n', 'に', 'にほ', 'にほん']) await compose(text);
    await window.workbench.webview().locator('#keyboard.composing').waitFor();
    await workbench.screenshot('screen-composing');
    await cdp.send('Input.insertText', { text: '日本' });
    await stage.pages.waitFor(({ type, value }) => type === 'input' && value === '日本');
    await window.workbench.webview().locator('#keyboard:not(.composing)').waitFor();
    // One that is given up, and one that goes on with the next syllable at once.
    await compose('x');
    await compose('');
    for (const text of ['ㅎ', '하', '한']) await compose(text);
    await cdp.send('Input.insertText', { text: '한' });
    await compose('ㄱ');
    await cdp.send('Input.insertText', { text: '그' });
    await workbench.page.keyboard.type('!');
    await stage.pages.waitFor(({ type, value }) => type === 'input' && value === '日本한그!');
    assert.ok(
      typed().every((value) => '日本한그!'.startsWith(value)),
      typed().join(' '),
    );
    await cdp.detach();
    await workbench.page.keyboard.press('Escape');
    await focused('#stage');
    await part('keyboard').waitFor({ state: 'hidden' });
  });

  it('sends pasted text, and keys in the order in which they are pressed', async () => {
    const { page } = window.workbench;
    await openControlled('pastes');
    await page.evaluate(`navigator.clipboard.writeText('pasted ö')`);
    await page.keyboard.type('ab');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+V');
    await page.keyboard.type('!');
    await stage.pages.waitFor(({ type, value }) => type === 'input' && value === 'apasted ö!');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('c');
    await stage.pages.waitFor(({ type, value }) => type === 'input' && value === 'c');
  });

  it('ends Control by Escape wherever the focus is, and does nothing else then', async () => {
    const { keyboard } = window.workbench.page;
    await open('escapes', '/input');
    await part('stage').focus();
    await keyboard.press('ArrowLeft');
    await part('loupe').waitFor();
    await part('control').click();
    await focused('#keyboard');
    await keyboard.press('Escape');
    await part('hint').waitFor({ state: 'hidden' });
    await focused('#stage');
    await part('loupe').waitFor();
    await part('control').click();
    await part('zoom').focus();
    await keyboard.press('Escape');
    await part('hint').waitFor({ state: 'hidden' });
    await focused('#zoom');
    assert.ok(!stage.pages.events().some(({ type }) => type === 'keydown'));
  });

  it('says whether keys go to the session, and sends them again when the picture has the focus', async () => {
    const { workbench } = window;
    const { keyboard } = workbench.page;
    await openControlled('comes and goes');
    await hint('Keys and the wheel go to the session.');
    await workbench.screenshot('screen-control-on');
    await part('zoom').focus();
    await hint('Keys go to the session again when the picture has the focus.');
    await workbench.screenshot('screen-control-away');
    await part('stage').focus();
    await focused('#keyboard');
    await hint('Keys and the wheel go to the session.');
    await workbench.treeRow('comes and goes', 'Sessions').click();
    await hint('Keys go to the session again when the picture has the focus.');
    await keyboard.press('Home');
    await workbench.page.locator('.tab', { hasText: 'comes and goes' }).click();
    await hint('Keys and the wheel go to the session.');
    await keyboard.type('y');
    await stage.pages.waitFor(({ type, value }) => type === 'input' && value === 'y');
    assert.ok(!stage.pages.events().some(({ type, key }) => type === 'keydown' && key === 'Home'));
  });

  it('leaves the focus on nothing that disappears, and says once that the session has ended', async () => {
    const id = await open('focus');
    await part('clickByName').focus();
    await focused('#clickByName');
    await stage.ask('DELETE', `/browsers/${id}`);
    await part('spoken').filter({ hasText: 'This session no longer exists.' }).waitFor({ state: 'attached' });
    await focused('#zoom');
  });

  it('gives the focus back to the picture when Control ends with the session', async () => {
    const id = await open('control ends', '/input');
    await part('control').click();
    await focused('#keyboard');
    await stage.ask('DELETE', `/browsers/${id}`);
    await part('state').filter({ hasText: 'This session no longer exists.' }).waitFor();
    await focused('#stage');
  });

  it('keeps the keys with the session when the popup of an extension is clicked', async () => {
    const { workbench } = window;
    await window.watches();
    const folder = path.join(window.workspace, 'with-focus');
    mkdirSync(folder);
    const manifest = { manifest_version: 3, name: 'Focus', version: '1.0', action: { default_popup: 'popup.html' } };
    writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
    writeFileSync(path.join(folder, 'popup.html'), '<body style="width:220px;height:120px"><h3>A popup</h3>');
    await stage.openSession('keeps', '/input');
    await workbench.menu(workbench.row('with-focus'), 'Upload Folder to Browser Session…');
    await workbench.answer('Upload “Focus”: Name', 'with-popup');
    await workbench.toastButton('Loaded “Focus”', 'Open Screen');
    await tab.state('Live').waitFor();
    await workbench.view('Browser Sessions');
    await workbench.menu(workbench.treeRow('with-popup', 'Sessions'), 'Open Popup');
    await part('popup').waitFor();
    await part('control').click();
    await focused('#keyboard');
    // Again if the popup has changed its size meanwhile: then nothing is clicked.
    await until('the popup is clicked', async () => {
      await part('popup').click();
      return appears(part('result').filter({ hasText: 'Clicked in the popup at' }), 2000);
    });
    await focused('#keyboard');
  });

  /** Where the mouse was pressed in the session. */
  function downs(): (number | undefined)[][] {
    const events = stage.pages.events().filter(({ type }) => type === 'mousedown');
    return events.map(({ x, y }) => [x, y]);
  }
});

describe('The page of a session’s screen at a service that is busy, in the window', () => {
  const faulty = useFaultyService();
  const window = useWindow(() => speaksTo(faulty.service.url, { opens: 'once' }));
  const tab = new ScreenTab(window);
  const part = (id: string): Locator => tab.part(id);
  const textOf = async (id: string): Promise<string> => (await part(id).textContent()) ?? '';

  it('speaks of each state once: not at first, and not of each second of a countdown', async () => {
    const mayAnswer = new AbortController();
    faulty.service.at(PICTURE, async (exchange) => {
      if (!mayAnswer.signal.aborted) await once(mayAnswer.signal, 'abort');
      await answers(429, '{}', { 'retry-after': '6' })(exchange);
    });
    await tab.open('first');
    await part('notice').filter({ hasText: 'Connecting…' }).waitFor();
    assert.equal(await textOf('spoken'), '');
    mayAnswer.abort();
    await part('spoken').filter({ hasText: 'Service busy.' }).waitFor({ state: 'attached' });
    faulty.service.doesWell();
    const spoken = await textOf('spoken');
    await part('notice')
      .filter({ hasText: /Retrying in [2-4] s/ })
      .waitFor();
    assert.equal(await textOf('spoken'), spoken);
    await part('spoken').filter({ hasText: 'Picture' }).waitFor({ state: 'attached' });
  });
});
