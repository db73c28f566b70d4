import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Chromium makes sockets in folders of folders of these, and a Unix socket's path has at most 107 bytes: room for
 * `/tmp`, not for much more.
 */
const MAX_PARENT_LENGTH = 5;

/** Removes a folder, also while a process that is just ending still writes into it: `rmSync` alone gives up on that. */
function remove(folder) {
  for (let tries = 50; ; tries--) {
    try {
      return fs.rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (tries === 0) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100); // a pause that also works while the process exits
    }
  }
}

/** A new folder in the system's place for temporary files, removed at the latest when this process ends. */
export function temporaryFolder() {
  const place = os.tmpdir().length > MAX_PARENT_LENGTH && process.platform !== 'win32' ? '/tmp' : os.tmpdir();
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(place, 'bs-')));
  const onExit = () => remove(folder);
  process.once('exit', onExit);
  return {
    path: folder,
    remove() {
      process.removeListener('exit', onExit);
      remove(folder);
    },
  };
}

/**
 * The same, and from here on it is the place for temporary files: whatever a process started by us leaves goes with it.
 */
export function temporaryFolderForAll() {
  const folder = temporaryFolder();
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder.path;
  return folder;
}
