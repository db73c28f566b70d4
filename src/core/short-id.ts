/** IDs that a service made up, which nobody knows by heart: many letters and digits at random, or a UUID. */
const RANDOM = /^(?=.*[0-9])[0-9a-z]{16,}$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Characters: enough to tell a handful of IDs apart. */
const MIN_LENGTH = 4;

/**
 * The beginning of an ID that is random; undefined for any other, which a person may have chosen.
 * @param length characters of it.
 */
export function shortId(id: string, length = MIN_LENGTH): string | undefined {
  return (RANDOM.test(id) || UUID.test(id)) && length < id.length ? id.slice(0, length) : undefined;
}

/**
 * How many characters tell each of these IDs from all others: at least four. An ID that is given twice counts once.
 * @returns only IDs that need more than the shortest.
 */
export function lengthsToTellApart(ids: readonly string[]): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>();
  const sorted = [...new Set(ids)].toSorted();
  let before = 0;
  // In this order, the ID with the longest common beginning is a neighbor.
  for (const [index, id] of sorted.entries()) {
    const after = commonStart(id, sorted[index + 1]);
    const common = Math.max(before, after);
    if (common >= MIN_LENGTH) lengths.set(id, common + 1);
    before = after;
  }
  return lengths;
}

function commonStart(one: string, other = ''): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
