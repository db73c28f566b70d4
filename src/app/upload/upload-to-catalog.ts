import type { Client } from '../../api';
import { message } from '../../core/message';
import type { ConnectionRecords, ExtensionRecord } from '../../state';
import { addToCatalog } from '../catalog';
import { inspectAndGuard, type GuardDependencies } from './guard-secrets';
import { inspectFolders, type Inspect } from './inspect-folders';
import { packFolders, type UploadLimits } from './pack-folders';
import type { UploadQuestions, RunStep } from './ports';

export interface CatalogDependencies extends GuardDependencies {
  readonly inspect: Inspect;
  readonly limits: UploadLimits;
  /** Connects to the service, after the folder has been checked. */
  readonly connect: () => Promise<{
    readonly client: Pick<Client, 'addToCatalog'>;
    readonly extensions: ConnectionRecords['extensions'];
  }>;
}

export interface CatalogQuestions extends Pick<UploadQuestions, 'secrets'> {
  /** @returns the extension's name in the catalog. @param taken names that are there. */
  name(question: { readonly title: string; readonly taken: readonly string[] }): Promise<string>;
  /** Asked after all other questions. Resolves if the upload is confirmed. */
  confirm(question: { readonly title: string; readonly name: string }): Promise<void>;
}

/**
 * Adds a folder to the catalog, with the same checks as an upload into a session. Nothing is sent before everything is
 * checked.
 * @throws NotOffered; UserError, with nothing sent; FolderError if it has a place in the folder. The client's errors.
 */
export async function uploadToCatalog(
  deps: CatalogDependencies,
  folder: string,
  ask: CatalogQuestions,
  run: RunStep,
): Promise<ExtensionRecord> {
  const [inspected] = await inspectFolders(deps.inspect, [folder], run);
  const title = inspected?.inspection.manifest?.name ?? '';
  const { client, extensions } = await deps.connect();
  const taken = extensions.all().flatMap(({ gone, name }) => (gone || name === undefined ? [] : [name]));
  const name = await ask.name({ title, taken });
  const ready = await inspectAndGuard(deps, [folder], ask, run);
  const titles = message('“{0}”', title);
  const [packed] = await run({ kind: 'zipping', titles }, (signal, onProgress) =>
    packFolders(ready, deps.limits, signal, (progress) => onProgress({ phase: 'zipping', ...progress })),
  );
  if (!packed) throw new Error('one folder has one package');
  await ask.confirm({ title, name });
  return run({ kind: 'adding', title }, (signal, onProgress) =>
    addToCatalog({ client, extensions }, { name, zip: packed.zip }, signal, (sent, total) =>
      onProgress({ phase: 'sending', sent, total }),
    ),
  );
}
