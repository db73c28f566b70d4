import type { Client } from '../../api';
import { message } from '../../core/message';
import type { ConnectionRecords, ExtensionRecord } from '../../state';
import { addToCatalog } from '../add-to-catalog';
import { packFolders, type FolderToPack, type UploadLimits } from '../pack-folders';
import { guardSecrets, type GuardParts } from './guard-secrets';
import { inspectFolders, type Inspect } from './inspect-folders';
import type { UploadQuestions } from './questions';
import type { RunStep } from './steps';

export interface CatalogParts extends GuardParts {
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
 * @returns undefined if the service does not offer it.
 * @throws UserError, with nothing sent; FolderError if it has a place in the folder. The client's errors.
 */
export async function uploadToCatalog(
  parts: CatalogParts,
  folder: string,
  ask: CatalogQuestions,
  run: RunStep,
): Promise<ExtensionRecord | undefined> {
  const title = titleOf(await inspect(parts, folder, run));
  const { client, extensions } = await parts.connect();
  const taken = extensions.all().flatMap(({ gone, name }) => (gone || name === undefined ? [] : [name]));
  const name = await ask.name({ title, taken });
  const ready = await guarded(parts, folder, ask, run);
  const titles = message('“{0}”', title);
  const [packed] = await run({ kind: 'zipping', titles }, (signal, onProgress) =>
    packFolders([ready], parts.limits, signal, (progress) => onProgress({ phase: 'zipping', ...progress })),
  );
  if (!packed) return undefined;
  await ask.confirm({ title, name });
  return run({ kind: 'adding', title }, (signal, onProgress) =>
    addToCatalog({ client, extensions }, { name, zip: packed.zip }, signal, (sent, total) =>
      onProgress({ phase: 'sending', sent, total }),
    ),
  );
}

/** Inspects the folder until there is nothing more to ask: while a question is open, files may change. */
async function guarded(
  parts: CatalogParts,
  folder: string,
  ask: CatalogQuestions,
  run: RunStep,
): Promise<FolderToPack> {
  for (;;) {
    const inspected = await inspect(parts, folder, run);
    if (!(await guardSecrets(parts, inspected, ask, run))) return inspected;
  }
}

async function inspect({ inspect: look }: CatalogParts, folder: string, run: RunStep): Promise<FolderToPack> {
  const [inspected] = await inspectFolders(look, [folder], run);
  if (!inspected) throw new Error(`Nothing was inspected in ${folder}`);
  return inspected;
}

function titleOf({ inspection: { manifest } }: FolderToPack): string {
  return manifest?.name ?? '';
}
