import { createHash } from 'node:crypto';
import type { Client } from '../api';
import { Cancelled, UserError } from '../core/errors';
import { message } from '../core/message';
import { isNotFound } from '../core/service-error';
import type { ConnectionRecords, ExtensionRecord } from '../state';
import { optionalInList } from './not-found';
import { refreshExtensions } from './refresh';

/**
 * Adds an extension to the catalog and remembers it.
 * @throws NotOffered; ServiceError (409) if the name is taken.
 */
export async function addToCatalog(
  { client, extensions }: { client: Pick<Client, 'addToCatalog'>; extensions: ConnectionRecords['extensions'] },
  { name, zip }: { name: string; zip: Buffer },
  signal: AbortSignal,
  onProgress?: (sent: number, total: number) => void,
): Promise<ExtensionRecord> {
  const added = await client.addToCatalog(name, zip, signal, onProgress);
  const record = { ...added, name: added.name ?? name, gone: false };
  // The name may be remembered from an extension that was deleted.
  const former = extensions.find(name);
  if (former && former.id !== added.id) await extensions.remove(former.id);
  await extensions.remember(record);
  return record;
}

/**
 * Asks the service for its catalog, and looks in it for an extension with the bytes of a zip.
 * @param checksum SHA-256 of the zip, in hexadecimal.
 * @returns undefined if there is none, or if the service does not tell the checksums.
 */
export async function findSame(
  { client, extensions }: { client: Pick<Client, 'listExtensions'>; extensions: ConnectionRecords['extensions'] },
  checksum: string,
  signal: AbortSignal,
): Promise<ExtensionRecord | undefined> {
  // Without the list the zip is sent, as to a service that has none.
  const refreshed = await refreshExtensions({ client, extensions }, signal).catch((error: unknown) => {
    if (error instanceof Cancelled) throw error;
    return 'failed';
  });
  return refreshed === 'refreshed'
    ? extensions.all().find((each) => !each.gone && each.checksum === checksum)
    : undefined;
}

/** In hexadecimal. */
export function sha256(zip: Buffer): string {
  return createHash('sha256').update(zip).digest('hex');
}

/** Deletes an extension from the catalog, and removes its row. Running browsers keep it. */
export async function deleteExtension(
  { client, extensions }: { client: Pick<Client, 'deleteExtension'>; extensions: ConnectionRecords['extensions'] },
  idOrName: string,
  signal: AbortSignal,
): Promise<void> {
  const row = extensions.find(idOrName);
  try {
    await client.deleteExtension(idOrName, signal);
  } catch (error) {
    if (row && isNotFound(error)) await extensions.remember({ ...row, gone: true });
    throw error;
  }
  if (row) await extensions.remove(row.id);
}

/**
 * Downloads an extension of the catalog.
 * @returns its zip.
 * @throws NotOffered; UserError if it has not the checksum that the service tells.
 */
export async function downloadExtension(
  {
    client,
    extensions,
  }: {
    client: Pick<Client, 'downloadExtension' | 'listExtensions'>;
    extensions: ConnectionRecords['extensions'];
  },
  idOrName: string,
  signal: AbortSignal,
): Promise<Buffer> {
  const zip = await optionalInList({ list: extensions, ask: () => client.listExtensions(signal) }, idOrName, () =>
    client.downloadExtension(idOrName, signal),
  );
  const isDamaged = (): boolean => {
    const checksum = extensions.find(idOrName)?.checksum;
    return checksum !== undefined && checksum !== sha256(zip);
  };
  // The name may belong to another extension since the list was read.
  if (isDamaged()) await refreshExtensions({ client, extensions }, signal);
  if (isDamaged())
    throw new UserError(
      message('“{0}” arrived damaged: its checksum differs. Nothing was saved. Try again.', idOrName),
      'showLog',
    );
  return zip;
}
