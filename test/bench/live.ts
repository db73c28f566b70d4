import { createClient } from '../../src/api';
import { DevToolsSessions, inspectExtension, uploadAgain, uploadFolders, type RunStep } from '../../src/app';
import { listLoaded, loadUnpacked } from '../../src/devtools';
import { AllowedSecrets, openRecords } from '../../src/state';
import { storage } from '../unit/state/storage';

export interface Loop {
  /** Uploads the folder by the contract's operation, under this name: the browser restarts. */
  upload(name: string): Promise<void>;
  /** Uploads it again, in place. @returns the bytes of the zip that was sent. */
  again(): Promise<number>;
  /** Has the browser reload the folder it has loaded, and does nothing else: the limit of what `again` can reach. */
  bare(): Promise<void>;
  close(): void;
}

const noQuestion = (): never => {
  throw new Error('there is nobody to ask');
};
const { signal } = new AbortController();
const run: RunStep = (_step, work) => work(signal, () => {});

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
  const parts = {
    inspect: (each: string, stop: AbortSignal) => inspectExtension(each, {}, stop),
    serialize: <T>(work: () => Promise<T>) => work(),
    allowedSecrets: new AllowedSecrets(storage()),
    limits: { zipBytes: 50 * 1024 * 1024, extensions: 20 },
    reloadPages: true,
    connect: async () => ({ client, sessions: records.sessions, production: false, devtools }),
  };
  const questions = { session: noQuestion, secrets: noQuestion, production: noQuestion };
  const of = devtools.of(client, session);
  return {
    upload: async (name) => {
      const request = { folders: [folder], session, force: true };
      await uploadFolders(parts, request, { ...questions, name: async () => name }, signal, () => {});
    },
    again: async () => {
      const outcome = await uploadAgain(parts, { folder, session }, questions, run);
      if (outcome.kind !== 'reloaded') throw new Error(`not reloaded, but ${outcome.kind}`);
      return outcome.files.bytes;
    },
    bare: async () => {
      const [loaded] = await of.use((connection) => listLoaded(connection, signal), signal);
      if (!loaded) throw new Error('nothing is loaded');
      await of.use((connection) => loadUnpacked(connection, loaded.path, signal), signal);
    },
    close: () => {
      devtools.close();
      client.close();
    },
  };
}
