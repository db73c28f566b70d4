import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import type { Workbench } from './workbench/workbench';

/** Pixels: half of a laptop's screen, and the whole screen. */
const [NARROW, WIDE] = [700, 1280];

/** Clicks in the session with this name; there are several. */
export async function clickIn(workbench: Workbench, session: string): Promise<void> {
  await workbench.palette.run('Browser Sessions: Click at Coordinates…');
  await workbench.palette.asked('Click: Select Session').waitFor();
  await workbench.palette.pick(session);
  await workbench.palette.answer(`Click in “${session}”`, '10, 20');
}

/** Uploads a folder of the workspace into the session with this name; there are several. */
export async function uploadInto(workbench: Workbench, session: string, folder: string): Promise<void> {
  await workbench.menu.choose(workbench.tree.file(folder), 'Upload Folder to Browser Session…');
  await workbench.palette.asked('”: Select Session').waitFor();
  await workbench.palette.pick(session);
}

/** An extension with a zip of this size. */
export function writeLargeExtension(workspace: string, bytes: number): void {
  const folder = path.join(workspace, 'large-extension');
  mkdirSync(folder);
  writeFileSync(
    path.join(folder, 'manifest.json'),
    JSON.stringify({ manifest_version: 3, name: 'Large', version: '1' }),
  );
  writeFileSync(path.join(folder, 'data.bin'), randomBytes(bytes));
}

export const NEEDS_LATER = 'This extension requires Chromium version 999 or greater.';

/** An extension that only the browser can reject, because it depends on the browser's version. */
export function writeLaterExtension(workspace: string): void {
  const folder = path.join(workspace, 'later-extension');
  mkdirSync(folder, { recursive: true });
  const manifest = { manifest_version: 3, name: 'Later', version: '1.0', minimum_chrome_version: '999' };
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2));
}

/** The text of a notification, and its text after each of that many changes. */
export async function wordsThatFollow(toast: Locator, changes: number): Promise<string[]> {
  const message = toast.locator('.notification-list-item-message');
  const words = [await message.innerText()];
  for (let change = 0; change < changes; change++) {
    await message.filter({ hasNotText: words.at(-1) ?? '' }).waitFor();
    words.push(await message.innerText());
  }
  return words;
}

/** The labels of a notification's buttons, without the editor's own. */
export function buttonsOf(toast: Locator): Promise<string[]> {
  return toast.locator('.notification-list-item-buttons-container .monaco-button').allInnerTexts();
}

/** Takes screenshots of a notification, in a wide and in a narrow window; in both, it must be completely visible. */
export async function pictures(workbench: Workbench, name: string, toast: Locator): Promise<void> {
  const message = toast.locator('.notification-list-item-message');
  for (const width of [NARROW, WIDE]) {
    await workbench.width(width);
    // A notification under the pointer does not go by itself.
    await message.hover();
    const box = await message.boundingBox();
    assert.ok(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width, `at ${width}: ${JSON.stringify(box)}`);
    assert.equal(
      await message.evaluate(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth <= clientWidth && scrollHeight <= clientHeight,
      ),
      true,
      `cut off at ${width}`,
    );
    await workbench.screenshot(`${name}-${width}`);
  }
}
