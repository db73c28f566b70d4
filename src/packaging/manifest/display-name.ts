import path from 'node:path';
import { readRegularFile } from '../regular-file';
import { parseJson } from './json-file';
import { messagesOf, type Variable, variablesAt } from './messages';

/** Characters. When the name is this long, nothing more is replaced: a message may be long and be used many times. */
const MAX_NAME = 10_000;

/**
 * The name as Chromium shows it: each `__MSG_key__` is replaced from `_locales/<default_locale>/messages.json`; the
 * case of keys is ignored. A placeholder that cannot be resolved stays unchanged.
 */
export async function displayName(folder: string, name: string, defaultLocale: string): Promise<string> {
  const variables = variablesAt(name, '__MSG_', '__');
  if (!/^\w+$/.test(defaultLocale) || variables.length === 0) return name;
  const messages = await readMessages(path.join(folder, '_locales', defaultLocale, 'messages.json'));
  return replaceVariables(name, variables, messages);
}

function replaceVariables(name: string, variables: readonly Variable[], messages: ReadonlyMap<string, string>): string {
  let shown = '';
  let from = 0;
  for (const { key, offset, length } of variables) {
    if (shown.length > MAX_NAME) break;
    shown += name.slice(from, offset) + (messages.get(key.toLowerCase()) ?? name.slice(offset, offset + length));
    from = offset + length;
  }
  return shown + name.slice(from);
}

async function readMessages(file: string): Promise<Map<string, string>> {
  const bytes = await readRegularFile(file).catch(() => undefined);
  const parsed = bytes && parseJson(bytes, { comments: true });
  return parsed && 'root' in parsed ? messagesOf(parsed.root) : new Map();
}
