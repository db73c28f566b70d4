import { readFile } from 'node:fs/promises';
import { isExtensionName } from '../../core/extension-name';
import type { CatalogEntry } from '../extensions/catalog';
import { type FormPart, receiveForm } from '../extensions/receive-form';
import { withStaging } from '../extensions/staging';
import { unpack } from '../extensions/unpack';
import { MAX_ZIP_BYTES } from '../extensions/upload-items';
import { badRequest } from '../problem';
import type { App, Service } from './context';
import { respondWithPage } from './paging';

const RULES = {
  isField: (field: string) => field === 'file' || field === 'name',
  largestFile: MAX_ZIP_BYTES,
  mostFiles: 1,
};

/** The catalog of extensions. */
export function addCatalogRoutes(
  app: App,
  { catalog, home, ending }: Pick<Service, 'catalog' | 'home' | 'ending'>,
): void {
  app.get('/extensions', (c) => {
    const [name, query] = [c.req.query('name')?.toLowerCase(), c.req.query('query')];
    const found = catalog.list().filter((entry) => {
      const own = entry.name?.toLowerCase();
      return (
        (name === undefined || own === name) &&
        (query === undefined || entry.id === query || own?.includes(query.toLowerCase()))
      );
    });
    return respondWithPage(c, found.map(toBody));
  });

  app.post('/extensions', (c) =>
    withStaging(home, async (folder) => {
      const { name, zipPath } = readParts(await receiveForm(c.env.incoming, folder, RULES, ending));
      await unpack({ name: name ?? 'extension', zipPath }, folder, ending);
      return c.json(toBody(await catalog.add(zipPath, name)), 201);
    }),
  );

  app.get('/extensions/:id', async (c) => {
    const zip = await readFile(catalog.get(c.req.param('id')).zipPath);
    return c.body(zip, 200, { 'content-type': 'application/octet-stream' });
  });

  app.get('/extensions/:id/metadata', (c) => c.json(toBody(catalog.get(c.req.param('id')))));

  app.delete('/extensions/:id', async (c) => {
    await catalog.delete(c.req.param('id'));
    return c.body(null, 204);
  });
}

function readParts(parts: readonly FormPart[]): { name: string | undefined; zipPath: string } {
  const file = parts.find(({ field }) => field === 'file');
  const name = parts.find(({ field }) => field === 'name');
  if (file?.kind !== 'file') throw badRequest('file is required: the zip of an extension');
  if (name === undefined) return { name: undefined, zipPath: file.path };
  if (name.kind !== 'text' || !isExtensionName(name.value)) {
    throw badRequest('name must be 1 to 255 letters, digits, dots, dashes or underscores');
  }
  return { name: name.value, zipPath: file.path };
}

function toBody({ id, name, createdAt, sizeBytes, checksum, lastUsedAt }: CatalogEntry): object {
  return {
    id,
    ...(name !== undefined && { name }),
    created_at: createdAt.toISOString(),
    size_bytes: sizeBytes,
    checksum,
    ...(lastUsedAt && { last_used_at: lastUsedAt.toISOString() }),
  };
}
