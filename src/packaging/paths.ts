import { realpath } from 'node:fs';
import { realpath as nativeRealpath } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Whether a path leads to a folder or to something inside of it, by its text alone. On Windows, a path to another drive
 * or to a share of the network is relative to no folder here.
 * @param system whose paths they are; by default those of this machine.
 */
export function isWithin(folder: string, file: string, system: path.PlatformPath = path): boolean {
  const relative = system.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${system.sep}`) && !system.isAbsolute(relative);
}

/**
 * The path without links. On Windows the path of a drive keeps its letter: the system's own function makes
 * `\\server\share` of a drive that stands for a share, and VS Code opens nothing on a server that it does not know.
 * @throws what `fs.realpath` throws.
 */
export const realPath: (file: string) => Promise<string> =
  process.platform === 'win32' ? promisify(realpath) : nativeRealpath;

/** The folders above a path with `/`, from the outermost, without `/` at their ends. */
export function foldersAbove(within: string): string[] {
  return Array.from(within.matchAll(/\//g), ({ index }) => within.slice(0, index));
}

/** The path from a folder down to another: empty, or ends with `/`. */
export function prefixTo(from: string, to: string): string {
  return path
    .relative(from, to)
    .split(path.sep)
    .filter(Boolean)
    .map((name) => `${name}/`)
    .join('');
}
