import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type FormPart, receiveForm } from '../extensions/receive-form';
import { withStaging } from '../extensions/staging';
import { explainBadZip } from '../extensions/unpack';
import { unzip } from '../../packaging/zip/unzip';
import { MAX_ZIP_BYTES } from '../extensions/upload-items';
import { deleteFile, deleteFolder, listFiles, placeFile, placeFiles, readMode } from '../files/files';
import { badRequest } from '../problem';
import type { App, RequestContext, Service } from './context';
import { readBody, readJson } from './read-body';

const RULES = {
  isField: (field: string) => field === 'dest_path' || field === 'zip_file',
  largestFile: MAX_ZIP_BYTES,
  mostFiles: 1,
};
/** Bytes; the same limit as for a zip. */
const MAX_FILE_BYTES = MAX_ZIP_BYTES;

/**
 * The files of a session's extensions, so that an extension can be changed in place. The whole body is received before
 * anything of the session is changed.
 */
export function addFileRoutes(app: App, { sessions, home }: Pick<Service, 'sessions' | 'home'>): void {
  app.get('/browsers/:id/fs/list_files', async (c) => {
    const lease = sessions.get(c.req.param('id'));
    const place = readPath(c);
    return c.json(
      await lease.use((session, signal) => session.inFolders((folders) => listFiles(place, folders), signal)),
    );
  });

  for (const [operation, remove] of [
    ['delete_file', deleteFile],
    ['delete_directory', deleteFolder],
  ] as const) {
    app.put(`/browsers/:id/fs/${operation}`, async (c) => {
      const lease = sessions.get(c.req.param('id') ?? '');
      const place = (await readJson(c, ['path'])).string('path');
      await lease.use((session, signal) => session.inFolders((folders) => remove(place, folders), signal));
      return c.body(null, 200);
    });
  }

  app.put('/browsers/:id/fs/write_file', async (c) => {
    const lease = sessions.get(c.req.param('id'));
    const target = { to: readPath(c), mode: readMode(c.req.query('mode')) };
    await withStaging(home, async (staging) => {
      const file = path.join(staging, 'file');
      await writeFile(file, '');
      await readBody(c.env.incoming, MAX_FILE_BYTES, (chunk) => appendFile(file, chunk));
      await lease.use((session, signal) => session.inFolders((folders) => placeFile(file, target, folders), signal));
    });
    return c.body(null, 201);
  });

  app.post('/browsers/:id/fs/upload_zip', async (c) => {
    await sessions.get(c.req.param('id')).use((session, signal) =>
      withStaging(home, async (staging) => {
        const { to, zipPath } = readParts(await receiveForm(c.env.incoming, staging, RULES, signal));
        const unpacked = path.join(staging, 'unpacked');
        await explainBadZip('invalid zip_file', unzip(zipPath, unpacked, signal));
        await session.inFolders((folders) => placeFiles(unpacked, to, folders), signal);
      }),
    );
    return c.body(null, 201);
  });
}

function readPath(c: RequestContext): string {
  const place = c.req.query('path');
  if (place === undefined) throw badRequest('path is required');
  return place;
}

function readParts(parts: readonly FormPart[]): { to: string; zipPath: string } {
  const place = parts.find(({ field }) => field === 'dest_path');
  const zip = parts.find(({ field }) => field === 'zip_file');
  if (place?.kind !== 'text') throw badRequest('dest_path is required: the folder for what is in the zip');
  if (zip?.kind !== 'file') throw badRequest('zip_file is required');
  return { to: place.value, zipPath: zip.path };
}
