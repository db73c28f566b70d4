/**
 * Finds the known name that was most likely intended: the same except for case, `-` and `_`, or at most two letters
 * different.
 */
export function nearestOf(known: Iterable<string>): (name: string) => string | undefined {
  const all = Array.from(known, (name) => ({ name, letters: plain(name) }));
  return (name) => nearest(name, all);
}

function nearest(
  name: string,
  known: readonly { readonly name: string; readonly letters: string }[],
): string | undefined {
  let far = name.length < 3 ? 0 : Math.min(2, Math.max(1, Math.floor(name.length / 4)));
  const letters = plain(name);
  let best: string | undefined;
  for (const { name: each, letters: others } of known) {
    const away = distance(letters, others, far);
    if (away > far || (away === far && best !== undefined)) continue;
    [best, far] = [each, away];
  }
  return best === name ? undefined : best;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '');
}

/**
 * Number of letters to insert, delete or replace (Levenshtein distance). Infinity if it is more than `far`; for most
 * names the lengths alone show that.
 */
function distance(from: string, to: string, far: number): number {
  if (Math.abs(from.length - to.length) > far) return Infinity;
  const row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let index = 0; index < from.length; index++) {
    if (nextRow(row, index, from[index], to) > far) return Infinity;
  }
  return row[to.length] ?? 0;
}

/**
 * Replaces the row of one letter with that of the next.
 * @returns the smallest value in the row.
 */
function nextRow(row: number[], index: number, letter: string | undefined, to: string): number {
  let before = row[0] ?? 0;
  let left = index + 1;
  let least = left;
  row[0] = left;
  for (let column = 0; column < to.length; column++) {
    const above = row[column + 1] ?? 0;
    left = Math.min(above + 1, left + 1, before + (letter === to[column] ? 0 : 1));
    before = above;
    row[column + 1] = left;
    if (left < least) least = left;
  }
  return least;
}
