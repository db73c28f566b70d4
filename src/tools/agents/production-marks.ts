import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import path from 'node:path';
import { isLoopback } from '../../core/address';
import { isLocal, serviceAddress, type ConnectionEntry } from '../../core/connection-settings';
import { STATE_VARIABLE } from '../../core/environment';
import { codeOf } from '../../core/errors';
import { asTexts, parseJson } from '../../core/json';
import { givenFolder } from '../../state/private-folder';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The addresses that an editor marks as production, where processes without a window see them: one file for each editor
 * of this user, so that none takes away what another one has marked. A file has digests alone.
 */
export class ProductionMarks {
  private readonly file: string;
  private queue: Promise<void> = Promise.resolve();

  /** @param editor the path of the folder that the editor keeps for this extension: each editor has its own. */
  constructor(environment: Environment, editor: string) {
    this.file = path.join(folderOf(environment), `${digest(editor)}.json`);
  }

  /** Writes which connections are marked now. */
  write(entries: readonly ConnectionEntry[]): Promise<void> {
    this.queue = this.queue.catch(() => {}).then(() => this.replace(entries));
    return this.queue;
  }

  private async replace(entries: readonly ConnectionEntry[]): Promise<void> {
    const before = await readMarks(this.file);
    const marked = entries.flatMap((entry) =>
      'settings' in entry && entry.settings.production && !isLocal(entry.settings)
        ? [markOf(entry.settings.address)]
        : [],
    );
    // An entry that is just being edited may be one of those that are marked.
    const kept = entries.some((entry) => 'problem' in entry) ? before : [];
    const now = [...new Set([...marked, ...kept])].toSorted();
    if (JSON.stringify(now) === JSON.stringify(before)) return;
    await mkdir(path.dirname(this.file), { recursive: true, mode: 0o700 });
    // Written beside it and moved, so that nobody reads half of it.
    const beside = `${this.file}.${randomUUID()}`;
    await writeFile(beside, JSON.stringify(now), { mode: 0o600, flag: 'wx' });
    await rename(beside, this.file);
  }
}

/**
 * Whether an editor of this user marks an address as production. The user's own folders count in any case: a file of a
 * workspace may set variables for an agent, `HOME` too.
 * @throws an error of the system if that cannot be read.
 */
export async function isMarkedProduction(environment: Environment, address: string): Promise<boolean> {
  const mark = markOf(address);
  for (const folder of new Set([folderOf(environment), folderOf({}), folderOf({}, systemHome())])) {
    const names = await readdir(folder).catch(ifMissing<string[]>([]));
    const marks = await Promise.all(
      names.filter((name) => name.endsWith('.json')).map((name) => readMarks(path.join(folder, name))),
    );
    if (marks.flat().includes(mark)) return true;
  }
  return false;
}

/** Always below the home folder: `XDG_STATE_HOME` of a terminal need not be that of an editor. */
function folderOf(environment: Environment, home = homedir()): string {
  const given = givenFolder(environment[STATE_VARIABLE]) ?? path.join(home, '.local', 'state');
  return path.join(given, 'browser-sessions', 'production');
}

/** The home that the system has for this user. A container may run as a user that it has no entry for. */
function systemHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}

async function readMarks(file: string): Promise<readonly string[]> {
  return asTexts(parseJson(await readFile(file, 'utf8').catch(ifMissing(''))));
}

function ifMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    // The system's own users may have a device as their home.
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return value;
    throw error;
  };
}

/**
 * All projects of an address count: a token alone does not tell which one it is for. So do all spellings of it that
 * lead to the same place.
 */
function markOf(address: string): string {
  return digest(spelledOnce(address));
}

/** The same text for all spellings of the address of a service, without its project. */
export function spelledOnce(address: string): string {
  const service = serviceAddress(address);
  // The browser of a window has a name in place of an address.
  if (!URL.canParse(service)) return service;
  const url = new URL(service);
  const host = url.hostname.replace(/\.$/, '');
  url.hostname = isLoopback(host) ? 'localhost' : host;
  return (url.origin + decoded(url.pathname).replace(/\/+/g, '/')).replace(/\/$/, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
