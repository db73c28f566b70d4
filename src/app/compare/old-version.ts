import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '../../api';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { storeAddress } from '../../core/store-address';
import { unzip } from '../../packaging';
import type { ConnectionRecords } from '../../state';
import { downloadExtension } from '../catalog';
import { commitOf, writeCommitted } from './git-version';

/** The service, for a version of its catalog or of the store. */
export interface VersionService {
  readonly client: Pick<Client, 'downloadExtension' | 'fetchFromStore' | 'listExtensions'>;
  readonly extensions: ConnectionRecords['extensions'];
}

export interface OldVersion {
  /** What the person named: a folder, a zip, `git:REF`, a tag or commit, an ID of the store, a name of the catalog. */
  readonly named: string;
  /** What paths are relative to. */
  readonly cwd: string;
  /** The folder of the new version, whose repository is asked. */
  readonly folder: string;
  /** @throws UserError if there is none. */
  readonly connect: () => Promise<VersionService>;
}

const GIT = 'git:';

/**
 * Gets the old version of an extension.
 * @param home an empty folder for what is unpacked.
 * @returns its folder.
 * @throws UserError if nothing is named so, or it can't be read. The client's errors.
 */
export async function getOldVersion(
  { named, cwd, folder, connect }: OldVersion,
  home: string,
  signal: AbortSignal,
): Promise<string> {
  const unpacked = path.join(home, 'old');
  await mkdir(unpacked);
  const file = path.resolve(cwd, named);
  const found = named.startsWith(GIT) ? undefined : await stat(file).catch(() => undefined);
  if (found?.isDirectory()) return file;
  if (found) {
    await unzip(file, unpacked, signal);
    return unpacked;
  }
  const ref = named.startsWith(GIT) ? named.slice(GIT.length) : named;
  const commit = await commitOf(folder, ref, signal);
  if (commit !== undefined) {
    await writeCommitted(folder, { commit, ref }, unpacked, signal);
    return unpacked;
  }
  if (named.startsWith(GIT))
    throw new UserError(message('Git knows no “{0}” in the repository of “{1}”.', ref, path.basename(folder)));
  const zip = path.join(home, 'old.zip');
  await writeFile(zip, await fetchZip(named, connect, signal));
  await unzip(zip, unpacked, signal);
  return unpacked;
}

async function fetchZip(named: string, connect: OldVersion['connect'], signal: AbortSignal): Promise<Buffer> {
  const address = storeAddress(named);
  const service = await connect().catch((error: unknown) => {
    throw error instanceof UserError
      ? new UserError(
          address === undefined
            ? message('“{0}” is no folder, zip, tag or commit, and there is no service to ask for its catalog.', named)
            : message('A service has to fetch it from the Chrome Web Store. {0}', error.text),
        )
      : error;
  });
  if (address !== undefined) return service.client.fetchFromStore(address, signal);
  return downloadExtension(service, named, signal);
}
