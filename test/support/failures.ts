import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** A name for a file or folder. */
export const fileName = (title: string): string => title.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '').slice(0, 100);

/** The folder of the suite; the launcher prints where it is, and removes it if nothing has failed. */
const all = process.env['TEST_FAILURES'];

/** A new folder for what tells why a test has failed. Undefined if the launcher does not ask for that. */
export function failureFolder(title: string): string | undefined {
  if (!all) return undefined;
  const folder = path.join(all, fileName(title));
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Keeps what a program says, in case a test fails. */
export function keepWords(program: string, words: string): void {
  if (!all) return;
  mkdirSync(all, { recursive: true });
  appendFileSync(path.join(all, `${program}.log`), words);
}
