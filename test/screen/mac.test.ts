import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { BUTTON_AT } from '../support/pages';
import { useFixtureScreen } from '../support/bare-screen';

describe('The screen of a session, for a person at a Mac', () => {
  const { fixture, screen, open } = useFixtureScreen();
  const part = (id: string): Locator => screen.part(id);
  before(() => (screen.platform = 'MacIntel'));

  it('is clicked with the right button by Ctrl and the only one', async () => {
    await open('secondary', '/button');
    await screen.outer.keyboard.down('Control');
    await screen.pointAt(BUTTON_AT);
    await screen.outer.keyboard.up('Control');
    const down = await fixture.pages.waitFor(({ type }) => type === 'mousedown');
    assert.deepEqual([down.x, down.y, down.button], [BUTTON_AT.x, BUTTON_AT.y, 2]);
  });

  it('has a cross-hair that Alt moves by 100 pixels: the system takes the arrows with Ctrl', async () => {
    await open('option', '/button');
    await part('stage').focus();
    for (const key of ['ArrowLeft', 'Alt+ArrowLeft', 'Alt+ArrowUp']) await screen.outer.keyboard.press(key);
    await part('spoken').filter({ hasText: '540, 300' }).waitFor({ state: 'attached' });
  });

  it('gets the shortcuts of Linux for those of macOS', async () => {
    await open('shortcuts', '/input');
    await screen.pointAt({ x: 150, y: 150 });
    await fixture.pages.waitFor(({ type }) => type === 'click');
    await part('control').click();
    await screen.focused('#keyboard');
    await screen.outer.keyboard.type('first');
    await fixture.pages.waitFor(({ type, value }) => type === 'input' && value === 'first');
    await screen.outer.keyboard.press('Meta+A');
    await screen.outer.keyboard.type('x');
    await fixture.pages.waitFor(({ type, value }) => type === 'input' && value === 'x');
  });
});
