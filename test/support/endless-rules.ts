import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { manifest, writeFiles } from './files';
import { temporaryFolder } from './temporary-folder';

/** 57 bytes that would take more than a lifetime to match against a path 40 folders deep. */
const ENDLESS = `${'**/a/'.repeat(11)}b\n`;
const DEEP = 'a/'.repeat(40);

/** A new folder for each test; mocha removes it. */
export function folderForEachTest(): () => string {
  let root = '';
  beforeEach(async () => {
    root = temporaryFolder();
  });
  // A thread that was stopped may still be closing its files, which Windows does not remove.
  return () => root;
}

/**
 * Writes an extension whose first inspection with these rules does not end.
 * @param keys more keys of its manifest.
 * @returns its folder.
 */
export async function writeEndless(
  root: string,
  rules: '.gitignore' | '.extensionignore',
  keys: object = {},
): Promise<string> {
  // The `.gitignore` is far above the extension; the own rules are matched against a file far below it that the
  // manifest names.
  const folder = rules === '.gitignore' ? path.join(root, DEEP) : root;
  const script = `node_modules/${DEEP}x.js`;
  writeFiles(folder, {
    [script]: '',
    'manifest.json': manifest('a', { background: { service_worker: script }, ...keys }),
  });
  await mkdir(path.join(root, '.git'));
  writeFiles(root, { [rules]: ENDLESS });
  return folder;
}
