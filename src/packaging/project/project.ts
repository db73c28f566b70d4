import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import { readablePart } from '../manifest/json';
import { isWithin } from '../paths';
import { readRegularFile } from '../regular-file';

/** The folder with the `package.json` that applies to a folder. */
export interface Project {
  readonly folder: string;
  /** Names of all packages that it depends on. */
  readonly dependencies: ReadonlySet<string>;
  /** Whether it has a script `build`. */
  readonly hasBuild: boolean;
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
    const read = await readProject(current);
    if (read) return { folder: current, ...read };
    if ((await exists(path.join(current, '.git'))) || path.dirname(current) === current) return undefined;
    current = path.dirname(current);
  }
  return undefined;
}

async function readProject(folder: string): Promise<Omit<Project, 'folder'> | undefined> {
  const bytes = await readRegularFile(path.join(folder, 'package.json')).catch(() => undefined);
  if (bytes === undefined) return undefined;
  const parsed: unknown = parse(readablePart(bytes.toString()));
  const lists = isRecord(parsed) ? [parsed['dependencies'], parsed['devDependencies']] : [];
  const scripts = isRecord(parsed) && isRecord(parsed['scripts']) ? parsed['scripts'] : {};
  return {
    dependencies: new Set(lists.flatMap((list) => (isRecord(list) ? Object.keys(list) : []))),
    hasBuild: typeof scripts['build'] === 'string',
  };
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** Whether a parsed value is an object with keys. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where the sources of an extension are that was built. */
export interface SourceFolders {
  /** Folder of the project, at or above the extension's. */
  readonly project: string;
  /**
   * Names of the folders in the project that the extension's folder does not have: some bundlers name a source by its
   * path in the project, whatever folder its script is in.
   */
  readonly names: readonly string[];
}

const MAX_NAMES = 100;

/** @param top the folder that the project is not above. */
export async function findSourceFolders(folder: string, top: string): Promise<SourceFolders> {
  const found = await projectOf(folder);
  const project = found && isWithin(top, found.folder) ? found.folder : top;
  if (path.resolve(project) === path.resolve(folder)) return { project, names: [] };
  const here = new Set(await foldersIn(folder));
  const names = (await foldersIn(project)).filter((name) => !here.has(name) && !/^\.|^node_modules$/.test(name));
  return { project, names: names.slice(0, MAX_NAMES) };
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
