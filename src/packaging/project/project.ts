import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import { readablePart } from '../manifest/json';
import { readRegularFile } from '../regular-file';
import { isRecord } from './record';

/** The folder with the `package.json` that applies to a folder. */
export interface Project {
  readonly folder: string;
  /** Names of all packages that it depends on. */
  readonly dependencies: ReadonlySet<string>;
}

/** `packages/app/dist/chrome` is three levels below its project if the root builds the packages. */
const MAX_LEVELS_UP = 4;

/**
 * The project of a folder: the nearest `package.json` in it or above it. The search stops at the root of a repository,
 * so that a stray file in the home folder does not make a project.
 */
export async function projectOf(folder: string): Promise<Project | undefined> {
  let current = folder;
  for (let climbed = 0; climbed <= MAX_LEVELS_UP; climbed++) {
    const dependencies = await dependenciesOf(current);
    if (dependencies) return { folder: current, dependencies };
    if ((await exists(path.join(current, '.git'))) || path.dirname(current) === current) return undefined;
    current = path.dirname(current);
  }
  return undefined;
}

async function dependenciesOf(folder: string): Promise<ReadonlySet<string> | undefined> {
  const bytes = await readRegularFile(path.join(folder, 'package.json')).catch(() => undefined);
  if (bytes === undefined) return undefined;
  const parsed: unknown = parse(readablePart(bytes.toString()));
  const lists = isRecord(parsed) ? [parsed['dependencies'], parsed['devDependencies']] : [];
  return new Set(lists.flatMap((list) => (isRecord(list) ? Object.keys(list) : [])));
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
