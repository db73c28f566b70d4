import { parseJson } from '../core/json';
import { message } from '../core/message';
import type { StorageArea } from '../core/storage-area';
import { formatBytes } from '../core/format';
import { changeStorage, MAX_STORED, readStorage, type StorageChange } from '../devtools';
import { labelOf } from '../state';
import { inBrowser, openSession, UsageError, type Context, type ExitCode } from './context';
import { extensionIn } from './extension';
import { plain } from './terminal';

export interface StorageOptions {
  readonly session?: string;
  readonly area: StorageArea;
  readonly set: readonly string[];
  readonly remove: readonly string[];
  readonly clear: boolean;
  readonly json: boolean;
}

/** Characters of a value on a line. */
const MAX_VALUE = 2000;

/** Changes what an extension has stored, as the options say, or else prints it. */
export async function storage(
  context: Context,
  wanted: string | undefined,
  options: StorageOptions,
): Promise<ExitCode> {
  const { terminal, signal } = context;
  const { area, json } = options;
  const changes = changesOf(options);
  if (changes.length > 0 && area === 'managed') throw new UsageError(message('The managed storage can only be read.'));
  const open = await openSession(context, options.session, changes.length > 0 ? 'changes' : 'reads');
  const { extension } = await extensionIn(context, open, wanted);
  for (const change of changes)
    await inBrowser(open, signal, (browser, limited) => changeStorage(browser, extension.id, area, change, limited));
  if (changes.length > 0) {
    terminal.say(message('Changed the storage of “{0}” in “{1}”.', extension.name, labelOf(open.session)));
    return 0;
  }
  const { values: stored, left } = await inBrowser(open, signal, (browser, limited) =>
    readStorage(browser, extension.id, area, limited),
  );
  if (left > 0)
    terminal.note(
      message('{0} more keys aren’t shown, because the limit is {1}.', left, formatBytes(MAX_STORED)),
      'yellow',
    );
  if (json) terminal.printJson(stored);
  else
    for (const [key, value] of Object.entries(stored))
      terminal.print(`${terminal.style('bold', plain(key))}: ${plain(JSON.stringify(value), MAX_VALUE)}`);
  return 0;
}

function changesOf({ set, remove, clear }: StorageOptions): StorageChange[] {
  const values = Object.fromEntries(set.map(valueOf));
  return [
    ...(clear ? [{ clear: true } as const] : []),
    ...(remove.length > 0 ? [{ remove }] : []),
    ...(set.length > 0 ? [{ set: values }] : []),
  ];
}

/** `key=value`: the value is JSON, or else a text. */
function valueOf(text: string): [string, unknown] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(message('--set takes key=value, not “{0}”.', text));
  const value = text.slice(at + 1);
  const parsed = parseJson(value);
  return [text.slice(0, at), parsed === undefined ? value : parsed];
}
