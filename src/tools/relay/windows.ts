import { readdir, readFile, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { asRecord, asText, asTime, parseJson } from '../../core/json';
import { isPrivate } from '../private-folder';

/** Windows with another number speak another protocol. */
export const RELAY_VERSION = 1;

/** How a window is found: a file in a folder of this user alone has it. */
export interface RelayWindow {
  /** The path of its socket, or the name of its pipe. */
  readonly socket: string;
  readonly secret: string;
  /** The folders that are open in it, as absolute paths. */
  readonly folders: readonly string[];
  /** The process that serves the socket. */
  readonly pid: number;
}

/**
 * The windows in which a folder is open, or one above or below it, the nearest first.
 * @param within the folder that says which windows there are.
 */
export async function windowsFor(folder: string, within: string): Promise<RelayWindow[]> {
  // What another user could have written would lead to a socket of that user.
  if (!(await isPrivate(path.dirname(within))) || !(await isPrivate(within))) return [];
  await removeDead(within);
  const real = await realpath(folder).catch(() => folder);
  const names = (await readdir(within)).filter((name) => name.endsWith('.json'));
  const windows = await Promise.all(names.map((name) => readWindow(path.join(within, name))));
  return windows
    .flatMap((window) => (window ? [{ window, distance: distanceTo(window, real) }] : []))
    .filter(({ distance }) => distance !== Infinity)
    .toSorted((one, other) => one.distance - other.distance)
    .map(({ window }) => window);
}

/** Removes what windows have left that did not end as they should: each file begins with the ID of its process. */
export async function removeDead(within: string): Promise<void> {
  for (const name of await readdir(within)) {
    const pid = /^(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(path.join(within, name), { force: true });
  }
}

async function readWindow(file: string): Promise<RelayWindow | undefined> {
  const fields = asRecord(parseJson(await readFile(file, 'utf8').catch(() => '')));
  const { folders } = fields;
  const [socket, secret, pid] = [asText(fields['socket']), asText(fields['secret']), asTime(fields['pid'])];
  if (fields['version'] !== RELAY_VERSION || !Array.isArray(folders)) return undefined;
  if (socket === undefined || secret === undefined || pid === undefined) return undefined;
  return { socket, secret, pid, folders: folders.filter((each) => typeof each === 'string') };
}

/** How many folders are between; those above are nearer than all below. Infinity if neither contains the other. */
function distanceTo({ folders }: RelayWindow, folder: string): number {
  return Math.min(...folders.map((each) => Math.min(depth(each, folder), 1000 + depth(folder, each))));
}

function depth(outer: string, inner: string): number {
  const relative = path.relative(outer, inner);
  if (relative === '') return 0;
  const segments = relative.split(path.sep);
  return segments[0] === '..' || path.isAbsolute(relative) ? Infinity : segments.length;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, as somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
