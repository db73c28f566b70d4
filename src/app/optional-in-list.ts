import type { Listed } from '../api';
import { isNotFound } from '../core/service-error';
import type { Remembered, RecordStore } from '../state';

/**
 * Runs an optional operation on an item of a list. A 404 may be about the item or the operation, so the service's own
 * list tells them apart; an item that is not in it is marked as gone.
 * @param work returns undefined if the service does not offer the operation.
 * @returns undefined if the service does not offer it.
 */
export async function optionalInList<Item extends Remembered, Result>(
  { list, ask }: { list: RecordStore<Item>; ask: () => Promise<Listed<Remembered> | undefined> },
  idOrName: string,
  work: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const looking = ask();
    // A failed look-up proves nothing, and must not replace the error that led to it.
    const listed = await looking.catch(() => 'unknown' as const);
    if (listed === undefined) return undefined;
    if (listed === 'unknown') throw error;
    if (listed.items.some(({ id, name }) => id === idOrName || name === idOrName)) return undefined;
    const row = list.find(idOrName);
    if (row && !listed.isCut) await list.remember({ ...row, gone: true });
    throw error;
  }
}
