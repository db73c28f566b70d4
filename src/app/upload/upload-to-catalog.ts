import type { Client } from '../../api';
import { UserError } from '../../core/errors';
import { formatOver, inMegabytes } from '../../core/format';
import { message } from '../../core/message';
import { zippedName } from '../../packaging';
import type { ConnectionRecords, ExtensionRecord } from '../../state';
import { addToCatalog, findSame, sha256 } from '../catalog';
import type { UploadDependencies } from './dependencies';
import { inspectAndGuard } from './guard-secrets';
import { inspectFolders } from './inspect-folders';
import { packFolders } from './pack-folders';
import type { UploadQuestions, RunStep } from './ports';

interface CatalogAccess<Method extends keyof Client = never> {
  readonly client: Pick<Client, 'addToCatalog' | 'listExtensions' | Method>;
  readonly extensions: ConnectionRecords['extensions'];
}

export interface AddQuestions {
  /** @returns the extension's name in the catalog. @param taken names that are there. */
  name(question: { readonly title: string; readonly taken: readonly string[] }): Promise<string>;
  /** Asked after all other questions. Resolves if the upload is confirmed. */
  confirm(question: { readonly title: string; readonly name: string }): Promise<void>;
}

export interface CatalogQuestions extends AddQuestions, Pick<UploadQuestions, 'secrets'> {}

export interface Added {
  readonly extension: ExtensionRecord;
  /** The same bytes were in the catalog: nothing was sent. */
  readonly isKnown: boolean;
}

/**
 * Adds a folder to the catalog, with the same checks as an upload into a session. Nothing is sent before everything is
 * checked, and nothing at all if the same bytes are there.
 * @throws NotOffered; UserError, with nothing sent; FolderError if it has a place in the folder. The client's errors.
 */
export async function uploadToCatalog(
  deps: Omit<UploadDependencies<CatalogAccess>, 'reloadPages'>,
  folder: string,
  ask: CatalogQuestions,
  run: RunStep,
): Promise<Added> {
  const [inspected] = await inspectFolders(deps.inspect, [folder], run);
  const title = inspected?.inspection.manifest?.name ?? '';
  const access = await deps.connect();
  const ready = await inspectAndGuard(deps, [folder], ask, run);
  const titles = message('“{0}”', title);
  const [packed] = await run({ kind: 'zipping', titles }, (signal, onProgress) =>
    packFolders(ready, deps.limits, signal, (progress) => onProgress({ phase: 'zipping', ...progress })),
  );
  if (!packed) throw new Error('one folder has one package');
  return addZip(access, { title, zip: packed.zip, checksum: packed.sha256 }, ask, run);
}

/**
 * Adds an extension of the Chrome Web Store to the catalog; the service fetches it.
 * @param address of its page in the store.
 * @throws NotOffered; UserError, with nothing added. The client's errors.
 */
export async function addFromStore(
  { limits, ...access }: CatalogAccess<'fetchFromStore'> & Pick<UploadDependencies, 'limits'>,
  address: string,
  ask: AddQuestions,
  run: RunStep,
): Promise<Added> {
  const { title, zip } = await run({ kind: 'fetching' }, async (signal) => {
    const fetched = await access.client.fetchFromStore(address, signal);
    return { zip: fetched, title: await zippedName(fetched, signal) };
  });
  if (title === undefined)
    throw new UserError(message('The service returned no extension with a readable manifest. Nothing was added.'));
  const { zipBytes } = limits;
  if (zip.length > zipBytes)
    throw new UserError(
      message(
        '“{0}” is too large ({1}; limit {2}). Nothing was added.',
        title,
        formatOver(zip.length, zipBytes),
        inMegabytes(zipBytes),
      ),
    );
  return addZip(access, { title, zip, checksum: sha256(zip) }, ask, run);
}

async function addZip(
  { client, extensions }: CatalogAccess,
  { title, zip, checksum }: { readonly title: string; readonly zip: Buffer; readonly checksum: string },
  ask: AddQuestions,
  run: RunStep,
): Promise<Added> {
  const same = await run({ kind: 'comparing', title }, (signal) => findSame({ client, extensions }, checksum, signal));
  if (same) return { extension: same, isKnown: true };
  const taken = extensions.all().flatMap(({ gone, name }) => (gone || name === undefined ? [] : [name]));
  const name = await ask.name({ title, taken });
  await ask.confirm({ title, name });
  const extension = await run({ kind: 'adding', title }, (signal, onProgress) =>
    addToCatalog({ client, extensions }, { name, zip }, signal, (sent, total) =>
      onProgress({ phase: 'sending', sent, total }),
    ),
  );
  return { extension, isKnown: false };
}
