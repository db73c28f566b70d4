import type { Client } from '../api';
import { isNotFound } from '../core/service-error';
import type { ConnectionRecords } from '../state';

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
