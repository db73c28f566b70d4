/** The name that was most likely meant: the same but for letter case, `-` and `_`, or at most two letters away. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const far = name.length < 3 ? 0 : Math.min(2, Math.max(1, Math.floor(name.length / 4)));
  const [best] = known.map((each) => ({ each, distance: distance(plain(name), plain(each)) })).toSorted((a, b) => a.distance - b.distance);
  return best && best.distance <= far && best.each !== name ? best.each : undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '');
}

/** Letters to put in, take out or replace (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of from.split('').entries()) {
    const next = [index + 1];
    for (const [column, other] of to.split('').entries()) {
      next.push(Math.min((row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1, (row[column] ?? 0) + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
