import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { stopIfCancelled } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { leftOutByName, type LeftOutFile } from './left-out';
import type { Problem } from '../problem';
import type { InReason } from './rule';
import type { Selection } from './selection';

/** A file that goes into the zip. */
export interface PackedFile {
  /** Path within the folder, with `/`: its name in the zip. */
  readonly path: string;
  /** Where it is read from. */
  readonly source: string;
  /** Size in bytes when it was looked at. */
  readonly bytes: number;
  /** Only where a rule would have left it out. */
  readonly why?: InReason;
}

/** What became of one entry of a folder; one that has several of these has none of `file`. */
interface Look {
  readonly file?: PackedFile;
  readonly leftOut?: LeftOutFile;
  readonly problem?: Problem;
}

/** Lists what goes into the zip and what stays out. A folder that stays out is not entered. */
export async function walk(folder: string, signal: AbortSignal): Promise<Pick<Selection, 'files' | 'leftOut' | 'problems'>> {
  const root = await realpath(folder);
  const looks: Look[] = [];
  const visit = async (within: string): Promise<void> => {
    stopIfCancelled(signal);
    const entries = await readdir(path.join(root, within), { withFileTypes: true }).catch(() => undefined);
    if (!entries) looks.push(unreadable(within));
    for (const entry of entries ?? []) {
      const inside = within ? `${within}/${entry.name}` : entry.name;
      const reason = leftOutByName(entry.name);
      if (reason) looks.push({ leftOut: { path: inside, folder: entry.isDirectory(), reason, rule: { kind: 'default', pattern: entry.name } } });
      else if (entry.isDirectory()) await visit(inside);
      else looks.push(await look(root, inside, entry));
    }
  };
  await visit('');
  return {
    files: looks.flatMap(({ file }) => file ?? []).toSorted(byPath),
    leftOut: looks.flatMap(({ leftOut }) => leftOut ?? []).toSorted(byPath),
    problems: looks.flatMap(({ problem }) => problem ?? []),
  };
}

/** By code units and not by language: the order must not depend on the machine. */
function byPath(one: { path: string }, other: { path: string }): number {
  return one.path < other.path ? -1 : 1;
}

async function look(root: string, inside: string, entry: Dirent): Promise<Look> {
  const source = path.join(root, inside);
  if (entry.isSymbolicLink()) return lookThroughLink(root, inside, source);
  if (!entry.isFile()) return { leftOut: { path: inside, folder: false, reason: message('neither a file nor a folder'), rule: { kind: 'none' } } };
  const status = await stat(source).catch(() => undefined);
  return status ? { file: { path: inside, source, bytes: status.size } } : unreadable(inside);
}

/** A link to a file of the same folder goes in as that file: a zip with links in it is refused. */
async function lookThroughLink(root: string, inside: string, source: string): Promise<Look> {
  const target = await realpath(source).catch(() => undefined);
  if (target === undefined) return linkLeftOut(inside, message('a symbolic link that leads nowhere'));
  if (!target.startsWith(root + path.sep)) return linkLeftOut(inside, message('a symbolic link that leaves the folder'));
  const reason = path.relative(root, target).split(path.sep).map(leftOutByName).find(Boolean);
  if (reason) return linkLeftOut(inside, reason);
  const status = await stat(target);
  return status.isFile() ? { file: { path: inside, source: target, bytes: status.size } } : linkLeftOut(inside, message('a symbolic link to a folder'));
}

/** The person sees the file in the folder, and has to know that it is not in the zip. */
function linkLeftOut(inside: string, reason: Message): Look {
  const text = message('{0} does not go into the zip: {1}.', inside, reason);
  return { leftOut: { path: inside, folder: false, reason, rule: { kind: 'none' } }, problem: { severity: 'warning', code: 'link-left-out', message: text, file: inside } };
}

function unreadable(inside: string): Look {
  const text = message('{0} cannot be read, and the extension may need it. Change its permissions, or take it out of the folder.', inside);
  return { problem: { severity: 'error', code: 'unreadable', message: text, file: inside } };
}
