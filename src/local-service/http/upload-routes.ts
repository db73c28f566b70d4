import { receiveForm } from '../extensions/receive-form';
import { withStaging } from '../extensions/staging';
import { assertLoadable, unpack } from '../extensions/unpack';
import { isUploadField, MAX_ZIP_BYTES, MAX_EXTENSIONS, pairItems } from '../extensions/upload-items';
import type { UnpackedExtension } from '../sessions/extension-folders';
import type { App, Service } from './context';

const RULES = { isField: isUploadField, largestFile: MAX_ZIP_BYTES, mostFiles: MAX_EXTENSIONS };

/**
 * Loads extensions into a running session: all extensions of a request, or none. The session is changed only after all
 * of them are known to load.
 */
export function addUploadRoutes(
  app: App,
  { sessions, home, launcher }: Pick<Service, 'sessions' | 'home' | 'launcher'>,
): void {
  app.post('/browsers/:id/extensions', async (c) => {
    await sessions.get(c.req.param('id')).use((session, signal) =>
      withStaging(home, async (folder) => {
        const items = pairItems(await receiveForm(c.env.incoming, folder, RULES, signal));
        session.assertFree(items.map(({ name }) => name));
        const extensions: UnpackedExtension[] = [];
        for (const item of items) extensions.push(await unpack(item, folder, signal));
        await assertLoadable(extensions, launcher, folder, signal);
        await session.install(extensions, signal);
      }),
    );
    return c.body(null, 201);
  });
}
