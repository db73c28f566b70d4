import { createClient } from '../../src/api';
import { DevToolsSessions } from '../../src/app/devtools-sessions';
import { LoadedReader } from '../../src/app/loaded/ask-loaded';
import { LoadedExtensions } from '../../src/app/loaded/loaded-extensions';
import { changeArea, differenceOf, readArea } from '../../src/app/loaded/storage';
import { DevToolsConnection, listLoaded, loadUnpacked, WorkerWatch } from '../../src/devtools';
import { openRecords } from '../../src/state';
import { directly } from '../support/browser';
import { storage } from '../support/storage';

const { signal } = new AbortController();

export interface Desk {
  /** Fills the local area with so many megabytes of JSON. */
  fill(megabytes: number): Promise<void>;
  /** What opening a document takes. */
  open(): Promise<void>;
  /** What saving it takes after one key was changed. */
  save(): Promise<void>;
  /** Stops or starts the worker as another program. @returns milliseconds from its change, as that program is told of it, until the rows know. */
  change(running: boolean): Promise<number>;
  close(): Promise<void>;
}

/** The storage and the worker of the extension in a folder, by the use cases of the extension. */
export async function openDesk({
  url,
  token,
  session,
  folder,
}: Record<'url' | 'token' | 'session' | 'folder', string>): Promise<Desk> {
  const client = createClient({ baseUrl: url, token });
  const connection = { name: 'bench', address: url };
  const { sessions } = openRecords(storage(), connection, () => {});
  const devtools = new DevToolsSessions();
  const loaded = new LoadedExtensions();
  const address = await client.devToolsAddress(session, signal);
  if (!address) throw new Error('no DevTools');
  const other = await DevToolsConnection.open(address, directly, signal);
  await loadUnpacked(other, folder, signal);
  const [extension] = await listLoaded(other, signal);
  if (!extension) throw new Error('nothing is loaded');
  await new LoadedReader(devtools).ask({ client, sessions, connection, loaded }, session, signal);
  const access = { client, sessions, devtools };
  const target = { session: { id: session }, extension };
  const watch = await WorkerWatch.open(other, signal);
  let values: Readonly<Record<string, unknown>> = {};
  let count = 0;
  const stateNow = (): string | undefined => loaded.get(connection, session)?.extensions?.[0]?.worker;
  const untilRow = async (state: string): Promise<number> => {
    while (stateNow() !== state) await new Promise((resolve) => setImmediate(resolve));
    return performance.now();
  };
  const untilTold = async (status: string): Promise<number> => {
    await watch.until(extension.id, (worker) => worker?.status === status, 10_000);
    return performance.now();
  };
  return {
    fill: async (megabytes) => {
      const set = Object.fromEntries(
        Array.from({ length: megabytes * 10_000 }, (_, index) => [`key ${index}`, 'v'.repeat(85)]),
      );
      await changeArea(access, target, 'local', [{ clear: true }, { set }], signal);
    },
    open: async () => {
      ({ values } = await readArea(access, target, 'local', signal));
      JSON.stringify(values, undefined, 2);
    },
    save: async () => {
      const after = { ...values, 'key 1': ++count };
      await changeArea(access, target, 'local', differenceOf(values, after), signal);
      values = after;
    },
    change: async (running) => {
      const worker = watch.of(extension.id);
      const done = Promise.all([untilTold(running ? 'running' : 'stopped'), untilRow(running ? 'running' : 'stopped')]);
      if (running) await watch.start(extension.id);
      else if (worker) await watch.stop(worker);
      const [told, known] = await done;
      return known - told;
    },
    close: async () => {
      watch.end();
      other.close();
      devtools.close();
      client.close();
    },
  };
}
