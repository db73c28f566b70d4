import { realpath } from 'node:fs';
import { realpath as nativeRealpath } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * The path without links. On Windows the path of a drive keeps its letter: the system's own function makes
 * `\\server\share` of a drive that stands for a share, and VS Code opens nothing on a server that it does not know.
 * @throws what `fs.realpath` throws.
 */
export const realPath: (file: string) => Promise<string> =
  process.platform === 'win32' ? promisify(realpath) : nativeRealpath;
