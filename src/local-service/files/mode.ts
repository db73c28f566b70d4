import type { Stats } from 'node:fs';
import { badRequest } from '../problem';

const DEFAULT = 0o644;
const RIGHTS = 'rwxrwxrwx';

/**
 * Reads `644` or `0644`; setuid and the like are not allowed.
 * @throws a 400
 */
export function readMode(text: string | undefined): number {
  if (text === undefined) return DEFAULT;
  if (!/^0?[0-7]{3}$/.test(text)) throw badRequest(`mode must be three octal digits, as 644, not ${text}`);
  return Number.parseInt(text, 8);
}

/** The mode as the service writes it: `drwxr-xr-x`. */
export function modeText(stats: Pick<Stats, 'mode' | 'isDirectory' | 'isSymbolicLink'>): string {
  const rights = Array.from(RIGHTS, (letter, index) => (stats.mode & (0o400 >> index) ? letter : '-')).join('');
  if (stats.isSymbolicLink()) return `L${rights}`;
  return `${stats.isDirectory() ? 'd' : '-'}${rights}`;
}
