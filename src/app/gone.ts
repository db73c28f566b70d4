import { isNotFound } from '../core/service-error';
import type { Remembered, RecordStore } from '../state';

/**
 * Does something with a remembered thing: a 404 marks it as gone, and whatever else came of it shows that it is there.
 */
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
