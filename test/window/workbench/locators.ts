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

/** An element in the page. */
interface Row {
  readonly querySelector: (selector: string) => { readonly textContent: string | null } | null;
}

/**
 * Clicks, and tells whether the click arrives within what matches a selector. It does not if what is clicked moves or
 * goes before it, or between the press of the button and its release.
 * @param label of a row: not if another row is in its place by then.
 */
export async function clickArrives(page: Page, target: Locator, within: string, label?: string): Promise<boolean> {
  const clicks = await page.locator('body').evaluateHandle(
    (body, wanted) => {
      const seen = { any: false };
      const see = (event: { readonly target: { readonly closest: (selector: string) => Row | null } }): void => {
        const row = event.target.closest(wanted.within);
        const labelled = row?.querySelector('.label-name')?.textContent?.trim();
        seen.any = row !== null && (wanted.label === undefined || labelled === wanted.label);
      };
      body.addEventListener('click', see, { capture: true, once: true });
      return seen;
    },
    { within, label },
  );
  await done(target.click({ timeout: 3000 }));
  // A command that reloads the window leaves nothing to ask.
  return clicks.evaluate(({ any }) => any).catch(() => true);
}
