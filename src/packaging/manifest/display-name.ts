import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'jsonc-parser';

const PLACEHOLDER = /__MSG_([A-Za-z0-9_@]+)__/g;

/**
 * The name as Chromium shows it: each `__MSG_key__` replaced from `_locales/<default_locale>/messages.json`, where keys are
 * compared without regard to case. What cannot be resolved stays as it is.
 */
export async function displayName(folder: string, name: string, defaultLocale: string): Promise<string> {
  if (!/^\w+$/.test(defaultLocale) || name.match(PLACEHOLDER) === null) return name;
  const messages = await readMessages(path.join(folder, '_locales', defaultLocale, 'messages.json'));
  return name.replace(PLACEHOLDER, (placeholder, key: string) => messages.get(key.toLowerCase()) ?? placeholder);
}

async function readMessages(file: string): Promise<Map<string, string>> {
  const parsed: unknown = parse(await readFile(file, 'utf8').catch(() => '{}'));
  const entries = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [];
  return new Map(entries.flatMap(([key, entry]: [string, { message?: unknown } | null]) =>
    typeof entry?.message === 'string' ? [[key.toLowerCase(), entry.message] as const] : []));
}
