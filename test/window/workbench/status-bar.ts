import type { Locator, Page } from 'playwright-core';

/** The status bar. */
export class StatusBar {
  constructor(private readonly page: Page) {}

  /** The status bar item that names the connection; status messages appear beside it for some seconds. */
  connection(text: string): Locator {
    return this.page.locator('.statusbar-item[id$="browserSessions.connection"]', { hasText: text });
  }

  item(text: string | RegExp): Locator {
    return this.page.locator('.part.statusbar .statusbar-item', { hasText: text }).first();
  }
}
