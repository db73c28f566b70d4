import type { FrameLocator, Page } from 'playwright-core';
import { ShownScreen } from '../support/shown-screen';
import type { TestWindow } from './window';

/** The tab with the display of a session, in a window in which one is shown. */
export class ScreenTab extends ShownScreen {
  constructor(private readonly window: TestWindow) {
    super();
  }

  get outer(): Page {
    return this.window.workbench.page;
  }
  get content(): FrameLocator {
    return this.window.workbench.webview();
  }

  /** Opens it by the row of the session. */
  async open(session: string): Promise<void> {
    const { workbench } = this.window;
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(workbench.tree.row(session, 'Sessions'), 'Open Screen');
    await workbench.page.locator('.tab', { hasText: session }).waitFor();
  }

  /** Opens it, and waits until it shows the session's page live. */
  async openLive(session: string): Promise<void> {
    await this.open(session);
    await this.state('Live').waitFor();
    await this.part('picture').waitFor();
  }
}
