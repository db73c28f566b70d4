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
  return extensions.slice(0, MAX_EXTENSIONS).flatMap((value) => readLoaded(value) ?? []);
}

/**
 * Loads the extension of a folder in the session; one that is loaded from there already is reloaded in place.
 * @throws ProtocolError with Chromium's own message if it rejects the folder; what ran before is still loaded then.
 */
export async function loadUnpacked(connection: DevToolsConnection, path: string, signal: AbortSignal): Promise<void> {
  await connection.send('Extensions.loadUnpacked', { path }, { signal });
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
