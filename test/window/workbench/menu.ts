import type { Locator, Page } from 'playwright-core';
import { PATIENCE } from '../../support/until';
import { appears, disappears, done, exactly } from './locators';

/** Context menus, and the menus of view titles. */
export class Menu {
  constructor(private readonly page: Page) {}

  /**
   * Opens the context menu of `target` and chooses an item; more than one name leads through submenus. If the focus
   * moves, a menu closes before anything was chosen; it is then opened again.
   */
  async choose(target: Locator, ...names: [string, ...string[]]): Promise<void> {
    await this.chooseIn(async () => this.open(target), names);
  }

  /** Chooses an item, through submenus, of the menu that `open` opens. */
  async chooseIn(open: () => Promise<void>, names: string[]): Promise<void> {
    // In the first window after an installation, an item may stay disabled for half a minute.
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      await open();
      if (await this.chooseOpened(names)) return;
    }
    throw new Error(`The menu item "${names.join(' > ')}" cannot be chosen.`);
  }

  async open(target: Locator, button: 'left' | 'right' = 'right'): Promise<void> {
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      // One that stayed open covers everything.
      if (await this.page.locator('.monaco-menu').first().isVisible()) await this.close();
      await target.click({ button });
      if (await appears(this.page.locator('.monaco-menu').first(), 3000)) return;
    }
    throw new Error('The menu does not open.');
  }

  /**
   * True if the menu has closed after a click; false if it has closed by itself. A menu ignores mouse-up at first, so
   * the item is pressed until the menu closes.
   */
  private async chooseOpened(names: string[]): Promise<boolean> {
    const last = await this.throughSubmenus(names).catch(() => undefined);
    // What was disabled when the menu opened stays so, because an open menu does not notice that it is enabled now.
    if (!last || (await last.and(this.page.locator('.disabled')).isVisible())) return false;
    let clicked = false;
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      const isClicked = await done(last.click({ timeout: 5000 }));
      clicked ||= isClicked;
      if (await disappears(this.page.locator('.monaco-menu').first(), 500)) return clicked;
      if (!isClicked) return false;
    }
    return false;
  }

  item(name: string): Locator {
    const label = this.page.locator('.action-label').filter({ hasText: exactly(name) });
    return this.page.locator('.monaco-menu .action-item', { has: label }).last();
  }

  /** Closes the menu with its submenus: Escape closes one after another. */
  async close(): Promise<void> {
    const menu = this.page.locator('.monaco-menu').first();
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      await this.page.keyboard.press('Escape');
      // One more would reach what is below.
      if (await disappears(menu, 2000)) return;
    }
    throw new Error('The menu does not close.');
  }

  private async throughSubmenus(names: string[]): Promise<Locator> {
    for (const [index, name] of names.entries()) {
      const item = this.item(name);
      await item.waitFor({ timeout: 5000 });
      if (index === names.length - 1) return item;
      await item.hover();
      await this.item(names[index + 1] ?? '').waitFor({ timeout: 5000 });
    }
    throw new Error('A menu item needs a name.');
  }
}
