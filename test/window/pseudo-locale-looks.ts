import assert from 'node:assert/strict';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { CONNECTION } from '../support/connection';
import { until } from '../support/until';
import { englishTexts, plainWords } from './pseudo-locale';
import type { TestWindow } from './window';
import type { Workbench } from './workbench/workbench';

/** Pixels: half of a laptop's screen. */
export const NARROW = 700;

const english = englishTexts(process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd());

/** Where the window shows a text of ours, with the arguments in it. */
const OURS = [
  '.notification-list-item-message',
  '.notification-list-item-buttons-container .monaco-button',
  '.dialog-message-text',
  '.dialog-message-detail',
  '.dialog-buttons .monaco-button',
  '.quick-input-widget .quick-input-title',
  '.quick-input-widget .quick-input-message',
  '.quick-input-widget .quick-input-list .monaco-list-row',
  '.statusbar-item[id*="browserSessions"]',
  '.statusbar-item[id*="status.extensionMessage"]',
  '.statusbar-item[id*="status.progress"]',
  '.part.sidebar .pane-body .monaco-list-row:not(.explorer-folders-view *)',
  '.part.sidebar .welcome-view-content',
  '.gettingStartedSlideDetails .category-title',
  '.gettingStartedSlideDetails .category-description',
  '.getting-started-step .step-title',
  '.getting-started-step .step-description-container',
  '.markers-panel-container .monaco-list-row:has(.codicon-error, .codicon-warning)',
];

/** The headers of views. The editor shows them in capitals, so their text is read as it was before that. */
const HEADERS = '.part.sidebar .pane-header :is(.title, .description)';

/** What the editor adds in these places. */
const OF_THE_EDITOR = [
  "(Press 'Enter' to confirm or 'Escape' to cancel)",
  'Cancel',
  'Outline',
  'Timeline',
  'Activating Extensions...',
];

/** Names that the tests give, and addresses: the arguments of most texts. */
const ARGUMENTS = [
  CONNECTION,
  'Hello Extension',
  'hello-extension',
  'Old Extension',
  'old-extension',
  'manifest.json',
  'local-pool',
];
/** The address of a service, an ID that a service gives, and the source, code and place of a problem. */
const GENERATED = /https?:\/\/127\.0\.0\.1:\d+|\b[a-z\d]{24}\b|Browser Sessions \(?[a-z-]+\)? ?\[Ln \d+, Col \d+\]/g;

/** The looks of a window in the language of the pseudo-locale. */
export class PseudoLooks {
  constructor(private readonly window: TestWindow) {}

  private get workbench(): Workbench {
    return this.window.workbench;
  }

  /**
   * Takes a screenshot, and finds texts of ours that are in English: those of the bundle that are shown untranslated,
   * and those that the bundle does not have.
   * @param names the arguments of what is shown, besides the usual ones.
   */
  async look(picture: string, ...names: string[]): Promise<void> {
    await this.workbench.screenshot(`pseudo-${picture}`);
    const shown = (await this.workbench.shown()).replaceAll('\u00a0', ' ');
    const untranslated = english.filter((text) => shown.includes(text));
    assert.deepEqual(untranslated, [], picture);
    const known = [...OF_THE_EDITOR, ...ARGUMENTS, path.basename(this.window.workspace), ...names];
    assertTranslated(await this.ours(), known, picture);
    await this.assertWelcomeWhole(picture);
  }

  /**
   * The same with the tooltip of an element.
   * @param text an argument in the tooltip, by which it is known.
   */
  async lookAtTooltip(picture: string, element: Locator, text: string, ...names: string[]): Promise<void> {
    const tooltip = await this.workbench.tooltip(element, text);
    const lines = (await tooltip.innerText()).split('\n');
    assertTranslated(lines, [...ARGUMENTS, text, ...names], `the tooltip of ${picture}`);
    await this.look(`${picture}-tooltip`, text, ...names);
  }

