import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** The files below a folder that contain a secret. */
export function filesWith(secret: string, folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  return files.filter((file) => contentOf(file).includes(secret));
}

/** Empty for a file that was deleted meanwhile: browsers create and delete files below that folder. */
function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** Where the editor keeps state in the browser, and what it shows; without local storage, where its secrets belong. */
const READ_ALL = `(async () => {
  const texts = { 'what is shown': document.body.innerText };
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    for (const store of database.objectStoreNames) {
      const reading = database.transaction(store).objectStore(store).getAll();
      texts[name + ' ' + store] = JSON.stringify(await new Promise((resolve, reject) => {
        reading.onsuccess = () => resolve(reading.result);
        reading.onerror = () => reject(reading.error);
      }));
    }
    database.close();
  }
  return texts;
})()`;

/** The places of the window that contain a secret. */
export async function placesWith(secret: string, page: Page): Promise<string[]> {
  const texts: Record<string, string> = await page.evaluate(READ_ALL);
  return Object.entries(texts).flatMap(([place, text]) => (text.includes(secret) ? [place] : []));
}
