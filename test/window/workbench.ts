import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { until } from '../service/local-service/until';

const LIMIT_MS = 30_000;

/**
 * Settled, by the workbench's own marks: every extension's contributions are in, and the layout is restored. What is
 * asked of it sooner may be lost: the palette does not list the command, a panel that was shown closes again.
 */
const SETTLED = ['code/didLoadExtensions', 'code/LifecyclePhase/Eventually'];

/** Keys that no extension has, and nothing else of VS Code. */
export const KEYS = [
  // Puts away all that a test may leave open, and what was told briefly.
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
        // The last one: each command ends what the one before has told briefly.
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

/** What a test says to VS Code, in VS Code's own terms. */
export class Workbench {
  constructor(
    readonly page: Page,
    private readonly base: string,
    private readonly pictures: string,
  ) {}

  /** Opens what is asked for, and waits until nothing that is asked of it can be lost. */
  async open(what: Opened): Promise<void> {
    if (what.workspace !== undefined) return this.openWorkspaceFile(what.workspace);
    await this.load(what);
    if (what.folder === undefined) return;
    await this.page
      .locator('.monaco-workbench .explorer-folders-view .monaco-list-row')
      .first()
      .waitFor({ timeout: LIMIT_MS });
  }

  private async load(what: Opened): Promise<void> {
    const query = new URLSearchParams(Object.keys(what).length > 0 ? { ...what } : { ew: 'true' });
    await this.page.goto(`${this.base}/?${query.toString()}`);
    await this.page.waitForFunction(
      (marks) => marks.every((mark) => performance.getEntriesByName(mark).length > 0),
      SETTLED,
      { timeout: LIMIT_MS },
    );
  }

  /**
   * In the browser VS Code sometimes opens a workspace file without its folders, and never adds them: then it is loaded
   * again.
   */
  private async openWorkspaceFile(file: string): Promise<void> {
    for (const end = Date.now() + 3 * LIMIT_MS; Date.now() < end;) {
      await this.load({ workspace: file });
      if (await appears(this.page.locator('.explorer-folders-view .monaco-list-row').first(), 5000)) return;
    }
    throw new Error(`VS Code shows no folder of ${file}.`);
  }

  /** Puts away what a test before this one has left open, as a person does who begins something else. */
  async tidy(): Promise<void> {
    await until('nothing is left open', async () => {
      for (const open of [this.dialog, this.page.locator('.monaco-menu'), this.quickInput])
        if (await open.first().isVisible()) await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('Control+Alt+Shift+F9');
      await this.row('hello-extension').waitFor({ timeout: 5000 });
      const left = this.page.locator(
        '.monaco-dialog-box, .monaco-menu, .quick-input-widget:not(.hidden), .notification-list-item, .editor-group-container .tab, .part.panel .composite',
      );
      return !(await left.locator('visible=true').first().isVisible());
    });
  }

  /** Chooses another connection: of the one before nothing is shown or remembered there. */
  async useConnection(name: string): Promise<void> {
    await until(`${name} is asked for`, async () => {
      await this.page.keyboard.press('Control+Alt+Shift+F8');
      return appears(this.asked('Select a connection for this window'), 2000);
    });
    // Of a long list only what fits is there.
    await this.box.fill(name);
    await this.pick(name);
    await this.connectionItem(name).waitFor();
  }

  /** All words that stand in the window. */
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
  /** What the input box says about what was typed. */
  get validation(): Locator {
    return this.quickInput.locator('.quick-input-message');
  }
  choice(label: string): Locator {
    return this.quickInput.locator('.quick-input-list .monaco-list-row', { hasText: label });
  }

  /** Runs a command by its title, as the palette shows it: `Browser Sessions: Show Log`. */
  async run(title: string): Promise<void> {
    const command = await this.inPalette(title);
    await command.click();
  }

  /** Whether the palette offers a command. */
  async offers(title: string): Promise<boolean> {
    await this.openPalette(title);
    const none = this.quickInput.getByText(/^(similar commands|No matching commands)$/);
    const answer = this.commandRow(title).or(none).first();
    await answer.waitFor();
    const offered = await this.commandRow(title).isVisible();
    await this.page.keyboard.press('Escape');
    return offered;
  }

  private commandRow(title: string): Locator {
    const label = this.page
      .locator('.label-name')
      .filter({ hasText: new RegExp(`^\\s*${escapeExpression(title)}\\s*$`) });
    return this.quickInput.locator('.quick-input-list .monaco-list-row', { has: label }).first();
  }

  /** Focus that goes elsewhere in this moment closes the palette again: then it is opened once more. */
  private async openPalette(title: string): Promise<void> {
    for (const end = Date.now() + LIMIT_MS; Date.now() < end;) {
      await this.page.keyboard.press('F1');
      if (
        await this.box.fill(`>${title}`, { timeout: 2000 }).then(
          () => true,
          () => false,
        )
      )
        return;
    }
    throw new Error('The palette does not open.');
  }

  /** The palette's list is a snapshot: opened before a command may be used, it never shows it. So it is opened anew. */
  private async inPalette(title: string): Promise<Locator> {
    for (const end = Date.now() + LIMIT_MS; ;) {
      await this.openPalette(title);
      const row = this.commandRow(title);
      if (await appears(row, 1500)) return row;
      await this.page.keyboard.press('Escape');
      if (Date.now() > end) throw new Error(`The palette has no command "${title}".`);
    }
  }

  /** Types into the input box that shows this prompt (or title, or placeholder), and accepts. */
  async answer(prompt: string, text: string): Promise<void> {
    await this.asked(prompt).waitFor();
    await this.box.fill(text);
    await this.page.keyboard.press('Enter');
  }

  /** The input box or quick pick that shows this text, as prompt, title or placeholder. */
  asked(prompt: string): Locator {
    return this.quickInput
      .filter({ hasText: prompt })
      .or(this.quickInput.filter({ has: this.page.locator(`input[placeholder*="${prompt}"]`) }));
  }

  /** Chooses in a quick pick; where several may be chosen, accepts them too. */
  async pick(...labels: string[]): Promise<void> {
    for (const label of labels) await this.choice(label).first().click();
    const accept = this.quickInput.locator('.quick-input-action .monaco-button', { hasText: 'OK' });
    if (await accept.isVisible()) await accept.click();
  }

  /**
   * Chooses a folder in VS Code's own file dialog. The dialog comes up empty and writes its first folder into the box a
   * moment later, over what was typed before; and it takes a typed folder only once it lists what is in it (here:
   * `inIt`).
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

  /** Presses a button of the modal dialog, and returns what the dialog said. */
  async dialogButton(button: string): Promise<string> {
    await this.dialog.waitFor();
    const text = await this.dialog.innerText();
    await this.dialog.locator('.monaco-button', { hasText: button }).first().click();
    await this.dialog.waitFor({ state: 'hidden' });
    return text;
  }

  /** The item of the status bar that names the connection; beside it stands for some seconds what was told briefly. */
  connectionItem(text: string): Locator {
    return this.page.locator('.statusbar-item[id$="browserSessions.connection"]', { hasText: text });
  }
  statusItem(text: string): Locator {
    return this.page.locator('.part.statusbar .statusbar-item', { hasText: text }).first();
  }

  /** The rows of the Problems panel: files, and below each what is wrong with it. */
  get problemRows(): Locator {
    return this.page.locator('.markers-panel-container .monaco-list-row');
  }

  /** The same, after the panel was brought to the front. */
  async problems(): Promise<Locator> {
    if (!(await this.page.locator('.markers-panel-container').isVisible()))
      await this.run('Problems: Focus on Problems View');
    await this.page.locator('.markers-panel-container').waitFor();
    return this.problemRows;
  }

  /** Goes to the place of a problem, and opens what would mend it by the light bulb that comes up beside its line. */
  async quickFixes(problem: string): Promise<Locator> {
    const fixes = this.page.locator('.action-widget .monaco-list-row');
    for (const end = Date.now() + LIMIT_MS; Date.now() < end;) {
      await (await this.problems()).filter({ hasText: problem }).first().dblclick();
      const bulb = this.page
        .locator('.monaco-editor [class*="codicon-gutter-lightbulb"], .monaco-editor .lightBulbWidget')
        .first();
      if (await appears(bulb, 3000)) await bulb.click({ timeout: 2000 }).catch(() => {});
      if (await appears(fixes.first(), 2000)) return fixes;
    }
    throw new Error(`There is no quick fix for "${problem}".`);
  }

  /** The text of the output panel, as far as it is scrolled into view. */
  async output(): Promise<string> {
    return (await this.page.locator('.part.panel .view-lines').first().innerText()).replaceAll('\u00a0', ' ');
  }

  // ---- Explorer, views, trees

  /** A file or folder in the Explorer. */
  row(label: string): Locator {
    return this.page.locator(`.explorer-folders-view .monaco-list-row[aria-label="${label}"]`);
  }

  /** Brings a view container to the front by its name in the activity bar. */
  async view(name: string): Promise<void> {
    const icon = this.page
      .locator('.activitybar .action-item', { has: this.page.locator(`[aria-label^="${name}"]`) })
      .first();
    if (!/checked/.test((await icon.getAttribute('class')) ?? '')) await icon.click();
    await this.page.locator('.part.sidebar .composite.title', { hasText: name }).waitFor();
  }

  /** One view of the container in front, by its title. */
  pane(title: string): Locator {
    return this.page
      .locator('.part.sidebar .pane', { has: this.page.locator(`.pane-header[aria-label^="${title}"]`) })
      .first();
  }

  /** Folds a view of the container in front, so that the others have more room. */
  async collapse(title: string): Promise<void> {
    const header = this.pane(title).locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) === 'true') await header.click();
    await this.pane(title).locator('.pane-header[aria-expanded="false"]').waitFor();
  }

  /** A row of a tree in the side bar, or in just one view of it. */
  treeRow(label: string, view?: string): Locator {
    const inside = view === undefined ? this.page.locator('.part.sidebar .pane-body') : this.pane(view);
    return inside.locator('.monaco-list-row', { hasText: label }).first();
  }

  /**
   * Presses the button that a tree row shows while the pointer is on it. A row that was drawn anew shows it when the
   * pointer comes again.
   */
  async inlineAction(row: Locator, title: string): Promise<void> {
    const button = row.locator(`.actions .action-label[aria-label^="${title}"]`);
    for (const end = Date.now() + LIMIT_MS; Date.now() < end;) {
      await this.page.mouse.move(700, 300);
      await row.hover();
      if (await appears(button, 1000)) return button.click();
    }
    throw new Error(`The row has no button "${title}".`);
  }

  /** Presses a button in a view's title. */
  async titleAction(view: string, title: string): Promise<void> {
    await this.pane(view).hover();
    await this.pane(view)
      .locator(`.pane-header .action-label[aria-label^="${title}"]`)
      .or(this.page.locator(`.part.sidebar .composite.title .action-label[aria-label^="${title}"]`))
      .first()
      .click();
  }

  /** What an empty view says. */
  welcome(view: string): Locator {
    return this.pane(view).locator('.welcome-view-content');
  }

  async welcomeButton(view: string, button: string): Promise<void> {
    await this.welcome(view).locator('.monaco-button', { hasText: button }).first().click();
  }

  /**
   * Opens the context menu of `target` and chooses an item; more than one name leads through submenus. Focus that goes
   * elsewhere closes a menu before anything was chosen in it: then it is opened once more.
   */
  async menu(target: Locator, ...names: [string, ...string[]]): Promise<void> {
    for (const end = Date.now() + LIMIT_MS; Date.now() < end;) {
      await this.openMenu(target);
      if (await this.chooseInMenu(names)) return;
    }
    throw new Error(`The menu item "${names.join(' > ')}" cannot be chosen.`);
  }

  async openMenu(target: Locator): Promise<void> {
    for (const end = Date.now() + LIMIT_MS; Date.now() < end;) {
      await target.click({ button: 'right' });
      if (await appears(this.page.locator('.monaco-menu').first(), 3000)) return;
    }
    throw new Error('The menu does not open.');
  }

  /**
   * True once the menu has closed after a click; false where it has closed by itself. A menu takes no mouse-up in its
   * first moments: so it is pressed until it closes.
   */
  private async chooseInMenu(names: string[]): Promise<boolean> {
    const last = await this.throughSubmenus(names).catch(() => undefined);
    if (!last) return false;
    let clicked = false;
    for (const end = Date.now() + LIMIT_MS; Date.now() < end;) {
      clicked =
        (await last.click({ timeout: 5000 }).then(
          () => true,
          () => false,
        )) || clicked;
      if (await disappears(this.page.locator('.monaco-menu').first(), 500)) return clicked;
    }
    return false;
  }

  menuItem(name: string): Locator {
    const label = this.page
      .locator('.action-label')
      .filter({ hasText: new RegExp(`^\\s*${escapeExpression(name)}\\s*$`) });
    return this.page.locator('.monaco-menu .action-item', { has: label }).last();
  }

  /** With what has opened beside it: Escape closes one after the other. */
  async closeMenu(): Promise<void> {
    const menu = this.page.locator('.monaco-menu').first();
    for (const end = Date.now() + LIMIT_MS; Date.now() < end;) {
      await this.page.keyboard.press('Escape');
      if (await disappears(menu, 500)) return;
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
   * The tooltip of `target` that holds this text. It comes when the pointer arrives and rests: if it does not, the
   * pointer arrives anew.
   */
  async tooltip(target: Locator, text: string): Promise<Locator> {
    const tooltip = this.page.locator('.monaco-hover', { hasText: text });
    for (const end = Date.now() + LIMIT_MS; Date.now() < end;) {
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

  /** The whole window, in colours of that kind. */
  themed(kind: ThemeKind): Locator {
    return this.page
      .locator(`.monaco-workbench.${{ light: 'vs', dark: 'vs-dark', 'high-contrast': 'hc-black' }[kind]}`)
      .first();
  }

  /** Makes the window this wide. */
  async width(pixels: number): Promise<void> {
    await this.page.setViewportSize({ width: pixels, height: this.page.viewportSize()?.height ?? 800 });
  }

  /** Puts a picture of the window into out/ui. */
  async screenshot(name: string): Promise<void> {
    // Notifications fade in: the picture shows them as they stay.
    await this.page.screenshot({ animations: 'disabled', path: path.join(this.pictures, `${fileName(name)}.png`) });
  }
}

const fileName = (title: string): string => title.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '');

const escapeExpression = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

export const appears = (locator: Locator, timeout: number): Promise<boolean> =>
  locator.waitFor({ timeout }).then(
    () => true,
    () => false,
  );

const disappears = (locator: Locator, timeout: number): Promise<boolean> =>
  locator.waitFor({ state: 'hidden', timeout }).then(
    () => true,
    () => false,
  );
