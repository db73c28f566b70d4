import type { Locator, Page } from 'playwright-core';

export const escapeExpression = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Matches a text that is nothing else, besides blanks around it. */
export const exactly = (text: string): RegExp => new RegExp(String.raw`^\s*${escapeExpression(text)}\s*$`);

/** Whether an action is done before its time is over. */
export const done = (action: Promise<unknown>): Promise<boolean> =>
  action.then(
    () => true,
    () => false,
  );

export const appears = (locator: Locator, timeout: number): Promise<boolean> => done(locator.waitFor({ timeout }));

export const disappears = (locator: Locator, timeout: number): Promise<boolean> =>
  done(locator.waitFor({ state: 'hidden', timeout }));

/**
 * Clicks, and tells whether the click arrives within what matches a selector. It does not if what is clicked moves or
 * goes before it, or between the press of the button and its release.
 */
export async function clickArrives(page: Page, target: Locator, within: string): Promise<boolean> {
  const clicks = await page.locator('body').evaluateHandle((body, selector) => {
    const seen = { any: false };
    const see = (event: { readonly target: { readonly closest: (selector: string) => unknown } }): void => {
      seen.any = event.target.closest(selector) !== null;
    };
    body.addEventListener('click', see, { capture: true, once: true });
    return seen;
  }, within);
  await done(target.click({ timeout: 3000 }));
  // A command that reloads the window leaves nothing to ask.
  return clicks.evaluate(({ any }) => any).catch(() => true);
}
