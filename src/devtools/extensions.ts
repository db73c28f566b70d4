import { asRecord, asText } from '../core/json';
import type { DevToolsConnection } from './connection';
import { ProtocolError } from './failures';

/** An unpacked extension that the browser has loaded. */
export interface LoadedExtension {
  /** Chromium's ID of it. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** The folder that it was loaded from, in the session. */
  readonly path: string;
  readonly enabled: boolean;
  /** How many errors of it are known; undefined if nobody has looked. */
  readonly errors?: number;
}

/** More are not read: no session has as many, and a list of a hostile host may be longer. */
const MAX_EXTENSIONS = 500;

/**
 * What the browser has really loaded, which the answer to an upload does not tell.
 * @throws DevToolsFailure; ProtocolError where this browser does not tell.
 */
export async function listLoaded(connection: DevToolsConnection, signal: AbortSignal): Promise<LoadedExtension[]> {
  const { extensions } = asRecord(await connection.send('Extensions.getExtensions', undefined, { signal }));
  if (!Array.isArray(extensions)) throw new ProtocolError('no list of extensions', undefined);
  const read = extensions.slice(0, MAX_EXTENSIONS).flatMap((value) => readLoaded(value) ?? []);
  return [...new Map(read.map((extension) => [extension.id, extension])).values()];
}

/**
 * Loads the extension of a folder in the session; one that is loaded from there already is reloaded in place.
 * @throws ProtocolError with Chromium's own message if it rejects the folder; what ran before is still loaded then.
 */
export async function loadUnpacked(connection: DevToolsConnection, path: string, signal: AbortSignal): Promise<void> {
  await connection.send('Extensions.loadUnpacked', { path }, { signal });
}

/**
 * Takes an extension out of the browser. Its folder in the session stays.
 * @throws ProtocolError with Chromium's own message, such as for an ID that it does not have.
 */
export async function uninstall(connection: DevToolsConnection, id: string, signal: AbortSignal): Promise<void> {
  await connection.send('Extensions.uninstall', { id }, { signal });
}

function readLoaded(value: unknown): LoadedExtension | undefined {
  const { id, name, version, path, enabled } = asRecord(value);
  const [idText, pathText] = [asText(id), asText(path)];
  if (idText === undefined || pathText === undefined) return undefined;
  return {
    id: idText,
    name: asText(name) ?? idText,
    version: asText(version) ?? '',
    path: pathText,
    enabled: enabled !== false,
  };
}
