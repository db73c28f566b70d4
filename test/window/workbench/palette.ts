import type { Locator, Page } from 'playwright-core';
import { PATIENCE, until } from '../../support/until';
import { appears, clickArrives, done, exactly } from './locators';

/** The palette, input boxes and quick picks. */
export class Palette {
  constructor(private readonly page: Page) {}

  get widget(): Locator {
    return this.page.locator('.quick-input-widget:not(.hidden)');
  }

  get box(): Locator {
    return this.widget.locator('.quick-input-box input');
  }

  /** The input box's message about the text. */
  get validation(): Locator {
    return this.widget.locator('.quick-input-message');
  }

  choice(label: string): Locator {
    return this.widget.locator('.quick-input-list .monaco-list-row', { hasText: label });
  }

  /** Runs a command by its title in the palette: `Browser Sessions: Show Log`. */
  async run(title: string): Promise<void> {
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      // If the focus moves at this moment, the palette closes; it is then opened again.
      await this.find(title);
      if (await this.clickLabelled(title)) return;
    }
    throw new Error(`The palette closes before "${title}" is chosen.`);
  }

  /** Whether the palette offers a command. */
  async offers(title: string): Promise<boolean> {
    await this.open(title);
    const none = this.widget.getByText(/^(similar commands|No matching commands)$/);
    const answer = this.labelled(title).or(none).first();
    await answer.waitFor();
    const offered = await this.labelled(title).isVisible();
    await this.page.keyboard.press('Escape');
    return offered;
  }

  /** The row that has exactly this label, whatever icon stands before it. */
  labelled(label: string): Locator {
    const name = this.page.locator('.label-name').filter({ hasText: exactly(label) });
    return this.widget.locator('.quick-input-list .monaco-list-row', { has: name }).first();
  }

  /** Clicks the row that has exactly this label. @returns false if the list has moved, and another row may have it. */
  async clickLabelled(label: string): Promise<boolean> {
    return clickArrives(this.page, this.labelled(label), '.quick-input-list .monaco-list-row', label);
  }

  /** If the focus moves at this moment, the palette closes; it is then opened again. */
  private async open(title: string): Promise<void> {
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      await this.page.keyboard.press('F1');
      // Where it takes long to open, another key would begin that anew.
      if (await done(this.box.fill(`>${title}`, { timeout: PATIENCE / 10 }))) return;
    }
    throw new Error('The palette does not open.');
  }

  /**
   * The palette's list is a snapshot: if it was opened before a command is enabled, it never shows it. So the palette
   * is opened again.
   */
  private async find(title: string): Promise<void> {
    for (const end = Date.now() + PATIENCE; ;) {
      await this.open(title);
      const row = this.labelled(title);
      if (await appears(row, 1500)) return;
      await this.page.keyboard.press('Escape');
      if (Date.now() > end) throw new Error(`The palette has no command "${title}".`);
    }
  }

  /** Enters a text into the input box that shows this prompt (or title, or placeholder), and accepts it. */
  async answer(prompt: string, text: string): Promise<void> {
    await this.asked(prompt).waitFor();
    await this.box.fill(text);
    await this.box.press('Enter');
  }

  /** The input box or quick pick that shows this text as prompt, title or placeholder. */
  asked(prompt: string): Locator {
    return this.widget
      .filter({ hasText: prompt })
      .or(this.widget.filter({ has: this.page.locator(`input[placeholder*="${prompt}"]`) }));
  }

  /** Chooses an item of a quick pick. */
  async pick(label: string): Promise<void> {
    await this.choice(label).first().click();
  }

  /** Checks or unchecks an item of a quick pick that allows several. */
  async check(label: string, isChecked = true): Promise<void> {
    const box = this.choice(label).first().locator('.monaco-checkbox');
    await until(`“${label}” is ${isChecked ? 'checked' : 'unchecked'}`, async () => {
      const isSo = (await box.getAttribute('aria-checked', { timeout: PATIENCE })) === String(isChecked);
      if (!isSo) await box.click({ timeout: PATIENCE });
      return isSo;
    });
  }

  /** Accepts what is checked in a quick pick that allows several. The next question may be there at once. */
  async accept(): Promise<void> {
    const button = this.page.locator('.quick-input-widget .quick-input-action .monaco-button', { hasText: 'OK' });
    await button.waitFor();
    await until('the choice is accepted', async () => clickArrives(this.page, button, '.quick-input-action'));
  }

  /**
   * Chooses a folder in VS Code's own file dialog. The dialog is empty at first and writes its first folder into the
   * box a moment later, over text that was entered before; and it accepts an entered folder only after it lists its
   * contents (here: `inIt`).
   */
  async chooseFolder(prompt: string, folder: string, inIt: string, button: string): Promise<void> {
    await this.listFolder(prompt, folder, inIt);
    await this.widget.locator('.monaco-button', { hasText: button }).click();
  }

  /** Chooses a file in that dialog. */
  async chooseFile(prompt: string, folder: string, name: string): Promise<void> {
    await this.listFolder(prompt, folder, name);
    await this.pick(name);
  }

  private async listFolder(prompt: string, folder: string, inIt: string): Promise<void> {
    await this.asked(prompt).waitFor();
    await this.page.waitForFunction(
      (input) => Boolean(input && 'value' in input && input.value),
      await this.box.elementHandle(),
    );
    await this.choice('..').first().waitFor();
    await this.box.fill(`${folder}/`);
    await this.choice(inIt).first().waitFor();
  }
}
