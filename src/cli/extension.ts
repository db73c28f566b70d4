import path from 'node:path';
import { extensionsMeant, withUploads, type FoundExtension } from '../app/loaded/find-extension';
import { UserError } from '../core/errors';
import { listOf, message } from '../core/message';
import { listLoaded } from '../devtools';
import { labelOf } from '../state';
import { inBrowser, UsageError, type Context, type OpenSession } from './context';

/**
 * Finds a loaded extension by its name, ID or folder; with nothing named, the only one that was uploaded from here, else
 * the only one that is loaded.
 * @throws UserError if there is none, UsageError if there are several.
 */
export async function extensionIn(
  { signal, cwd }: Pick<Context, 'signal' | 'cwd'>,
  open: OpenSession,
  wanted: string | undefined,
): Promise<FoundExtension> {
  const { session, sessions } = open;
  const loaded = await inBrowser(open, signal, listLoaded);
  const all = withUploads(loaded, sessions.get(session.id)?.uploads);
  const found = extensionsMeant(all, wanted, wanted === undefined ? undefined : path.resolve(cwd, wanted));
  const [only, ...others] = found;
  if (!only)
    throw wanted === undefined
      ? new UserError(message('“{0}” has loaded no extension.', labelOf(session)))
      : new UserError(message('“{0}” hasn’t loaded “{1}”. It has {2}.', labelOf(session), wanted, namesOf(all)));
  if (others.length > 0)
    throw new UsageError(message('Several extensions are loaded. Name one by its ID: {0}.', namesOf(found)));
  return only;
}

function namesOf(all: readonly FoundExtension[]): ReturnType<typeof message> {
  return all.length === 0
    ? message('no extension')
    : listOf(all.map(({ extension: { id, name } }) => message('“{0}” ({1})', name, id)));
}
