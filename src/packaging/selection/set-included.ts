import { appendFile } from 'node:fs/promises';
import type { Selection } from './selection';

/** Writes the rule that puts a file or folder in, or leaves it out, into the own ignore file. */
export async function setIncluded(_folder: string, selection: Pick<Selection, 'ignoreFile'>, path: string, included: boolean): Promise<void> {
  await appendFile(selection.ignoreFile, `${included ? '!' : ''}/${path}\n`);
}
