import { cpSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import path from 'node:path';
import { createClient } from '../../src/api';
import { RunCoverage } from '../../src/app/coverage/run-coverage';
import { DevToolsSessions } from '../../src/app/devtools-sessions';
import { createSession, endSession } from '../../src/app/sessions';
import { ExtensionBuilds } from '../../src/app/tests/extension-builds';
import { uploadToCatalog } from '../../src/app/upload/upload-to-catalog';
import { listLoaded } from '../../src/devtools';
import { openRecords } from '../../src/state';
import { startServiceProxy, type ServiceProxy } from '../support/network/service-proxy';
import { startSdkService, type SdkService } from '../support/sdk-service';
import { addIdleSessionRoutes, IdleSessions } from '../support/sdk-service/idle-sessions';
import { storage } from '../support/storage';
import { TestRunner } from '../support/test-runner';
import { run, uploadSettings } from '../support/uploads';

const { signal } = new AbortController();
const HELLO = path.resolve('test/sample-workspace/hello-extension');

interface Place {
  readonly url: string;
  readonly token: string;
}

interface Amount {
  readonly tests: number;
  /** Milliseconds of each. */
  readonly wait: number;
  readonly workers: number;
  /** Whether browsers are used again. */
  readonly reuse?: boolean;
  /** Whether each has an extension. */
  readonly extension?: boolean;
  /** Whether it is counted what runs of it. */
  readonly coverage?: boolean;
}

export interface Measured {
  /** Milliseconds of all, and until the first began. */
  readonly took: number;
  readonly first: number;
  /** The most at a time, and bytes above those at the beginning. */
  readonly connections: number;
  readonly memory: number;
  /** Milliseconds of the processor. */
  readonly cpu: number;
}

/** Runs tests that only wait. @throws unless all pass. */
export async function runWaiting(
  service: Place,
  { tests, wait, workers, reuse = false, extension = false, coverage = false }: Amount,
): Promise<Measured> {
  const runner = new TestRunner(service);
  const files = Array.from(
    { length: tests },
    (_, n) => [`t${n}.sequence.json`, { ...(extension && { extension: 'dist' }), steps: [{ wait }] }] as const,
  );
  if (extension) cpSync(HELLO, path.join(runner.folder, 'dist'), { recursive: true });
  runner.write(Object.fromEntries(files));
  await runner.find();
  const before = process.memoryUsage().rss;
  let [connections, memory, first] = [0, 0, 0];
  const look = (): void => {
    connections = Math.max(
      connections,
      process.getActiveResourcesInfo().filter((each) => each.startsWith('TCPSocket')).length,
    );
    memory = Math.max(memory, process.memoryUsage().rss - before);
  };
  const looking = setInterval(look, 50);
  const began = performance.now();
  const cpu = process.cpuUsage();
  const onStart = (): void => void (first ||= performance.now() - began);
  const counted = coverage ? new RunCoverage(() => runner.folder) : undefined;
  const { results, left } = await runner.run({ workers, reuse, coverage: counted, listener: { onStart } });
  const found = await counted?.result(signal);
  if (found?.map.files().length === 0) throw new Error('Nothing was counted.');
  const took = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(looking);
  look();
  runner.leave();
  const wrong = results.filter(({ outcome }) => outcome !== 'passed').length + left.length;
  if (wrong > 0) throw new Error(`${wrong} of ${tests} tests did not pass, or left a browser.`);
  return { took, first, connections, memory, cpu: (user + system) / 1000 };
}

/** The service, whose browsers take longer to start. */
export async function startSlowly({ url }: Place, milliseconds: number): Promise<ServiceProxy> {
  return startServiceProxy(url, async ({ method, url: wanted }) => {
    if (method === 'POST' && wanted === '/browsers') await delay(milliseconds);
    return false;
  });
}

/** A service whose sessions have no browser. */
export async function startIdle(): Promise<SdkService> {
  const state = new IdleSessions();
  return startSdkService((app) => addIdleSessionRoutes(app, state));
}

/**
 * Milliseconds until an extension is loaded: uploaded into a session that runs, and from the catalog as it starts; and
 * what a session takes without any.
 */
export async function timeExtension(service: Place): Promise<Record<'start' | 'uploaded' | 'fromCatalog', number>> {
  const client = createClient({ baseUrl: service.url, token: service.token });
  const records = openRecords(storage(), { name: 'bench', address: service.url }, () => {});
  const devtools = new DevToolsSessions();
  const access = { ...records, client, devtools };
  const name = `bench-${Date.now()}`;
  const answers = { secrets: async () => [], name: async () => name, confirm: async () => {} };
  // The second time, it is there by its first name.
  const { extension } = await uploadToCatalog(
    uploadSettings({ client, extensions: records.extensions }),
    HELLO,
    answers,
    run,
  );
  const builds = new ExtensionBuilds(
    uploadSettings({ client, sessions: records.sessions, production: false, devtools }),
  );
  const timed = async (extensions: readonly { readonly id: string; readonly name: string }[], uploads: boolean) => {
    const began = performance.now();
    const session = await createSession(access, signal, { extensions });
    const started = performance.now() - began;
    if (uploads) await builds.upload(HELLO, session, signal);
    const list = async (): Promise<number> =>
      (await devtools.of(client, session.id).use((open) => listLoaded(open, signal), signal)).length;
    if (uploads || extensions.length > 0) while ((await list()) === 0) await delay(10);
    const took = performance.now() - began;
    await endSession(access, session.id, signal);
    return { started, took };
  };
  // Checked and packed once.
  await timed([], true);
  const uploaded = await timed([], true);
  const fromCatalog = await timed([{ id: extension.id, name: extension.name ?? name }], false);
  devtools.close();
  client.close();
  return { start: uploaded.started, uploaded: uploaded.took, fromCatalog: fromCatalog.took };
}
