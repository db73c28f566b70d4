import type { Client } from '../../../src/api';

/** An operation, as a caller requests it. */
export interface Asked {
  readonly name: string;
  /** Whether it must not happen twice. */
  readonly nonIdempotent: boolean;
  readonly ask: (client: Client, signal: AbortSignal) => Promise<unknown>;
}

/** One for each method of the client; the type makes sure that none is missing. */
const byMethod = (
  zip: Buffer,
): Readonly<Record<Exclude<keyof Client, 'close' | 'network' | 'redact' | 'ended'>, Asked>> => ({
  uploadExtensions: {
    name: 'upload',
    nonIdempotent: true,
    ask: (client, signal) => client.uploadExtensions('s1', [{ name: 'one', zip }], { signal }),
  },
  click: { name: 'click', nonIdempotent: true, ask: (client, signal) => client.click('s1', { x: 1, y: 2 }, signal) },
  release: {
    name: 'release',
    nonIdempotent: true,
    ask: (client, signal) => client.release({ pool: 'p1', sessionId: 's1' }, signal),
  },
  deleteExtension: {
    name: 'delete',
    nonIdempotent: false,
    ask: (client, signal) => client.deleteExtension('e1', signal),
  },
  listSessions: { name: 'list', nonIdempotent: false, ask: (client, signal) => client.listSessions(signal) },
  listEnded: {
    name: 'list of ended sessions',
    nonIdempotent: false,
    ask: (client, signal) => client.listEnded(signal),
  },
  listProfiles: {
    name: 'list of profiles',
    nonIdempotent: false,
    ask: (client, signal) => client.listProfiles(signal),
  },
  listProxies: { name: 'list of proxies', nonIdempotent: false, ask: (client, signal) => client.listProxies(signal) },
  createProfile: {
    name: 'profile created',
    nonIdempotent: false,
    ask: (client, signal) => client.createProfile('work', signal),
  },
  deleteProfile: {
    name: 'profile deleted',
    nonIdempotent: false,
    ask: (client, signal) => client.deleteProfile('work', signal),
  },
  saveProfile: {
    name: 'profile saved',
    nonIdempotent: true,
    ask: (client, signal) => client.saveProfile('s1', 'work', signal),
  },
  updateSession: {
    name: 'rename',
    nonIdempotent: false,
    ask: (client, signal) => client.updateSession('s1', { name: 'new' }, signal),
  },
  listPools: { name: 'list of pools', nonIdempotent: false, ask: (client, signal) => client.listPools(signal) },
  listExtensions: {
    name: 'list of extensions',
    nonIdempotent: false,
    ask: (client, signal) => client.listExtensions(signal),
  },
  getSession: { name: 'look-up', nonIdempotent: false, ask: (client, signal) => client.getSession('s1', signal) },
  createSession: { name: 'start', nonIdempotent: true, ask: (client, signal) => client.createSession({}, signal) },
  acquire: { name: 'acquire', nonIdempotent: true, ask: (client, signal) => client.acquire('p1', signal) },
  screenshot: { name: 'picture', nonIdempotent: false, ask: (client, signal) => client.screenshot('s1', signal) },
  writeFiles: {
    name: 'files written',
    nonIdempotent: false,
    ask: (client, signal) => client.writeFiles('s1', '/folder', zip, signal),
  },
  deleteFile: {
    name: 'file deleted',
    nonIdempotent: false,
    ask: (client, signal) => client.deleteFile('s1', '/folder/file', signal),
  },
  deleteFolder: {
    name: 'folder deleted',
    nonIdempotent: false,
    ask: (client, signal) => client.deleteFolder('s1', '/folder/sub', signal),
  },
  listFiles: {
    name: 'list of files',
    nonIdempotent: false,
    ask: (client, signal) => client.listFiles('s1', '/folder', signal),
  },
  devToolsAddress: {
    name: 'DevTools address',
    nonIdempotent: false,
    ask: (client, signal) => client.devToolsAddress('s1', signal),
  },
  liveViewAddress: {
    name: 'live view address',
    nonIdempotent: false,
    ask: (client, signal) => client.liveViewAddress('s1', signal),
  },
  endSession: { name: 'end', nonIdempotent: false, ask: (client, signal) => client.endSession('s1', signal) },
  flushPool: { name: 'flush', nonIdempotent: true, ask: (client, signal) => client.flushPool('p1', signal) },
  addToCatalog: {
    name: 'catalog upload',
    nonIdempotent: true,
    ask: (client, signal) => client.addToCatalog('e1', zip, signal),
  },
  downloadExtension: {
    name: 'catalog download',
    nonIdempotent: false,
    ask: (client, signal) => client.downloadExtension('e1', signal),
  },
  fetchFromStore: {
    name: 'fetch from the store',
    nonIdempotent: false,
    ask: (client, signal) => client.fetchFromStore('https://chromewebstore.google.com/detail/one', signal),
  },
  startReplay: {
    name: 'video start',
    nonIdempotent: true,
    ask: (client, signal) => client.startReplay('s1', signal),
  },
  stopReplay: {
    name: 'video stop',
    nonIdempotent: false,
    ask: (client, signal) => client.stopReplay('s1', 'r1', signal),
  },
  markReplay: {
    name: 'video mark',
    nonIdempotent: true,
    ask: (client, signal) => client.markReplay('s1', 'r1', 'Step 1', signal),
  },
  listReplays: {
    name: 'list of videos',
    nonIdempotent: false,
    ask: (client, signal) => client.listReplays('s1', signal),
  },
  downloadReplay: {
    name: 'video download',
    nonIdempotent: false,
    ask: (client, signal) =>
      client.downloadReplay('s1', 'r1', { begin: async () => {}, write: async () => {} }, signal),
  },
  moveMouse: {
    name: 'mouse move',
    nonIdempotent: true,
    ask: (client, signal) => client.moveMouse('s1', { x: 1, y: 2 }, signal),
  },
  scroll: {
    name: 'scroll',
    nonIdempotent: true,
    ask: (client, signal) => client.scroll('s1', { x: 1, y: 2, deltaX: 0, deltaY: 3 }, signal),
  },
  typeText: { name: 'typing', nonIdempotent: true, ask: (client, signal) => client.typeText('s1', 'text', signal) },
  pressKey: { name: 'keys', nonIdempotent: true, ask: (client, signal) => client.pressKey('s1', ['Return'], signal) },
  drag: {
    name: 'drag',
    nonIdempotent: true,
    ask: (client, signal) =>
      client.drag(
        's1',
        [
          [1, 2],
          [3, 4],
        ],
        signal,
      ),
  },
  checkToken: { name: 'token check', nonIdempotent: false, ask: (client, signal) => client.checkToken(signal) },
});

export const operations: readonly Asked[] = Object.values(byMethod(Buffer.alloc(100_000, 'zip')));
/** The same with zips that the buffers of the system do not hold. */
export const largeOperations: readonly Asked[] = Object.values(byMethod(Buffer.alloc(20_000_000, 'zip')));
