import { loadUnpacked, ProtocolError, listLoaded, type LoadedExtension, type SessionDevTools } from '../../devtools';
import { isNoAnswer, withinTime } from '../in-browser';
import { loadedAs, uploadsFolderOf } from '../loaded/loaded-extensions';
import type { NamedPackage } from './pack-folders';

/** Whether the browser has loaded what was uploaded: a 201 does not tell. */
export type LoadProof =
  /** DevTools lists them; `all` is everything that the browser has loaded. */
  | {
      readonly kind: 'loaded';
      readonly extensions: readonly LoadedExtension[];
      readonly all: readonly LoadedExtension[];
    }
  /** This session has no DevTools, or they gave no answer. */
  | { readonly kind: 'unknown' }
  | NotListed;

/** DevTools does not list this extension; `words` is Chromium's message about it, if there is one. */
export interface NotListed {
  readonly kind: 'notLoaded';
  readonly name: string;
  readonly words?: string;
  /** Everything that the browser has loaded. */
  readonly all: readonly LoadedExtension[];
}

/** The parent folder of uploaded extensions in the service's public browser image. Source: docs/service.md. */
export const USUAL_FOLDER = '/home/kernel/extensions';

/**
 * Asks the session's browser what it has loaded of an upload. It never throws: the upload has happened, and what cannot
 * be found out is unknown.
 */
export async function proveLoaded(
  devtools: Pick<SessionDevTools, 'use'>,
  packages: readonly Pick<NamedPackage, 'name'>[],
  signal: AbortSignal,
): Promise<LoadProof> {
  try {
    return await prove(devtools, packages, withinTime(signal));
  } catch (error) {
    if (isNoAnswer(error)) return { kind: 'unknown' };
    throw error;
  }
}

async function prove(
  devtools: Pick<SessionDevTools, 'use'>,
  packages: readonly Pick<NamedPackage, 'name'>[],
  signal: AbortSignal,
): Promise<LoadProof> {
  const list = (): Promise<LoadedExtension[]> => devtools.use((connection) => listLoaded(connection, signal), signal);
  let loaded = await list();
  for (const { name } of packages) {
    if (loadedAs(loaded, name)) continue;
    const { path, known } = folderFor(loaded, name);
    const words = await tryLoad(devtools, path, signal);
    loaded = await list();
    if (loadedAs(loaded, name)) continue;
    // The user has never seen the path. If it was only guessed, the message may be about the wrong one.
    const reason = known && words !== undefined && { words: words.replaceAll(path, name) };
    return { kind: 'notLoaded', name, all: loaded, ...reason };
  }
  return { kind: 'loaded', extensions: packages.flatMap(({ name }) => loadedAs(loaded, name) ?? []), all: loaded };
}

interface ExtensionFolder {
  readonly path: string;
  /** Whether another extension of the session shows where the folder is. */
  readonly known: boolean;
}

function folderFor(loaded: readonly LoadedExtension[], name: string): ExtensionFolder {
  const parent = uploadsFolderOf(loaded);
  return { path: `${parent ?? USUAL_FOLDER}/${name}`, known: parent !== undefined };
}

/**
 * Has Chromium load the folder of a session, or reload it in place.
 * @returns Chromium's message if it rejects the folder.
 */
export async function tryLoad(
  devtools: Pick<SessionDevTools, 'use'>,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    await devtools.use((connection) => loadUnpacked(connection, path, signal), signal);
    return undefined;
  } catch (error) {
    if (error instanceof ProtocolError) return error.message;
    throw error;
  }
}
