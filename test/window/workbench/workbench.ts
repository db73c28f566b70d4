import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { fileName } from '../../support/failures';
import { PATIENCE, until } from '../../support/until';
import { appears, done, escapeExpression } from './locators';
import { Menu } from './menu';
import { Notifications } from './notifications';
import { Palette } from './palette';
import { Panel } from './panel';
import { StatusBar } from './status-bar';
import { Tree } from './tree';

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
  readonly palette: Palette;
  readonly notifications: Notifications;
  readonly statusBar: StatusBar;
  readonly panel: Panel;
  readonly tree: Tree;
  readonly menu: Menu;

  constructor(
    readonly page: Page,
    private readonly base: string,
    private readonly pictures: string,
  ) {
    this.palette = new Palette(page);
    this.notifications = new Notifications(page);
    this.statusBar = new StatusBar(page);
    this.panel = new Panel(page, this.palette);
    this.menu = new Menu(page);
    this.tree = new Tree(page, this.menu);
  }

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
      for (const open of [this.notifications.dialog, this.page.locator('.monaco-menu'), this.palette.widget])
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
    const item = this.statusBar.connection('').filter({
      hasText: new RegExp(String.raw`^\s*${escapeExpression(name)}( · |\s*$)`),
    });
    await until(`${name} is chosen`, async () => {
      await this.page.keyboard.press('Control+Alt+Shift+F8');
      if (!(await appears(this.palette.asked('Select a connection for this window'), 2000))) return false;
      // A long list contains only the rows that fit.
      if (!(await done(this.palette.box.fill(name, { timeout: 2000 })))) return false;
      // The details of another connection may contain the name too.
      if (!(await this.palette.clickLabelled(name))) return false;
      return appears(item, 3000);
    });
  }

  /** All text that is visible in the window. */
  async shown(): Promise<string> {
    const text = await this.page.locator('body').innerText();
    return `The window shows:\n${text.replaceAll(/\s*\n\s*/g, ' | ')}`;
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
