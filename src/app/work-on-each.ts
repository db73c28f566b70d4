import { english, listOf, message, sentences, type Message } from '../core/message';
import type { Label } from '../state';

/** Items that are worked on at the same time; more would only queue at the service. */
const MAX_AT_ONCE = 4;

export interface EachOutcome<Item> {
  readonly done: readonly Item[];
  /** In the order of the items, whichever failed first. */
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
  return { done, failed: failed.toSorted((one, other) => items.indexOf(one.item) - items.indexOf(other.item)) };
}

/** Reasons that a notification has room for. */
const MAX_CAUSES = 2;

/** How many failed, and which for what: those with the same cause together. */
export function failedWords<Item>(
  failed: EachOutcome<Item>['failed'],
  total: number,
  labelOf: (item: Item) => Label,
  causeOf: (error: unknown) => Message,
): Message {
  const causes = new Map<string, { readonly cause: Message; readonly labels: Message[] }>();
  for (const { item, error } of failed) {
    const cause = causeOf(error);
    const known = causes.get(english(cause)) ?? { cause, labels: [] };
    known.labels.push(message('“{0}”', labelOf(item)));
    causes.set(english(cause), known);
  }
  const told = [...causes.values()].slice(0, MAX_CAUSES);
  const left = failed.length - told.reduce((sum, { labels }) => sum + labels.length, 0);
  return sentences(
    message('{0} of {1} failed.', failed.length, total),
    ...told.map(({ cause, labels }) => message('{0}: {1}', listOf(labels), cause)),
    left === 0 ? undefined : message('{0} more failed for other reasons.', left),
  );
}
