import type { Locator, Page } from 'playwright-core';

/** Notifications and modal dialogs. */
export class Notifications {
  constructor(private readonly page: Page) {}

  toast(text: string): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item', { hasText: text }).first();
  }

  /** Presses a button of a notification. */
  async press(text: string, button: string): Promise<void> {
    await this.toast(text).locator('.monaco-button', { hasText: button }).click();
  }

  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** Presses a button of the modal dialog, and returns the dialog's text. */
  async pressInDialog(button: string): Promise<string> {
    await this.dialog.waitFor();
    const text = await this.dialog.innerText();
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
    await this.dialog.waitFor({ state: 'hidden' });
    return text;
  }
}
