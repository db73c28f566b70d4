import { isDeepStrictEqual } from 'node:util';
import { parseTree, type ParseError } from 'jsonc-parser';
import { asRecord, parseJson } from '../../core/json';
import { message, type Message } from '../../core/message';
import type { StorageArea } from '../../core/storage-area';
import {
  ExtensionPage,
  inExtension,
  readStorage,
  STORAGE_WITHIN,
  type DevToolsConnection,
  type LoadedExtension,
  type SessionDevTools,
  type StorageChange,
  type StoredItems,
} from '../../devtools';
import { tooDeepAt } from '../../packaging';
import { labelOf } from '../../state';
import type { BrowserAccess } from '../devtools-sessions';
import type { LoadedTarget } from './change-loaded';
import { andWhy, inBrowser } from '../in-browser';

/**
 * Reads an area of an extension's storage, and does not wake its worker. The values are the user's data: they are in no
 * log.
 * @throws UserError; ServiceError (404), with the session marked as gone; Cancelled.
 */
export async function readArea(
  access: BrowserAccess,
  { session, extension: { id, name } }: LoadedTarget,
  area: StorageArea,
  signal: AbortSignal,
): Promise<StoredItems> {
  const failed = message('Couldn’t read the storage of “{0}” in “{1}”.', name, labelOf(session));
  return inBrowser(access, session, { failed: andWhy(failed), timeout: STORAGE_WITHIN }, signal, (open, limited) =>
    readStorage(open, id, area, limited),
  );
}

/**
 * Changes an area of an extension's storage, one change after the other. The extension's own listeners are told.
 * @throws as `readArea`.
 */
export async function changeArea(
  access: BrowserAccess,
  { session, extension: { id, name } }: LoadedTarget,
  area: StorageArea,
  changes: readonly StorageChange[],
  signal: AbortSignal,
): Promise<void> {
  const failed = message('Couldn’t change the storage of “{0}” in “{1}”.', name, labelOf(session));
  await inBrowser(access, session, { failed: andWhy(failed), timeout: STORAGE_WITHIN }, signal, (open, limited) =>
    inExtension(open, id, limited, async (page) => {
      for (const change of changes) await page.change(area, change, limited);
    }),
  );
}

/** Why a text is nothing that can be stored, and where: an offset in UTF-16 code units. */
export interface NotStorable {
  readonly offset: number;
  readonly text: Message;
}

/** Reads the JSON of an area: an object. */
export function readStored(text: string): Pick<StoredItems, 'values'> | NotStorable {
  const deep = tooDeepAt(text);
  if (deep !== undefined) return { offset: deep, text: message('this is nested too deeply.') };
  const values = parseJson(text);
  if (typeof values === 'object' && values !== null && !Array.isArray(values)) return { values: asRecord(values) };
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  const [first] = errors;
  if (values === undefined) return { offset: first?.offset ?? 0, text: message('this isn’t valid JSON.') };
  return { offset: text.search(/\S/), text: message('a storage is an object, with a value for each key.') };
}

/** What turns the one into the other: what is removed comes first, so that there is room for the rest. */
export function differenceOf(before: StoredItems['values'], after: StoredItems['values']): StorageChange[] {
  const remove = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  const set = Object.entries(after).filter(
    ([key, value]) => !Object.hasOwn(before, key) || !isDeepStrictEqual(before[key], value),
  );
  return [...(remove.length > 0 ? [{ remove }] : []), ...(set.length > 0 ? [{ set: Object.fromEntries(set) }] : [])];
}

/**
 * How much an extension has stored, and what it may do.
 * @throws as `readArea`.
 */
export async function readDetails(
  access: BrowserAccess,
  { session, extension: { id, name } }: LoadedTarget,
  signal: AbortSignal,
): Promise<Required<Pick<LoadedExtension, 'storage' | 'permissions'>>> {
  const failed = message('Couldn’t read the storage of “{0}” in “{1}”.', name, labelOf(session));
  return inBrowser(access, session, { failed: andWhy(failed) }, signal, (open, limited) =>
    inExtension(open, id, limited, async (page) => {
      const [storage, permissions] = await Promise.all([page.sizes(limited), page.permissions(limited)]);
      return { storage, permissions };
    }),
  );
}

/**
 * Calls `listener` when an area of an extension's storage may have changed, until the signal is aborted. The session
 * counts as used meanwhile, and the extension's worker is neither woken nor kept awake.
 * @throws DevToolsFailure if it cannot go on, ServiceError if the service does not give its address, or Cancelled.
 */
export async function followArea(
  devtools: Pick<SessionDevTools, 'keep'>,
  extensionId: string,
  area: StorageArea,
  listener: () => void,
  signal: AbortSignal,
): Promise<never> {
  const failing = new AbortController();
  let page: ExtensionPage | undefined;
  let failure: unknown;
  const begin = async (open: DevToolsConnection): Promise<void> => {
    page?.close();
    page = await ExtensionPage.open(open, extensionId, signal);
    await page.onChange((changed) => {
      if (changed === area) listener();
      // The extension was reloaded.
      else if (changed === undefined) void begin(open).catch(fail);
    }, signal);
    // Something may have changed while nobody was told.
    listener();
  };
  const fail = (error: unknown): void => {
    failure = error;
    failing.abort();
  };
  try {
    return await devtools.keep(begin, AbortSignal.any([signal, failing.signal]));
  } catch (error) {
    throw failing.signal.aborted && !signal.aborted ? failure : error;
  } finally {
    page?.close();
  }
}
