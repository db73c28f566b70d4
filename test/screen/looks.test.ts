import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { THEMES, useFixtureScreen } from '../support/bare-screen';

/** @returns whether a script without the nonce has run, once it was refused. */
const INJECTS = `new Promise((resolve) => {
  addEventListener('securitypolicyviolation', () => resolve('injected' in globalThis));
  const script = document.createElement('script');
  script.textContent = 'globalThis.injected = true';
  document.body.append(script);
})`;

describe('The page of a session’s screen', () => {
  const { screen, open } = useFixtureScreen();
  const part = (id: string): Locator => screen.part(id);

  it('runs no script but its own, and is not allowed to load anything', async () => {
    await open('policy', '/button');
    const policy = await screen.content.locator('meta[http-equiv]').getAttribute('content');
    assert.match(
      policy ?? '',
      /^default-src 'none'; img-src blob:; script-src 'nonce-[\w-]{22}'; style-src (http:\/\/127\.0\.0\.1:\d+); font-src \1$/,
    );
    const ran: unknown = await screen.content.locator('body').evaluate(INJECTS);
    assert.equal(ran, false);
  });

  it('looks as the theme does, and has nothing that hinders a screen reader', async () => {
    await open('looks', '/button');
    for (const theme of THEMES) {
      await screen.changeTheme(theme);
      await part('stage').focus();
      await screen.outer.keyboard.press('ArrowLeft');
      await part('loupe').waitFor();
      await screen.screenshot(`screen-look-${theme}`);
      assert.deepEqual(await screen.violations(), [], theme);
    }
    await screen.outer.setViewportSize({ width: 460, height: 800 });
    await screen.surface();
    await screen.screenshot('screen-look-narrow');
  });
});
