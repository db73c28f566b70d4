import { isDeepStrictEqual } from 'node:util';
import { loadedIn, rowId, type Row } from './rows';

/** With more rows that have changed, all of them are drawn again. */
const MAX_CHANGED = 20;

/**
 * Takes over what is known now into the rows that the editor has.
 * @param lookOf what the user sees of a row.
 * @returns the rows that look different now; undefined if the editor needs other rows, or too many have changed.
 */
export function takeOver(
  drawn: readonly Row[],
  newer: readonly Row[],
  appearanceOf: (row: Row) => unknown,
): Row[] | undefined {
  if (drawn.length !== newer.length) return undefined;
  const changed: [row: Row, news: Row][] = [];
  for (const [index, row] of drawn.entries()) {
    const news = newer[index];
    if (!news || !isSameThing(row, news)) return undefined;
    if (isDeepStrictEqual(row, news)) continue;
    changed.push([row, news]);
    if (changed.length > MAX_CHANGED) return undefined;
  }
  return changed
    .filter(([row, news]) => {
      const before = appearanceOf(row);
      for (const key of Object.keys(row)) if (!(key in news)) Reflect.deleteProperty(row, key);
      Object.assign(row, news);
      return !isDeepStrictEqual(before, appearanceOf(row));
    })
    .map(([row]) => row);
}

function isSameThing(row: Row, news: Row): boolean {
  return (
    rowId(row) === rowId(news) &&
    row.connection.name === news.connection.name &&
    row.connection.address === news.connection.address &&
    canOpen(row) === canOpen(news)
  );
}

function canOpen(row: Row): boolean {
  if (row.kind === 'ended') return true;
  return row.kind === 'session' ? !row.session.gone : loadedIn(row)?.enabled === true;
}