  private async assertWelcomeWhole(picture: string): Promise<void> {
    const cutOff = await this.workbench.page
      .locator('.welcome-view-content:visible')
      .evaluateAll((views) => views.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
    assert.equal(cutOff, 0, picture);
  }

  /** All texts of ours that are visible, where the editor has places for them. */
  private async ours(): Promise<string[]> {
    const { page } = this.workbench;
    const { box } = this.workbench.palette;
    const texts = await page.locator(OURS.join()).locator('visible=true').allInnerTexts();
    const headers = await page.locator(HEADERS).locator('visible=true').allTextContents();
    const placeholder = (await box.isVisible()) ? await box.getAttribute('placeholder') : '';
    return [...texts, ...headers, placeholder ?? ''].map((text) => text.replaceAll(/[\s\u00a0]+/g, ' ').trim());
  }

  /** Looks at a notification in the window as it is and in a narrow one: all of it and of its buttons is visible. */
  async lookAtToast(picture: string, toast: Locator, ...names: string[]): Promise<void> {
    await toast.waitFor();
    await this.inBothWidths(picture, names, async () => {
      await this.assertWhole(toast.locator('.notification-list-item-message'), toast);
      for (const button of await toast.locator('.monaco-button').all()) await this.assertWhole(button, toast);
    });
  }

  /** The same for the modal that is open. */
  async lookAtModal(picture: string, ...names: string[]): Promise<void> {
    const { dialog } = this.workbench.notifications;
    await dialog.waitFor();
    await this.inBothWidths(picture, names, async () => {
      const parts = dialog.locator('.dialog-message-text, .dialog-message-detail, .dialog-buttons .monaco-button');
      for (const part of await parts.all()) await this.assertWhole(part, dialog);
    });
  }

  private async inBothWidths(picture: string, names: string[], check: () => Promise<void>): Promise<void> {
    // The box that was answered closes a moment later.
    await this.workbench.palette.widget.waitFor({ state: 'hidden' });
    const before = this.workbench.page.viewportSize()?.width ?? NARROW;
    for (const width of new Set([NARROW, before])) {
      await this.workbench.width(width);
      await this.look(width === before ? picture : `${picture}-${width}`, ...names);
      await check();
    }
  }

  /** Nothing of an element is cut off, and it is inside of another, which is inside of the window. */
  private async assertWhole(element: Locator, whole: Locator): Promise<void> {
    await element.click({ trial: true });
    const outer = await whole.elementHandle();
    let wrong: string | undefined;
    const isWhole = async (): Promise<boolean> => {
      // Both at once: a notification moves while the window lays it out.
      const measured = await element.evaluate((part, all): Measured => {
        const { scrollWidth, clientWidth, scrollHeight, clientHeight, ownerDocument } = part;
        const { innerWidth: width, innerHeight: height } = ownerDocument.defaultView;
        const [inner, outside] = [part, all].map((each) => each.getBoundingClientRect().toJSON());
        return {
          scrollWidth,
          clientWidth,
          scrollHeight,
          clientHeight,
          inner,
          outer: outside,
          view: { x: 0, y: 0, width, height },
        };
      }, outer);
      wrong = wrongIn(measured);
      return wrong === undefined;
    };
    await until('all of it is visible', isWhole).catch(() => {});
    assert.equal(wrong, undefined, await element.innerText());
  }
}

/** Fails for words of the texts that are neither translated nor known. */
function assertTranslated(texts: readonly string[], known: readonly string[], where: string): void {
  const lacking = texts.flatMap((text) => {
    const words = plainWords(text.replaceAll(GENERATED, ' '), known);
    return words.length === 0 ? [] : [`${words.join(', ')} in: ${text}`];
  });
  assert.deepEqual(lacking, [], where);
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An element, what it is in, and the window. */
interface Measured {
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  readonly inner: Box;
  readonly outer: Box;
  readonly view: Box;
}

/** @returns undefined if nothing is. */
function wrongIn(measured: Measured): string | undefined {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight, inner, outer, view } = measured;
  if (scrollWidth > clientWidth || scrollHeight > clientHeight) return `cut off: ${JSON.stringify(measured)}`;
  return isInside(inner, outer) && isInside(outer, view) ? undefined : `outside: ${JSON.stringify(measured)}`;
}

/** Boxes may differ by the rounding of their fractions. */
const ROUNDING = 1;

function isInside(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x - ROUNDING &&
    inner.y >= outer.y - ROUNDING &&
    inner.x + inner.width <= outer.x + outer.width + ROUNDING &&
    inner.y + inner.height <= outer.y + outer.height + ROUNDING
  );
}
