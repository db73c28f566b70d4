import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { fileName } from '../failures';
import { PATIENCE, until } from '../until';

/**
 * Marks of the workbench when it is ready: every extension's contributions are registered, and the layout is restored.
 * Earlier input may be lost: the palette does not list the command, or a panel that was shown closes again.
 */
const SETTLED = ['code/didLoadExtensions', 'code/LifecyclePhase/Eventually'];

/** Keys that no extension and no other command of VS Code uses. */
export const KEYS = [
  // Closes everything that a test may leave open, and status messages.
  {
    key: 'ctrl+alt+shift+f9',
    command: 'runCommands',
    args: {
      commands: [
        'workbench.action.closeAllEditors',
        'workbench.action.closePanel',
        'notifications.clearAll',
        'workbench.files.action.collapseExplorerFolders',
        'workbench.view.explorer',
        'browserSessions.resetAllowedSecrets',
        // The last one: each command removes the status message of the one before.
        'browserSessions.closePreview',
      ],
    },
  },
  { key: 'ctrl+alt+shift+f8', command: 'browserSessions.switchConnection' },
];

/** A folder, a `.code-workspace` file, or nothing. */
export interface Opened {
  readonly folder?: string;
  readonly workspace?: string;
}

export type ThemeKind = 'light' | 'dark' | 'high-contrast';

/** The actions of a test in VS Code, in VS Code's own terms. */
export class Workbench {
  constructor(
    readonly page: Page,
    private readonly base: string,
    private readonly pictures: string,
  ) {}

  /** Opens a folder or a workspace, and waits until the workbench is ready for input. */
  async open(what: Opened): Promise<void> {
    if (what.workspace !== undefined) return this.openWorkspaceFile(what.workspace);
    await this.load(what);
    if (what.folder === undefined) return;
    await this.page.locator('.monaco-workbench .explorer-folders-view .monaco-list-row').first().waitFor();
  }

  private async load(what: Opened): Promise<void> {
    const query = new URLSearchParams(Object.keys(what).length > 0 ? { ...what } : { ew: 'true' });
    await this.page.goto(`${this.base}/?${query.toString()}`);
    await this.page.waitForFunction(
      (marks) => marks.every((mark) => performance.getEntriesByName(mark).length > 0),
      SETTLED,
      { timeout: PATIENCE },
    );
  }

