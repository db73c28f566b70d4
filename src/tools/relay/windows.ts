import { readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
import { codeOf } from '../../core/errors';
import { asCount, asText, asTexts, parseJson, readerOf } from '../../core/json';
import { makePrivateFolder } from '../../state/private-folder';

/** Windows with another number speak another protocol. */
export const RELAY_VERSION = 1;
/** Milliseconds after which a file is removed if nobody listens at its socket. */
const MAX_ABANDONED = 24 * 60 * 60_000;

/** How a window is found: a file in a folder of this user alone has it. */
export interface RelayWindow {
  readonly version: number;
  /** The path of its socket, or the name of its pipe. */
  readonly socket: string;
  readonly secret: string;
  /** The folders that are open in it, as absolute paths. */
  readonly folders: readonly string[];
}

/** What a file says of a window. */
const readWritten = readerOf<RelayWindow>({ version: asCount, socket: asText, secret: asText, folders: asTexts }, {});

/** A window for an agent, and the folder in it that it is for. */
export interface FoundWindow extends RelayWindow {
  readonly folder: string;
}

/**
 * The windows that listen and have a folder open, or one above it, the nearest first. If there is none, it is the one
 * that has a folder below it open, if it is the only one: an agent in the folder of a project may be meant for a part of
 * it. In the home folder, or above it, there is all that the user has, so no window below is meant there.
 * @param within the folder that says which windows there are.
 * @throws UserError if another user could have written there: that would lead to a socket of that user.
 */
export async function windowsFor(folder: string, within: string): Promise<FoundWindow[]> {
  if (!(await isThere(within))) return [];
  await makePrivateFolder(within);
  await removeAbandoned(within);
  const real = await realOf(folder);
  const all = await readWindows(within);
  const above = await listening(all.flatMap((window) => found(window, (each) => depth(each, real))));
  if (above.length > 0) return sorted(above);
  if (depth(real, await realOf(homedir())) !== Infinity) return [];
  const below = await listening(all.flatMap((window) => found(window, (each) => depth(real, each))));
  return below.length === 1 ? sorted(below) : [];
}

/** Removes what windows have left that did not end as they should. */
export async function removeAbandoned(within: string): Promise<void> {
  for (const name of await readdir(within)) {
    const file = path.join(within, name);
    const { mtimeMs } = (await stat(file).catch(() => undefined)) ?? {};
    if (mtimeMs === undefined || Date.now() - mtimeMs < MAX_ABANDONED) continue;
    const socket = name.endsWith('.sock') ? file : (await readWindow(file))?.socket;
    if (socket === undefined || !(await listens(socket))) await rm(file, { force: true });
  }
}

/**
 * Connects to a window.
 * @returns undefined if nobody listens there. Only that says that a window has ended: it may run in another container,
 * where its process cannot be seen.
 * @throws an error of the system if it cannot be told.
 */
export async function connectTo(address: string): Promise<Socket | undefined> {
  const socket = createConnection(address);
  const failure = await new Promise<Error | undefined>((resolve) => {
    socket.once('connect', () => resolve(undefined)).once('error', resolve);
  });
  // The loop that reads it sees the same error.
  if (!failure) return socket.on('error', () => {});
  if (['ECONNREFUSED', 'ENOENT'].includes(String(codeOf(failure)))) return undefined;
  throw failure;
}

async function listens(address: string): Promise<boolean> {
  try {
    const socket = await connectTo(address);
    socket?.destroy();
    return socket !== undefined;
  } catch {
    return true;
  }
}

async function listening(all: readonly Distant[]): Promise<Distant[]> {
  const each = await Promise.all(all.map(async (one) => ((await listens(one.window.socket)) ? [one] : [])));
  return each.flat();
}

interface Distant {
  readonly window: FoundWindow;
  readonly distance: number;
}

/** The folder of a window that is nearest, if one is. */
function found(window: RelayWindow, distanceTo: (folder: string) => number): Distant[] {
  const all = window.folders.map((folder) => ({ window: { ...window, folder }, distance: distanceTo(folder) }));
  return byDistance(all.filter(({ distance }) => distance !== Infinity)).slice(0, 1);
}

function sorted(all: readonly Distant[]): FoundWindow[] {
  return byDistance(all).map(({ window }) => window);
}

function byDistance(all: readonly Distant[]): Distant[] {
  return all.toSorted((one, other) => one.distance - other.distance);
}

async function readWindows(within: string): Promise<RelayWindow[]> {
  const names = (await readdir(within)).filter((name) => name.endsWith('.json'));
  const windows = await Promise.all(names.map((name) => readWindow(path.join(within, name))));
  return windows.flatMap((window) => window ?? []);
}

async function readWindow(file: string): Promise<RelayWindow | undefined> {
  return readWritten(parseJson(await readFile(file, 'utf8').catch(() => '')));
}

/** Whether something is there, or it cannot be told. */
export async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: unknown) => codeOf(error) !== 'ENOENT',
  );
}

/** How many folders are between; Infinity if one is not in the other. */
function depth(outer: string, inner: string): number {
  const relative = path.relative(outer, inner);
  if (relative === '') return 0;
  const segments = relative.split(path.sep);
  return segments[0] === '..' || path.isAbsolute(relative) ? Infinity : segments.length;
}

function realOf(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder);
}
