import { distance } from 'fastest-levenshtein';

/**
 * Finds the known name that was most likely intended: the same except for case, `-` and `_`, or at most two letters
 * different.
 */
export function nearestOf(known: Iterable<string>): (name: string) => string | undefined {
  const all = Array.from(known, (name) => ({ name, letters: lettersOf(name) }));
  return (name) => nearest(name, all);
}

function nearest(
  name: string,
  known: readonly { readonly name: string; readonly letters: string }[],
): string | undefined {
  let far = name.length < 3 ? 0 : Math.min(2, Math.max(1, Math.floor(name.length / 4)));
  const letters = lettersOf(name);
  let best: string | undefined;
  for (const { name: each, letters: others } of known) {
    // For most names the lengths alone show that they are too far away.
    const away = Math.abs(letters.length - others.length) > far ? Infinity : distance(letters, others);
    if (away > far || (away === far && best !== undefined)) continue;
    [best, far] = [each, away];
  }
  return best === name ? undefined : best;
}

/** A word without its case and separators, in which people make most mistakes. */
export function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '');
}
