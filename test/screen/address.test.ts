import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { useFixtureScreen } from '../support/bare-screen';

describe('The address line of a screen', () => {
  const { fixture, screen, open } = useFixtureScreen();
  const part = (id: string): Locator => screen.part(id);
  const address = (path: string): string => `${fixture.pages.url}${path}`;
  const shows = (path: string): Promise<void> =>
    screen.content.locator(`#address-box[title="${address(path)}"]`).waitFor();
  const type = async (text: string): Promise<void> => {
    await part('typed').fill(text);
    await part('typed').press('Enter');
  };

  it('has the address and the title of the page in front, and goes back and forward', async () => {
    await open('address', '/button');
    await shows('/button');
    assert.ok(await part('back').isDisabled());
    await type(address('/plain'));
    await shows('/plain');
    await part('back').click();
    await shows('/button');
    await part('forward').click();
    await shows('/plain');
    await screen.screenshot('screen-address');
  });
});
