import type { Client } from '../api';
import { isNotFound } from '../core/service-error';
import type { ConnectionRecords, ExtensionRecord } from '../state';
import { optionalInList } from './outcome';

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
  if (former && former.id !== added.id) await extensions.forget(former.id);
  await extensions.remember(record);
  return record;
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
  if (row) await extensions.forget(row.id);
}

/**
 * Downloads an extension of the catalog.
 * @returns its zip.
 * @throws NotOffered
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
  return optionalInList({ list: extensions, ask: () => client.listExtensions(signal) }, idOrName, () =>
    client.downloadExtension(idOrName, signal),
  );
}
