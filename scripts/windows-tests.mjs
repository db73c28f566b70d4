// Runs a program by Windows' own Node beside a local service of this machine: node scripts/windows-tests.mjs PROGRAM ARGS
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startService } from './demo/service.mjs';
import { exitOnSignals } from './signals.mjs';
import { temporaryFolder } from './temporary.mjs';
import { endWindows, prepareWindows, runWindowsNode } from './windows.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** Extensions whose zips must be the same on both systems. */
const PACKED = ['test/sample-workspace/hello-extension', 'test/windows/to-pack'];

/** The hash of each folder's zip, as it is on this system. */
async function zips() {
  const { inspectExtension, packExtension } = await import('../out/packaging.mjs');
  const { signal } = new AbortController();
  const packed = PACKED.map(async (folder) => {
    const { sha256 } = await packExtension(await inspectExtension(path.join(root, folder), {}, signal), signal);
    return [folder, sha256];
  });
  return Object.fromEntries(await Promise.all(packed));
}

exitOnSignals();
const folder = temporaryFolder();
const prefix = path.join(folder.path, 'windows');
const service = startService({ chromium: process.env.BROWSER_SESSIONS_CHROMIUM });
let code = 1;
try {
  await prepareWindows(prefix);
  code = await runWindowsNode(process.argv.slice(2), {
    prefix,
    env: { WINDOWS_SERVICE: JSON.stringify(await service.ready), WINDOWS_ZIPS: JSON.stringify(await zips()) },
  });
} finally {
  await service.stop();
  endWindows(prefix);
  folder.remove();
}
process.exit(code);
