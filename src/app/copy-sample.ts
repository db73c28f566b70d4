import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../core/errors';
import { message } from '../core/message';

/** The folders of `samples`, with the tools that build them, as their makers write them. */
export const SAMPLES = {
  wxt: 'WXT',
  crxjs: 'CRXJS',
  plasmo: 'Plasmo',
  'extension-js': 'Extension.js',
} as const;

export type SampleName = keyof typeof SAMPLES;

/**
 * Copies a sample into a new folder `visits-NAME`.
 * @param samples absolute path of the folder with all of them.
 * @param into absolute path of the folder that gets it.
 * @returns the absolute path of the copy.
 * @throws UserError if there is something of this name: nothing is replaced.
 */
export async function copySample(samples: string, name: SampleName, into: string): Promise<string> {
  const copy = path.join(into, `visits-${name}`);
  try {
    await mkdir(copy);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    throw new UserError(message('“{0}” is there already. Select another folder.', copy));
  }
  await cp(path.join(samples, name), copy, { recursive: true });
  return copy;
}
