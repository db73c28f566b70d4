import type { Locator, Page } from 'playwright-core';
import { PATIENCE, until } from '../../support/until';
import { appears, clickArrives } from './locators';
import type { Menu } from './menu';

/** The Explorer, and the views with their trees. */
export class Tree {
  constructor(
    private readonly page: Page,
    private readonly menu: Menu,
  ) {}

  /** A file or folder in the Explorer. */
  file(label: string): Locator {
    return this.page.locator(`.explorer-folders-view .monaco-list-row[aria-label="${label}"]`);
  }

  /** Shows a view container by its name in the activity bar. The icon of a container that is shown hides it. */
  async view(name: string): Promise<void> {
    const icon = this.page
      .locator('.activitybar .action-item', { has: this.page.locator(`[aria-label^="${name}"]`) })
      .first();
    const title = this.page.locator('.part.sidebar .composite.title', { hasText: name });
    await until(`the view “${name}” is shown`, async () => {
      if (await title.isVisible()) return true;
      await icon.click({ timeout: PATIENCE });
      return appears(title, 3000);
    });
  }

  /** A view of the visible container, by its title. That of sessions has the container's while it is alone. */
  pane(title: string): Locator {
    const titles = title === 'Sessions' ? [title, 'Browser Sessions'] : [title];
    const headers = titles.map((each) => `.pane-header[aria-label^="${each}"]`);
    return this.page.locator('.part.sidebar .pane', { has: this.page.locator(headers.join(', ')) }).first();
  }

  /** The title of the side bar. */
  title(exactly: string): Locator {
    return this.page.locator('.part.sidebar .composite.title .title-label', { hasText: new RegExp(`^${exactly}$`) });
  }

  /** Collapses a view of the visible container, so that the others have more room. */
  async collapse(title: string): Promise<void> {
    const header = this.pane(title).locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) === 'true') await header.click();
    await this.pane(title).locator('.pane-header[aria-expanded="false"]').waitFor();
  }

  /** A row of a tree in the side bar, or in one view of it. */
  row(label: string, view?: string): Locator {
    const inside = view === undefined ? this.page.locator('.part.sidebar .pane-body') : this.pane(view);
    return inside.locator('.monaco-list-row', { hasText: label }).first();
  }

  /** Expands a row. A click on a row that is redrawn at this moment is lost. */
  async expand(row: Locator): Promise<void> {
    const closed = row.and(this.page.locator('[aria-expanded="false"]'));
    await until('the row is expanded', async () => {
      if (await closed.isVisible())
        await closed
          .locator('.monaco-tl-twistie')
          .click({ timeout: 2000 })
          .catch(() => {});
      return appears(row.and(this.page.locator('[aria-expanded="true"]')), 1000);
    });
  }

  /** The row of an upload in the view of sessions, by its name in the session. */
  upload(name: string): Locator {
    return this.pane('Sessions').locator(`.monaco-list-row[aria-label^="Upload ${name},"]`).first();
  }

  /** The same row while a screen reader hears this text of it: what is usual is not shown in the row. */
  heard(row: Locator, text: string): Locator {
    return row.and(this.page.locator(`[aria-label*="${text}"]`));
  }

  /**
   * Presses the button that a tree row shows while the pointer is over it. A row that was redrawn shows it when the
   * pointer enters again.
   */
  async inlineAction(row: Locator, title: string): Promise<void> {
    const action = `.actions .action-label[aria-label^="${title}"]`;
    const button = row.locator(action);
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      await this.page.mouse.move(700, 300);
      await row.hover();
      if ((await appears(button, 1000)) && (await clickArrives(this.page, button, action))) return;
    }
    throw new Error(`The row has no button "${title}".`);
  }

  /** Presses a button in a view's title. */
  async titleAction(view: string, title: string): Promise<void> {
    await this.pane(view).hover();
    await this.inTitle(view, title).click();
  }

  /** In the title of all views, if there is only one. */
  private inTitle(view: string, title: string): Locator {
    return this.pane(view)
      .locator(`.pane-header .action-label[aria-label^="${title}"]`)
      .or(this.page.locator(`.part.sidebar .composite.title .action-label[aria-label*="${title}"]`))
      .filter({ visible: true })
      .last();
  }

  /** Chooses an item of the menu in a view's title, which also closes when the title is drawn anew. */
  async titleMenu(view: string, name: string): Promise<void> {
    await this.menu.chooseIn(async () => {
      await this.pane(view).hover();
      await this.menu.open(this.inTitle(view, 'More Actions'), 'left');
    }, [name]);
  }

  /** The text of an empty view. */
  welcome(view: string): Locator {
    return this.pane(view).locator('.welcome-view-content');
  }

  async welcomeButton(view: string, button: string): Promise<void> {
    await this.welcome(view).locator('.monaco-button', { hasText: button }).first().click();
  }
}
