import path from 'node:path';

/**
 * Whether a path leads to a folder or to something inside of it, by its text alone. On Windows, a path to another drive
 * or to a share of the network is relative to no folder here.
 * @param system whose paths they are; by default those of this machine.
 */
export function isWithin(folder: string, file: string, system: path.PlatformPath = path): boolean {
  const relative = system.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${system.sep}`) && !system.isAbsolute(relative);
}
