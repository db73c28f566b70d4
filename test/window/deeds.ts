import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import type { Workbench } from './workbench';

/** Clicks in the session of this name, of several. */
export async function clickIn(workbench: Workbench, session: string): Promise<void> {
  await workbench.run('Browser Sessions: Click…');
  await workbench.asked('Choose a session').waitFor();
  await workbench.pick(session);
  await workbench.answer('Example: 640, 360', '10, 20');
}

/** Uploads a folder of the workspace into the session of this name, of several. */
export async function uploadInto(workbench: Workbench, session: string, folder: string): Promise<void> {
  await workbench.menu(workbench.row(folder), 'Upload Folder to Browser Session…');
  await workbench.asked('Choose a session').waitFor();
  await workbench.pick(session);
  await workbench.asked('in the Browser').waitFor();
  await workbench.page.keyboard.press('Enter');
}

/** An extension whose zip is this large. */
export function writeLargeExtension(workspace: string, bytes: number): void {
  const folder = path.join(workspace, 'large-extension');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify({ manifest_version: 3, name: 'Large', version: '1' }));
  writeFileSync(path.join(folder, 'data.bin'), randomBytes(bytes));
}

/** What a notification says, and what it says after each of so many changes. */
export async function wordsThatFollow(toast: Locator, changes: number): Promise<string[]> {
  const message = toast.locator('.notification-list-item-message');
  const words = [await message.innerText()];
  for (let change = 0; change < changes; change++) {
    await message.filter({ hasNotText: words.at(-1) ?? '' }).waitFor();
    words.push(await message.innerText());
  }
  return words;
}

/** The names of a notification's buttons, but those of the editor itself. */
export function buttonsOf(toast: Locator): Promise<string[]> {
  return toast.locator('.notification-list-item-buttons-container .monaco-button').allInnerTexts();
}
