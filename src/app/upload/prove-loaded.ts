import { Cancelled, UserError } from '../../core/errors';
import { DevToolsFailure, listLoaded, loadUnpacked, ProtocolError, type LoadedExtension } from '../../devtools';
import type { SessionDevTools } from '../../devtools';
import type { NamedPackage } from '../upload-packages';

/** Whether the browser has loaded what was uploaded: a 201 does not tell. */
export type LoadProof =
  /** DevTools lists them. */
  | { readonly kind: 'loaded'; readonly extensions: readonly LoadedExtension[] }
  /** This session has no DevTools, or they gave no answer. */
  | { readonly kind: 'unknown' }
  | NotListed;

/** DevTools does not list this extension; `words` is Chromium's message about it, if there is one. */
export interface NotListed {
  readonly kind: 'notLoaded';
  readonly name: string;
  readonly words?: string;
}

/** Milliseconds: the upload has happened, and its message waits. */
const TIMEOUT = 10_000;

/** The parent folder of uploaded extensions in the service's public browser image. Source: docs/service.md. */
const USUAL_FOLDER = '/home/kernel/extensions';

/**
 * Asks the session's browser what it has loaded of an upload. It never throws: the upload has happened, and what cannot
 * be found out is unknown.
 */
export async function proveLoaded(
  devtools: Pick<SessionDevTools, 'use'>,
  packages: readonly Pick<NamedPackage, 'name'>[],
  signal: AbortSignal,
): Promise<LoadProof> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
  try {
    return await prove(devtools, packages, limited);
  } catch (error) {
    if (error instanceof DevToolsFailure || error instanceof Cancelled || error instanceof UserError)
      return { kind: 'unknown' };
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
    const words = await refusalOf(devtools, folderFor(loaded, name), signal);
    loaded = await list();
    if (!loadedAs(loaded, name)) return { kind: 'notLoaded', name, ...(words !== undefined && { words }) };
  }
  return { kind: 'loaded', extensions: packages.flatMap(({ name }) => loadedAs(loaded, name) ?? []) };
}

/**
 * Has Chromium load the folder.
 * @returns its message if it rejects the folder, without the path, which the user has never seen.
 */
async function refusalOf(
  devtools: Pick<SessionDevTools, 'use'>,
  { path, name, known }: ExtensionFolder,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    await devtools.use((connection) => loadUnpacked(connection, path, signal), signal);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    // If the path was only guessed, the message may be about the wrong path.
    return known ? error.message.replaceAll(path, name) : undefined;
  }
  return undefined;
}

interface ExtensionFolder {
  readonly path: string;
  readonly name: string;
  /** Whether another extension of the session shows where the folder is. */
  readonly known: boolean;
}

function folderFor(loaded: readonly LoadedExtension[], name: string): ExtensionFolder {
  const parent = loaded.flatMap(({ path }) => /^(.*[\\/]extensions)[\\/][^\\/]+$/.exec(path)?.[1] ?? [])[0];
  return { path: `${parent ?? USUAL_FOLDER}/${name}`, name, known: parent !== undefined };
}

/** The service puts each extension into `extensions/<name>`. Source: docs/service.md, "Upload". */
export function loadedAs(loaded: readonly LoadedExtension[], name: string): LoadedExtension | undefined {
  return loaded.find(({ path }) => path.replaceAll('\\', '/').endsWith(`/extensions/${name}`));
}
