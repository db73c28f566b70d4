/** The name that was most likely meant: the same but for letter case, `-` and `_`, or at most two letters away. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let far = name.length < 3 ? 0 : Math.min(2, Math.max(1, Math.floor(name.length / 4)));
  const letters = plain(name);
  let best: string | undefined;
  for (const each of known) {
    const away = distance(letters, plain(each), far);
    if (away > far || (away === far && best !== undefined)) continue;
    [best, far] = [each, away];
  }
  return best === name ? undefined : best;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '');
}

/** Letters to put in, take out or replace (Levenshtein). More than `far` are not counted: most names are told from each other by their lengths alone. */
function distance(from: string, to: string, far: number): number {
  if (Math.abs(from.length - to.length) > far) return Infinity;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of from.split('').entries()) {
    const next = [index + 1];
    for (const [column, other] of to.split('').entries()) {
      next.push(Math.min((row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1, (row[column] ?? 0) + (letter === other ? 0 : 1)));
    }
    if (Math.min(...next) > far) return Infinity;
    row = next;
  }
  return row.at(-1) ?? 0;
}
