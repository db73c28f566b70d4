import { isNotFound } from '../core/service-error';
import type { Remembered, RecordStore } from '../state';

/** Runs an operation on a remembered item. Success marks the item as existing, and a 404 marks it as gone. */
export async function markingGone<Item extends Remembered, Result>(
  list: RecordStore<Item>,
  item: Item,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work();
    await list.remember({ ...item, gone: false });
    return result;
  } catch (error) {
    if (isNotFound(error)) await list.remember({ ...item, gone: true });
    throw error;
  }
}
