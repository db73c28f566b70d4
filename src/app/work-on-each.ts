/** Items that are worked on at the same time; more would only queue at the service. */
const MAX_AT_ONCE = 4;

export interface EachOutcome<Item> {
  readonly done: readonly Item[];
  readonly failed: readonly { readonly item: Item; readonly error: unknown }[];
}

/**
 * Does the same with several items, a few at a time. What fails for one does not stop the others. Once the signal is
 * aborted, no other is begun.
 */
export async function workOnEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  signal: AbortSignal,
): Promise<EachOutcome<Item>> {
  const done: Item[] = [];
  const failed: { item: Item; error: unknown }[] = [];
  const waiting = items.values();
  const next = async (): Promise<void> => {
    // All workers take from the same iterator.
    for (const item of waiting) {
      if (signal.aborted) return;
      await work(item).then(
        () => done.push(item),
        (error: unknown) => failed.push({ item, error }),
      );
    }
  };
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, next));
  return { done, failed };
}
