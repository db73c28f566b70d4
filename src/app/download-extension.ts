import type { Client } from '../api';
import type { ConnectionRecords } from '../state';
import { optionalInList } from './optional-in-list';

/**
 * Downloads an extension of the catalog.
 * @returns its zip; undefined if the service does not offer it.
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
): Promise<Buffer | undefined> {
  return optionalInList({ list: extensions, ask: () => client.listExtensions(signal) }, idOrName, () =>
    client.downloadExtension(idOrName, signal),
  );
}
