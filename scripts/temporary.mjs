import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Characters. Chromium creates sockets in nested folders below these, and the path of a Unix socket has at most 107
 * bytes: enough for `/tmp`, but not for much more.
 */
const MAX_PARENT_LENGTH = 5;

/**
 * Removes a folder, even if a process that is just ending still writes into it; `rmSync` alone gives up in that case.
 */
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

/** A new folder in the system's temporary folder, removed when this process ends at the latest. */
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
 * The same, and from now on this process and its children use it for temporary files, so that everything they leave
 * behind is removed with it.
 */
export function temporaryFolderForAll() {
  const folder = temporaryFolder();
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder.path;
  return folder;
}
