import type { Client } from '../api';
import type { ConnectionRecords, ExtensionRecord } from '../state';

/**
 * Adds an extension to the catalog and remembers it.
 * @returns undefined if the service does not offer it.
 * @throws ServiceError (409) if the name is taken.
 */
export async function addToCatalog(
  { client, extensions }: { client: Pick<Client, 'addToCatalog'>; extensions: ConnectionRecords['extensions'] },
  { name, zip }: { name: string; zip: Buffer },
  signal: AbortSignal,
  onProgress?: (sent: number, total: number) => void,
): Promise<ExtensionRecord | undefined> {
  const added = await client.addToCatalog(name, zip, signal, onProgress);
  if (!added) return undefined;
  const record = { ...added, name: added.name ?? name, gone: false };
  // The name may be remembered from an extension that was deleted.
  const former = extensions.find(name);
  if (former && former.id !== added.id) await extensions.forget(former.id);
  await extensions.remember(record);
  return record;
}
