import path from 'node:path';
import { readRegularFile } from '../read-regular-file';
import { parseJson } from './json-file';
import { messagesOf, variablesIn } from './messages';

/**
 * The name as Chromium shows it: each `__MSG_key__` replaced from `_locales/<default_locale>/messages.json`, where keys are
 * compared without regard to case. What cannot be resolved stays as it is.
 */
export async function displayName(folder: string, name: string, defaultLocale: string): Promise<string> {
  const keys = variablesIn(name, '__MSG_', '__');
  if (!/^\w+$/.test(defaultLocale) || keys.length === 0) return name;
  const messages = await readMessages(path.join(folder, '_locales', defaultLocale, 'messages.json'));
  return keys.reduce((shown, key) => shown.replace(`__MSG_${key}__`, (placeholder) => messages.get(key.toLowerCase()) ?? placeholder), name);
}

async function readMessages(file: string): Promise<Map<string, string>> {
  const bytes = await readRegularFile(file).catch(() => undefined);
  const parsed = bytes && parseJson(bytes, { comments: true });
  return parsed && 'root' in parsed ? messagesOf(parsed.root) : new Map();
}
