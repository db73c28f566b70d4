import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** The files below a folder that contain one of these. */
export function filesWith(secrets: readonly string[], folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  return files.filter((file) => {
    const content = contentOf(file);
    return secrets.some((secret) => content.includes(secret));
  });
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

/** The places where the window keeps or shows one of these texts. */
export async function placesWith(wanted: readonly string[], page: Page): Promise<string[]> {
  return placesOf(await page.evaluate(READ_ALL), wanted);
}

/** The webviews of the window that contain one of these texts. */
export async function framesWith(wanted: readonly string[], page: Page): Promise<string[]> {
  const texts: Record<string, string> = {};
  for (const frame of page.frames().filter((each) => each !== page.mainFrame()))
    // One that ends meanwhile shows nothing.
    texts[`the frame ${frame.url().slice(0, 60)}`] = await frame.content().catch(() => '');
  return placesOf(texts, wanted);
}

function placesOf(texts: Readonly<Record<string, string>>, wanted: readonly string[]): string[] {
  return Object.entries(texts).flatMap(([place, text]) => (wanted.some((each) => text.includes(each)) ? [place] : []));
}
