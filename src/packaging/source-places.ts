import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AnyMap, originalPositionFor, type TraceMap } from '@jridgewell/trace-mapping';
import { isWithin } from './paths';
import { buildTool, isBuildFolder, type SourceMapSetting } from './project/build-tools';
import { projectOf } from './project/project';
import { readRegularFile } from './regular-file';
import { notePosition } from './thread/position';

/** A place in a script of an extension, as a browser reports it. */
export interface GeneratedPlace {
  /** Path within the extension's folder, with `/`. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** A place in a file of this machine. */
export interface SourcePlace {
  /** Absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** Folders between an extension and the project that it is built in. */
const MAX_ROOTS = 20;
/** Bytes of a script that only imports others. */
const MAX_IMPORTS = 16 * 1024;

/**
 * Finds the places in the files that a person edits: through the source map of a built script, else in the script
 * itself. Only files at or below `top` are found, because a source map may name any file.
 * @param folder of the extension.
 * @param top the folder of the project, at or above `folder`.
 * @returns undefined for a place without a file.
 */
export async function findSources(
  folder: string,
  top: string,
  places: readonly GeneratedPlace[],
): Promise<(SourcePlace | undefined)[]> {
  const roots = rootsOf(folder, top);
  // Most places are in the same script, and its map may be large.
  const maps = new Map<string, Promise<FoundMap | undefined>>();
  const mapOf = (file: string): Promise<FoundMap | undefined> => {
    const found = maps.get(file) ?? sourceMapOf(file, roots.at(-1) ?? folder);
    maps.set(file, found);
    return found;
  };
  return Promise.all(places.map((place) => findSource(folder, roots, place, mapOf)));
}

/** A built script without a source map, and how its tool is told to write one. */
export interface MissingMap {
  readonly tool: string;
  readonly setting: SourceMapSetting;
}

/**
 * How a build would get the source map that a script of it lacks.
 * @param folder of the extension.
 * @param script path in it, with `/`.
 * @returns undefined if the script has a map, if nothing built it, if the tool is unknown, or if it only imports others:
 * such as the worker of CRXJS, which has a map in no build.
 */
export async function findMissingMap(folder: string, script: string): Promise<MissingMap | undefined> {
  const file = path.resolve(folder, script);
  if (!isWithin(folder, file) || !(await isFile(file))) return undefined;
  const project = await projectOf(path.dirname(folder));
  if (!project) return undefined;
  const within = path.relative(project.folder, folder).split(path.sep);
  const tool = within.some(isBuildFolder) ? buildTool(within.join('/'), project) : undefined;
  if (!tool || (await onlyImports(file)) || (await sourceMapOf(file, project.folder))) return undefined;
  return { tool: tool.name, setting: tool.sourceMaps };
}

/** Whether a small script has nothing of its own. */
async function onlyImports(file: string): Promise<boolean> {
  const text = await readRegularFile(file, MAX_IMPORTS).then(String, () => '');
  return /^(?:\s*import\s*["'][^"'\n]*["'];?)+\s*$/.test(text);
}

async function findSource(
  folder: string,
  roots: readonly string[],
  { path: within, line, column }: GeneratedPlace,
  mapOf: (file: string) => Promise<FoundMap | undefined>,
): Promise<SourcePlace | undefined> {
  const file = path.resolve(folder, within);
  notePosition(file);
  if (!isWithin(folder, file) || !(await isFile(file))) return undefined;
  const generated = { file, line, column };
  const found = await mapOf(file);
  return (found && (await findOriginal(found.map, found.folder, roots, generated))) ?? generated;
}

async function findOriginal(
  map: TraceMap,
  mapFolder: string,
  roots: readonly string[],
  { line, column }: SourcePlace,
): Promise<SourcePlace | undefined> {
  const original = originalPositionFor(map, { line, column: column - 1 });
  // A map may have any number there, and an editor accepts none below these.
  if (original.source === null || original.line < 1 || original.column < 0) return undefined;
  const file = await sourceFile(original.source, mapFolder, roots);
  return file === undefined ? undefined : { file, line: original.line, column: original.column + 1 };
}

async function sourceFile(source: string, mapFolder: string, roots: readonly string[]): Promise<string | undefined> {
  const top = roots.at(-1) ?? mapFolder;
  for (const file of candidates(source, mapFolder, roots)) if (isWithin(top, file) && (await isFile(file))) return file;
  return undefined;
}

/**
 * The files of this machine that the sources of a map are.
 * @returns a path for each source; undefined for one that is not in the project.
 */
export async function sourceFilesOf(
  { map, folder }: FoundMap,
  roots: readonly string[],
): Promise<(string | undefined)[]> {
  return Promise.all(map.resolvedSources.map((source) => sourceFile(source, folder, roots)));
}

/**
 * Where a source can be. Bundlers write paths relative to the map, file URLs, or URLs of their own, such as
 * `webpack://name/./src/a.ts`, whose path is relative to the project.
 */
function candidates(source: string, mapFolder: string, roots: readonly string[]): string[] {
  const [, scheme, rest = ''] = /^([a-z][a-z\d+.-]+):\/\/(.*)$/i.exec(source) ?? [];
  if (scheme === undefined) {
    const name = decoded(source);
    return [path.resolve(mapFolder, name), ...roots.map((root) => path.join(root, name))];
  }
  const name = decoded(rest.replace(/^[^/]*\//, '').replace(/\?[^/]*$/, ''));
  return [...(scheme === 'file' ? [path.resolve('/', name)] : []), ...roots.map((root) => path.join(root, name))];
}

/** From the extension's folder up to the project's. */
export function rootsOf(folder: string, top: string): string[] {
  const roots = [path.resolve(folder)];
  while (roots.length < MAX_ROOTS && roots.at(-1) !== path.resolve(top) && isWithin(top, folder))
    roots.push(path.dirname(roots.at(-1) ?? top));
  return roots;
}

async function isFile(file: string): Promise<boolean> {
  const status = await stat(file).catch(() => undefined);
  return status?.isFile() ?? false;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** 64 MiB. The largest maps of large applications have about half of that. */
const MAX_MAP_BYTES = 64 * 1024 * 1024;
/** Maps that are kept: a log names few scripts at a time. */
const MAX_KEPT = 4;

export interface FoundMap {
  readonly map: TraceMap;
  /** What relative paths in the map are relative to. */
  readonly folder: string;
}

interface Kept {
  readonly script: string;
  readonly text: string;
  readonly found: FoundMap | undefined;
}

/** Parsing a map takes up to a second, and most lines of a log come from the same scripts. */
const kept: Kept[] = [];

/**
 * Reads the source map of a script: inside of it, in the file that it names, or in a file beside it with `.map` after
 * its name, which bundlers also write without naming it.
 * @param file absolute path.
 * @param top no map outside of this folder is read.
 * @returns undefined if there is none that can be read.
 */
export async function sourceMapOf(file: string, top: string): Promise<FoundMap | undefined> {
  try {
    return await read(file, top);
  } catch {
    return undefined;
  }
}

async function read(file: string, top: string): Promise<FoundMap | undefined> {
  const script = (await readRegularFile(file, MAX_MAP_BYTES)).toString();
  const address = addressIn(script);
  const inline = address?.startsWith('data:');
  const mapFile = inline ? file : path.resolve(path.dirname(file), decodeURIComponent(address ?? '') || `${file}.map`);
  if (!isWithin(top, mapFile)) return undefined;
  const text = inline ? decodeDataUrl(address ?? '') : (await readRegularFile(mapFile, MAX_MAP_BYTES)).toString();
  const known = kept.find((each) => each.script === file && each.text === text);
  if (known) return known.found;
  const found = { map: AnyMap(text.replace(/^\)\]\}'[^\n]*\n/, '')), folder: path.dirname(mapFile) };
  kept.unshift({ script: file, text, found });
  kept.length = Math.min(kept.length, MAX_KEPT);
  return found;
}

/** The last one counts: a bundle may contain scripts with comments of their own. */
function addressIn(script: string): string | undefined {
  const at = script.lastIndexOf('sourceMappingURL=');
  return at === -1 ? undefined : /^\S*/.exec(script.slice(at + 'sourceMappingURL='.length))?.[0];
}

function decodeDataUrl(dataUrl: string): string {
  const comma = dataUrl.indexOf(',');
  const [head, body] = [dataUrl.slice(0, comma), dataUrl.slice(comma + 1)];
  return head.endsWith(';base64') ? Buffer.from(body, 'base64').toString() : decodeURIComponent(body);
}