  /**
   * In the browser, VS Code sometimes opens a workspace file without its folders, and never adds them; it is then
   * loaded again.
   */
  private async openWorkspaceFile(file: string): Promise<void> {
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      await this.load({ workspace: file });
      if (await appears(this.page.locator('.explorer-folders-view .monaco-list-row').first(), 5000)) return;
    }
    throw new Error(`VS Code shows no folder of ${file}.`);
  }

  /** Closes what an earlier test has left open, as a user would before doing something else. */
  async tidy(): Promise<void> {
    await until('nothing is left open', async () => {
      for (const open of [this.dialog, this.page.locator('.monaco-menu'), this.quickInput])
        if (await open.first().isVisible()) await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('Control+Alt+Shift+F9');
      // A view in which a row is selected just now comes to the front again.
      if (!(await appears(this.page.locator('.explorer-folders-view .monaco-list-row').first(), 5000))) return false;
      const left = this.page.locator(
        '.monaco-dialog-box, .monaco-menu, .quick-input-widget:not(.hidden), .notification-list-item, .editor-group-container .tab, .part.panel .composite',
      );
      return !(await left.locator('visible=true').first().isVisible());
    });
  }

  /** Chooses another connection, where nothing of the previous one is shown or remembered. */
  async useConnection(name: string): Promise<void> {
    const item = this.connectionItem('').filter({
      hasText: new RegExp(String.raw`^\s*${escapeExpression(name)}( · |\s*$)`),
    });
    await until(`${name} is chosen`, async () => {
      await this.page.keyboard.press('Control+Alt+Shift+F8');
      if (!(await appears(this.asked('Select a connection for this window'), 2000))) return false;
      // A long list contains only the rows that fit.
      if (!(await done(this.box.fill(name, { timeout: 2000 })))) return false;
      // The details of another connection may contain the name too.
      if (!(await done(this.labelled(name).click({ timeout: 3000 })))) return false;
      return appears(item, 3000);
    });
  }

  /** All text that is visible in the window. */
  async shown(): Promise<string> {
    const text = await this.page.locator('body').innerText();
    return `The window shows:\n${text.replaceAll(/\s*\n\s*/g, ' | ')}`;
  }

  // ---- Palette, input box, quick pick

  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget:not(.hidden)');
  }
  get box(): Locator {
    return this.quickInput.locator('.quick-input-box input');
  }
  /** The input box's message about the text. */
  get validation(): Locator {
    return this.quickInput.locator('.quick-input-message');
  }
  choice(label: string): Locator {
    return this.quickInput.locator('.quick-input-list .monaco-list-row', { hasText: label });
  }

  /** Runs a command by its title in the palette: `Browser Sessions: Show Log`. */
  async run(title: string): Promise<void> {
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      // If the focus moves at this moment, the palette closes; it is then opened again.
      if (await this.clickArrives(await this.inPalette(title), '.quick-input-widget')) return;
    }
    throw new Error(`The palette closes before "${title}" is chosen.`);
  }

  /**
   * Clicks, and tells whether the click arrives within what matches a selector. It does not if what is clicked moves or
   * goes before it, or between the press of the button and its release.
   */
  private async clickArrives(target: Locator, within: string): Promise<boolean> {
    const clicks = await this.page.locator('body').evaluateHandle((body, selector) => {
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

  /** Whether the palette offers a command. */
  async offers(title: string): Promise<boolean> {
    await this.openPalette(title);
    const none = this.quickInput.getByText(/^(similar commands|No matching commands)$/);
    const answer = this.labelled(title).or(none).first();
    await answer.waitFor();
    const offered = await this.labelled(title).isVisible();
    await this.page.keyboard.press('Escape');
    return offered;
  }

  /** The row that has exactly this label, whatever icon stands before it. */
  private labelled(label: string): Locator {
    const name = this.page.locator('.label-name').filter({ hasText: exactly(label) });
    return this.quickInput.locator('.quick-input-list .monaco-list-row', { has: name }).first();
  }

  /** If the focus moves at this moment, the palette closes; it is then opened again. */
  private async openPalette(title: string): Promise<void> {
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      await this.page.keyboard.press('F1');
      if (await done(this.box.fill(`>${title}`, { timeout: 2000 }))) return;
    }
    throw new Error('The palette does not open.');
  }

  /**
   * The palette's list is a snapshot: if it was opened before a command is enabled, it never shows it. So the palette
   * is opened again.
   */
  private async inPalette(title: string): Promise<Locator> {
    for (const end = Date.now() + PATIENCE; ;) {
      await this.openPalette(title);
      const row = this.labelled(title);
      if (await appears(row, 1500)) return row;
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
    return this.quickInput
      .filter({ hasText: prompt })
      .or(this.quickInput.filter({ has: this.page.locator(`input[placeholder*="${prompt}"]`) }));
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
    await until('the choice is accepted', async () => this.clickArrives(button, '.quick-input-action'));
  }

  /**
   * Chooses a folder in VS Code's own file dialog. The dialog is empty at first and writes its first folder into the
   * box a moment later, over text that was entered before; and it accepts an entered folder only after it lists its
   * contents (here: `inIt`).
   */
  async chooseFolder(prompt: string, folder: string, inIt: string, button: string): Promise<void> {
    await this.asked(prompt).waitFor();
    await this.page.waitForFunction(
      (input) => Boolean(input && 'value' in input && input.value),
      await this.box.elementHandle(),
    );
    await this.choice('..').first().waitFor();
    await this.box.fill(`${folder}/`);
    await this.choice(inIt).first().waitFor();
    await this.quickInput.locator('.monaco-button', { hasText: button }).click();
  }

  // ---- Notifications, dialogs, status bar, problems

  toast(text: string): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item', { hasText: text }).first();
  }

  async toastButton(text: string, button: string): Promise<void> {
    await this.toast(text).locator('.monaco-button', { hasText: button }).click();
  }

  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** Presses a button of the modal dialog, and returns the dialog's text. */
  async dialogButton(button: string): Promise<string> {
    await this.dialog.waitFor();
    const text = await this.dialog.innerText();
    await this.dialog.locator('.monaco-button', { hasText: button }).first().click();
    await this.dialog.waitFor({ state: 'hidden' });
    return text;
  }

  /** The status bar item that names the connection; status messages appear beside it for some seconds. */
  connectionItem(text: string): Locator {
    return this.page.locator('.statusbar-item[id$="browserSessions.connection"]', { hasText: text });
  }
  statusItem(text: string | RegExp): Locator {
    return this.page.locator('.part.statusbar .statusbar-item', { hasText: text }).first();
  }

  /** The rows of the Problems panel: files, and below each its problems. */
  get problemRows(): Locator {
    return this.page.locator('.markers-panel-container .monaco-list-row');
  }

  /** The same, after showing the panel. */
  async problems(): Promise<Locator> {
    if (!(await this.page.locator('.markers-panel-container').isVisible()))
      await this.run('Problems: Focus on Problems View');
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

  // ---- Explorer, views, trees

  /** A file or folder in the Explorer. */
  row(label: string): Locator {
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

  /** A view of the visible container, by its title. */
  pane(title: string): Locator {
    return this.page
      .locator('.part.sidebar .pane', { has: this.page.locator(`.pane-header[aria-label^="${title}"]`) })
      .first();
  }

  /** Collapses a view of the visible container, so that the others have more room. */
  async collapse(title: string): Promise<void> {
    const header = this.pane(title).locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) === 'true') await header.click();
    await this.pane(title).locator('.pane-header[aria-expanded="false"]').waitFor();
  }

  /** A row of a tree in the side bar, or in one view of it. */
  treeRow(label: string, view?: string): Locator {
    const inside = view === undefined ? this.page.locator('.part.sidebar .pane-body') : this.pane(view);
    return inside.locator('.monaco-list-row', { hasText: label }).first();
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
      if ((await appears(button, 1000)) && (await this.clickArrives(button, action))) return;
    }
    throw new Error(`The row has no button "${title}".`);
  }

  /** Presses a button in a view's title. */
  async titleAction(view: string, title: string): Promise<void> {
    await this.pane(view).hover();
    await this.inTitle(view, title).click();
  }

  private inTitle(view: string, title: string): Locator {
    return this.pane(view)
      .locator(`.pane-header .action-label[aria-label^="${title}"]`)
      .or(this.page.locator(`.part.sidebar .composite.title .action-label[aria-label^="${title}"]`))
      .first();
  }

  /** Chooses an item of the menu in a view's title, which also closes when the title is drawn anew. */
  async titleMenu(view: string, name: string): Promise<void> {
    await this.choose(async () => {
      await this.pane(view).hover();
      await this.openMenu(this.inTitle(view, 'More Actions'), 'left');
    }, [name]);
  }

  /** The text of an empty view. */
  welcome(view: string): Locator {
    return this.pane(view).locator('.welcome-view-content');
  }

  async welcomeButton(view: string, button: string): Promise<void> {
    await this.welcome(view).locator('.monaco-button', { hasText: button }).first().click();
  }

  /**
   * Opens the context menu of `target` and chooses an item; more than one name leads through submenus. If the focus
   * moves, a menu closes before anything was chosen; it is then opened again.
   */
  async menu(target: Locator, ...names: [string, ...string[]]): Promise<void> {
    await this.choose(async () => this.openMenu(target), names);
  }

  private async choose(open: () => Promise<void>, names: string[]): Promise<void> {
    // In the first window after an installation, an item may stay disabled for half a minute.
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      await open();
      if (await this.chooseInMenu(names)) return;
    }
    throw new Error(`The menu item "${names.join(' > ')}" cannot be chosen.`);
  }

  async openMenu(target: Locator, button: 'left' | 'right' = 'right'): Promise<void> {
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      // One that stayed open covers everything.
      if (await this.page.locator('.monaco-menu').first().isVisible()) await this.closeMenu();
      await target.click({ button });
      if (await appears(this.page.locator('.monaco-menu').first(), 3000)) return;
    }
    throw new Error('The menu does not open.');
  }

  /**
   * True if the menu has closed after a click; false if it has closed by itself. A menu ignores mouse-up at first, so
   * the item is pressed until the menu closes.
   */
  private async chooseInMenu(names: string[]): Promise<boolean> {
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

  menuItem(name: string): Locator {
    const label = this.page.locator('.action-label').filter({ hasText: exactly(name) });
    return this.page.locator('.monaco-menu .action-item', { has: label }).last();
  }

  /** Closes the menu with its submenus: Escape closes one after another. */
  async closeMenu(): Promise<void> {
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
      const item = this.menuItem(name);
      await item.waitFor({ timeout: 5000 });
      if (index === names.length - 1) return item;
      await item.hover();
      await this.menuItem(names[index + 1] ?? '').waitFor({ timeout: 5000 });
    }
    throw new Error('A menu item needs a name.');
  }

  /**
   * The tooltip of `target` that contains this text. It appears when the pointer enters and rests; if it does not, the
   * pointer enters again.
   */
  async tooltip(target: Locator, text: string): Promise<Locator> {
    const tooltip = this.page.locator('.monaco-hover', { hasText: text });
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      await this.page.mouse.move(700, 300);
      await target.hover();
      if (await appears(tooltip, 2000)) return tooltip;
    }
    throw new Error(`No tooltip says "${text}".`);
  }

  // ---- Webview, look

  webview(index = 0): FrameLocator {
    return this.page.frameLocator('iframe.webview').nth(index).frameLocator('iframe#active-frame');
  }

  /** The whole window, in a color theme of that kind. */
  themed(kind: ThemeKind): Locator {
    return this.page
      .locator(`.monaco-workbench.${{ light: 'vs', dark: 'vs-dark', 'high-contrast': 'hc-black' }[kind]}`)
      .first();
  }

  /** Sets the width of the window. Sometimes VS Code misses the event and keeps its old layout, so it is set again. */
  async width(pixels: number): Promise<void> {
    const height = this.page.viewportSize()?.height ?? 800;
    await until(`VS Code is ${pixels} wide`, async () => {
      for (const width of [pixels + 1, pixels]) await this.page.setViewportSize({ width, height });
      return done(
        this.page.waitForFunction(`document.querySelector('.part.statusbar').clientWidth === ${pixels}`, undefined, {
          timeout: 1000,
        }),
      );
    });
  }

  /** Saves a screenshot of the window in out/ui. */
  async screenshot(name: string): Promise<void> {
    // Notifications fade in: without animations the screenshot shows their final state.
    await this.page.screenshot({ animations: 'disabled', path: path.join(this.pictures, `${fileName(name)}.png`) });
  }
}

const escapeExpression = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Matches a text that is nothing else, besides blanks around it. */
const exactly = (text: string): RegExp => new RegExp(String.raw`^\s*${escapeExpression(text)}\s*$`);

/** Whether an action is done before its time is over. */
export const done = (action: Promise<unknown>): Promise<boolean> =>
  action.then(
    () => true,
    () => false,
  );

export const appears = (locator: Locator, timeout: number): Promise<boolean> => done(locator.waitFor({ timeout }));

export const disappears = (locator: Locator, timeout: number): Promise<boolean> =>
  done(locator.waitFor({ state: 'hidden', timeout }));
