import path from 'node:path';
import type * as Page from '../../scripts/demo/page.mjs';
import type * as Sample from '../../scripts/sample.mjs';
import { until } from '../support/until';
import { ScreenTab } from '../window/screen-tab';
import { Fixture, TOKEN } from '../support/service-fixture';
import { script } from '../window/editor';
import { useWindow, type TestWindow } from '../window/window';
import type { Workbench } from '../window/workbench/workbench';
import { Camera } from './camera';

const root = process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd();
/** The browsers look for their letters here. */
process.env['FONTCONFIG_FILE'] = path.join(root, 'test/pictures/fonts.conf');

const PORT = 8000;
/** The first one is uploaded into. */
const SESSIONS = ['checkout', 'search', 'wish list'];

export const SETTINGS = {
  'window.autoDetectColorScheme': true,
  'workbench.preferredLightColorTheme': 'Light 2026',
  'workbench.preferredDarkColorTheme': 'Dark 2026',
  'workbench.layoutControl.enabled': false,
  'workbench.tips.enabled': false,
  'workbench.editor.empty.hint': 'hidden',
  'breadcrumbs.enabled': false,
  'debug.internalConsoleOptions': 'neverOpen',
  'files.autoSave': 'off',
  'editor.fontFamily': 'JetBrains Mono',
  'editor.fontSize': 12,
  'editor.folding': false,
  'editor.lightbulb.enabled': 'off',
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
  'editor.scrollBeyondLastLine': false,
  'editor.occurrencesHighlight': 'off',
  // A terminal whose letters can be read, with nothing but them.
  'terminal.integrated.gpuAcceleration': 'off',
  'terminal.integrated.shellIntegration.enabled': false,
  'terminal.integrated.initialHint': false,
  'terminal.integrated.tabs.enabled': false,
};

/** Of the status bar, what a desktop's window does not have. */
const NOT_ON_A_DESKTOP =
  '.statusbar-item:is([id*="eyboardLayout"], [id*="forwardedPorts"]) { display: none !important; }';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface Studio {
  readonly fixture: Fixture;
  readonly window: TestWindow;
  readonly tab: ScreenTab;
  readonly camera: Camera;
  /** Gives the window this size, so that what is meant fills it. */
  readonly size: (width: number, height: number) => Promise<void>;
  /** Gives the panel this height, in pixels, as a person does. */
  readonly panel: (height: number) => Promise<void>;
  /** The same for the width of the side bar. */
  readonly sideBar: (width: number) => Promise<void>;
  readonly toggleSideBar: () => Promise<void>;
  /** The IDs of the sessions, which show the shop. */
  readonly sessions: ReadonlyMap<string, string>;
  /** Uploads the extension into `checkout`, unless that was done in an earlier scene; its row is shown. */
  readonly upload: () => Promise<void>;
}

/** A service, a shop, and a window with an extension that is being worked on. */
export function useStudio(): Studio {
  const fixture = new Fixture();
  const sessions = new Map<string, string>();
  let shop: Awaited<ReturnType<typeof Page.servePage>> | undefined;
  before(() => fixture.start(TOKEN));
  after(() => fixture.stop());
  const window = useWindow(async () => ({
    opens: 'once',
    scale: 2,
    sample: (await script<typeof Sample>('sample.mjs')).demo,
    settings: {
      ...SETTINGS,
      'browserSessions.connections': [
        { name: 'Staging', address: fixture.service.url },
        { name: 'Production', address: fixture.service.url, color: 'red' },
      ],
    },
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
  }));
  before(async () => {
    const { freePort } = await script<{ freePort: (wanted: number) => Promise<number> }>('vscode/server.mjs');
    shop = await (await script<typeof Page>('demo/page.mjs')).servePage(await freePort(PORT));
  });
  let opened: Workbench | undefined;
  beforeEach(async () => {
    // A new window, after a scene that failed, knows of no upload.
    if (opened !== window.workbench) {
      await window.watches();
      await fixture.endSessions();
      for (const name of SESSIONS) {
        const body = { name, start_url: shop?.url };
        const { session_id } = await fixture.ask<{ session_id: string }>('POST', '/browsers', body);
        sessions.set(name, session_id);
      }
    }
    opened = window.workbench;
    await window.workbench.page.addStyleTag({ content: NOT_ON_A_DESKTOP });
  });
  after(() => shop?.stop());

  /** Drags the edge of a part of the window until it is where it should be. */
  async function drag(part: string, how: (box: Box) => { at: Point; by: Point }): Promise<void> {
    const { page } = window.workbench;
    await until(`the edge of ${part} is in its place`, async () => {
      const box = await page.locator(part).boundingBox();
      if (!box) return false;
      const { at, by } = how(box);
      if (Math.hypot(by.x, by.y) < 4) return true;
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      await page.mouse.move(at.x + by.x, at.y + by.y, { steps: 4 });
      await page.mouse.up();
      return false;
    });
  }

  return {
    fixture,
    window,
    tab: new ScreenTab(window),
    camera: new Camera(window),
    sessions,
    async size(width, height) {
      await window.workbench.page.setViewportSize({ width, height });
      await window.workbench.width(width);
    },
    panel: (height) =>
      drag(
        '.part.panel',
        // Beside the handle in the middle.
        (box) => ({ at: { x: box.x + box.width / 4, y: box.y - 2 }, by: { x: 0, y: box.height - height } }),
      ),
    sideBar: (width) =>
      drag('.part.sidebar', (box) => ({
        at: { x: box.x + box.width + 2, y: box.y + box.height / 4 },
        by: { x: width - box.width, y: 0 },
      })),
    toggleSideBar: () => window.workbench.palette.run('View: Toggle Primary Side Bar Visibility'),
    async upload() {
      const { workbench } = window;
      await workbench.tree.view('Browser Sessions');
      await workbench.tree.row('checkout', 'Sessions').waitFor();
      if (await workbench.tree.upload('price-watch').isVisible()) return;
      await workbench.palette.run('Browser Sessions: Upload Workspace Folder…');
      await workbench.palette.asked('”: Select Session').waitFor();
      await workbench.palette.pick('checkout');
      await workbench.statusBar.item('Uploaded “Price Watch” 1.2.0').waitFor();
      await workbench.tree.upload('price-watch').waitFor();
    },
  };
}
