import type { Locator, Page } from 'playwright-core';
import { PATIENCE } from '../../support/until';
import { appears } from './locators';
import type { Palette } from './palette';

/** The panel: problems and output. */
export class Panel {
  constructor(
    private readonly page: Page,
    private readonly palette: Palette,
  ) {}

  /** The rows of the Problems panel: files, and below each its problems. */
  get problemRows(): Locator {
    return this.page.locator('.markers-panel-container .monaco-list-row');
  }

  /** The same, after showing the panel. */
  async problems(): Promise<Locator> {
    if (!(await this.page.locator('.markers-panel-container').isVisible()))
      await this.palette.run('Problems: Focus on Problems View');
    await this.page.locator('.markers-panel-container').waitFor();
    return this.problemRows;
  }

  /** Goes to the place of a problem, and opens its quick fixes with the light bulb that appears beside its line. */
  async quickFixes(problem: string): Promise<Locator> {
    const fixes = this.page.locator('.action-widget .monaco-list-row');
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      await (await this.problems()).filter({ hasText: problem }).first().dblclick();
      const bulb = this.page
        .locator('.monaco-editor [class*="codicon-gutter-lightbulb"], .monaco-editor .lightBulbWidget')
        .first();
      if (await appears(bulb, 3000)) await bulb.click({ timeout: 2000 }).catch(() => {});
      if (await appears(fixes.first(), 2000)) return fixes;
    }
    throw new Error(`There is no quick fix for "${problem}".`);
  }

  /** The text of the output panel that is scrolled into view. */
  async output(): Promise<string> {
    return (await this.page.locator('.part.panel .view-lines').first().innerText()).replaceAll('\u00a0', ' ');
  }
}
