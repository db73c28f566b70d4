import { constants } from 'node:fs';
import { cp, lstat, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Protocol } from 'devtools-protocol';

/** Cookies without an expiry, which Chromium itself forgets when it ends. Many logins are such cookies. */
export type SessionCookies = readonly Protocol.Network.CookieParam[];

/** In the folder of the browser's data, so that both are replaced at once. */
const COOKIES_FILE = 'browser-sessions-cookies.json';

/** What Chromium makes anew, below its data and below a profile in it: most of the size. */
const CACHES: ReadonlySet<string> = new Set([
  'BrowserMetrics',
  'Cache',
  'Code Cache',
  'Crashpad',
  'DawnGraphiteCache',
  'DawnWebGPUCache',
  'GPUCache',
  'GPUPersistentCache',
  'GrShaderCache',
  'GraphiteDawnCache',
  'ShaderCache',
  'component_crx_cache',
  'extensions_crx_cache',
]);

/** Copies the data of a browser that does not run: without caches, locks and links. */
export async function copyUserData(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: async (source) => {
      if (isCache(path.relative(from, source))) return false;
      const stats = await lstat(source);
      return stats.isDirectory() || stats.isFile();
    },
  });
}

/** Removes what a copy would leave out. */
export async function removeCaches(folder: string): Promise<void> {
  for (const above of [folder, path.join(folder, 'Default')])
    for (const name of await readdir(above).catch(() => []))
      if (isCache(path.relative(folder, path.join(above, name))))
        await rm(path.join(above, name), { recursive: true, force: true });
}

function isCache(relative: string): boolean {
  const parts = relative.split(path.sep);
  if (parts.length === 1 && /^(?:Singleton|lockfile$|DevToolsActivePort$)/.test(relative)) return true;
  return parts.length <= 2 && CACHES.has(parts.at(-1) ?? '') && (parts.length === 1 || parts[0] === 'Default');
}

/** Bytes of all files. */
export async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []))
    if (entry.isFile())
      bytes += await lstat(path.join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      );
  return bytes;
}

/** They are secrets, as is all that Chromium has beside them. */
export async function writeCookies(folder: string, cookies: SessionCookies): Promise<void> {
  await writeFile(path.join(folder, COOKIES_FILE), JSON.stringify(cookies), { mode: 0o600 });
}

/** Only this service writes that file. What cannot be read is as good as none: a login more is needed then. */
export async function readCookies(folder: string): Promise<Protocol.Network.CookieParam[]> {
  const text = await readFile(path.join(folder, COOKIES_FILE), 'utf8').catch(() => '[]');
  try {
    const cookies: unknown = JSON.parse(text);
    return Array.isArray(cookies) ? cookies : [];
  } catch {
    return [];
  }
}
