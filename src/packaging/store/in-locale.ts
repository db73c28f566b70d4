import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getNodeValue } from 'jsonc-parser';
import { throwIfCancelled, UserError } from '../../core/errors';
import { message } from '../../core/message';
import { copyFiles } from '../copy-files';
import { parseJson } from '../manifest/json';
import { MANIFEST, parseManifest, property } from '../manifest/manifest-text';
import { members } from '../manifest/messages';
import { readRegularFile } from '../regular-file';
import type { PackedFile } from '../selection/walk';

/**
 * Copies an extension so that any browser, whatever its language, shows its messages in one locale: they are in place of
 * those of its default locale, and there is no other. What a locale lacks is taken as Chromium takes it, from the locale
 * without its region and from the default.
 * @param locale one of `localesOf`.
 * @param target a folder, which is made.
 * @throws UserError if a file of messages, or the manifest, can't be read.
 */
export async function copyInLocale(
  files: readonly PackedFile[],
  locale: string,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const original = await defaultLocale(files);
  const chain = [original, ...locale.split('_').map((_, index, parts) => parts.slice(0, index + 1).join('_'))];
  const merged = new Map<string, unknown>();
  for (const each of chain) {
    throwIfCancelled(signal);
    for (const [key, value] of await messagesIn(files, each)) merged.set(key, value);
  }
  await copyFiles(
    files.filter(({ path: file }) => !file.startsWith('_locales/')),
    target,
    signal,
  );
  const folder = path.join(target, '_locales', original);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'messages.json'), JSON.stringify(Object.fromEntries(merged)));
}

async function defaultLocale(files: readonly PackedFile[]): Promise<string> {
  const source = files.find(({ path: file }) => file === MANIFEST)?.source;
  const parsed = source === undefined ? undefined : parseManifest(await readRegularFile(source));
  const value: unknown = parsed && 'root' in parsed ? property(parsed, 'default_locale')?.value : undefined;
  // It is the name of a folder that is written.
  if (typeof value === 'string' && /^\w+$/.test(value)) return value;
  throw new UserError(message('{0} has no “default_locale”.', MANIFEST));
}

/** By their keys in lower case; none if there is no such file. */
async function messagesIn(
  files: readonly PackedFile[],
  locale: string,
): Promise<readonly (readonly [string, unknown])[]> {
  const wanted = `_locales/${locale}/messages.json`.toLowerCase();
  const file = files.find(({ path: each }) => each.toLowerCase() === wanted);
  if (!file) return [];
  const parsed = parseJson(await readRegularFile(file.source), { comments: true });
  if ('brokenAt' in parsed) throw new UserError(message('{0} isn’t valid JSON.', file.path));
  return members(parsed.root).map(({ key, value }) => [key.toLowerCase(), getNodeValue(value)]);
}
