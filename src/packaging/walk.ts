import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { stopIfCancelled } from '../core/errors';
import { message, type Message } from '../core/message';
import { leftOutByName, type LeftOutFile } from './left-out';

/** A file that goes into the zip. */
export interface PackedFile {
  /** Path within the folder, with `/`: its name in the zip. */
  readonly path: string;
  /** Where it is read from. */
  readonly source: string;
  /** Size in bytes when it was looked at. */
  readonly bytes: number;
}

export interface Walk {
  /** Sorted by path, so that the same folder gives the same zip. */
  readonly files: readonly PackedFile[];
  readonly leftOut: readonly LeftOutFile[];
}

/** Lists what goes into the zip and what stays out. A folder that stays out is not entered. */
export async function walk(folder: string, signal: AbortSignal): Promise<Walk> {
  const root = await realpath(folder);
  const files: PackedFile[] = [];
  const leftOut: LeftOutFile[] = [];
  const visit = async (within: string): Promise<void> => {
    stopIfCancelled(signal);
    const entries = await readdir(path.join(root, within), { withFileTypes: true }).catch(() => undefined);
    if (!entries) leftOut.push({ path: within, reason: UNREADABLE });
    for (const entry of entries ?? []) {
      const inside = within ? `${within}/${entry.name}` : entry.name;
      const reason = leftOutByName(entry.name);
      if (reason) leftOut.push({ path: inside, reason });
      else if (entry.isDirectory()) await visit(inside);
      else {
        const found = await look(root, inside, entry);
        if ('reason' in found) leftOut.push(found);
        else files.push(found);
      }
    }
  };
  await visit('');
  return { files: files.toSorted(byPath), leftOut: leftOut.toSorted(byPath) };
}

const UNREADABLE = message('cannot be read');

/** By code units and not by language: the order must not depend on the machine. */
function byPath(one: { path: string }, other: { path: string }): number {
  return one.path < other.path ? -1 : 1;
}

async function look(root: string, inside: string, entry: Dirent): Promise<PackedFile | LeftOutFile> {
  const source = path.join(root, inside);
  if (entry.isSymbolicLink()) return lookThroughLink(root, inside, source);
  if (!entry.isFile()) return { path: inside, reason: message('neither a file nor a folder') };
  const status = await stat(source).catch(() => undefined);
  return status ? { path: inside, source, bytes: status.size } : { path: inside, reason: UNREADABLE };
}

/** A link to a file of the same folder goes in as that file: a zip with links in it is refused. */
async function lookThroughLink(root: string, inside: string, source: string): Promise<PackedFile | LeftOutFile> {
  const out = (reason: Message): LeftOutFile => ({ path: inside, reason });
  const target = await realpath(source).catch(() => undefined);
  if (target === undefined) return out(message('a symbolic link that leads nowhere'));
  if (!target.startsWith(root + path.sep)) return out(message('a symbolic link that leaves the folder'));
  const status = await stat(target);
  return status.isFile() ? { path: inside, source: target, bytes: status.size } : out(message('a symbolic link to a folder'));
}
