import { watch } from 'node:fs';
import { createClient } from '../../src/api';
import { DevToolsSessions } from '../../src/app/devtools-sessions';
import { uploadAgain } from '../../src/app/upload/upload-again';
import { uploadFolders } from '../../src/app/upload/upload-folders';
import { SettledChanges, WatchLoop } from '../../src/app/watch-loop';
import { listLoaded, loadUnpacked } from '../../src/devtools';
import { keepThreadReady } from '../../src/packaging';
import { openRecords } from '../../src/state';
import { storage } from '../support/storage';
import { NO_QUESTION, run, uploadSettings } from '../support/uploads';

export interface Loop {
  /** Uploads the folder by the contract's operation, under this name: the browser restarts. */
  upload(name: string): Promise<void>;
  /** Uploads it again, in place. @returns the bytes of the zip that was sent. */
  again(): Promise<number>;
  /** The folder in which the session has it. */
  place(): Promise<string>;
  /** Has the browser reload the folder it has loaded, and does nothing else: the limit of what `again` can reach. */
  bare(): Promise<void>;
  /** Uploads it again after each change, when no more of them come for a moment. @returns a function that ends it. */
  watch(): () => void;
  close(): void;
}

/** Passes all on to a service. */
export { BreakingProxy as CountingProxy } from '../support/network/breaking-proxy';

const { signal } = new AbortController();

/** The loop of a developer, by the use cases of the extension, on a session of a local service. */
export function openLoop({
  url,
  token,
  session,
  folder,
}: Record<'url' | 'token' | 'session' | 'folder', string>): Loop {
  const client = createClient({ baseUrl: url, token });
  const records = openRecords(storage(), { name: 'bench', address: url }, () => {});
  const devtools = new DevToolsSessions();
  const settings = uploadSettings({ client, sessions: records.sessions, production: false, devtools });
  const of = devtools.of(client, session);
  const place = async (): Promise<string> => {
    const loaded = await of.use((connection) => listLoaded(connection, signal), signal);
    const last = loaded.find(({ path }) => path.endsWith(`/${records.sessions.get(session)?.uploads?.[0]?.name}`));
    if (!last) throw new Error('nothing is loaded');
    return last.path;
  };
  return {
    upload: async (name) => {
      const request = { folders: [folder], session, name, force: true };
      await uploadFolders(settings, request, NO_QUESTION, signal, () => {});
    },
    again: async () => {
      const outcome = await uploadAgain(settings, { folder, session }, NO_QUESTION, run);
      if (outcome.kind !== 'reloaded') throw new Error(`not reloaded, but ${outcome.kind}`);
      return outcome.files.bytes;
    },
    place,
    bare: async () => {
      const path = await place();
      await of.use((connection) => loadUnpacked(connection, path, signal), signal);
    },
    watch: () => {
      // In the editor, its own watcher reports the changes.
      const changes = new SettledChanges();
      const loop = new WatchLoop(changes, async (stop) => {
        await uploadAgain(settings, { folder, session }, NO_QUESTION, (_step, work) => work(stop, () => {}));
      });
      const watcher = watch(folder, { recursive: true }, (event, file) =>
        changes.changed(event === 'change' && file !== null ? file : undefined),
      );
      const endThread = keepThreadReady();
      return () => {
        endThread();
        watcher.close();
        loop.stop();
      };
    },
    close: () => {
      devtools.close();
      client.close();
    },
  };
}
