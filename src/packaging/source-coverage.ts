import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { encodedMap } from '@jridgewell/trace-mapping';
import { parse } from 'acorn';
import { convert } from 'ast-v8-to-istanbul';
import type { FileCoverageData, Range } from 'istanbul-lib-coverage';
import { throwIfCancelled } from '../core/errors';
import { MAX_COUNTED, type FunctionCounts } from '../core/script-counts';
import { isWithin } from './paths';
import { readRegularFile } from './regular-file';
import { rootsOf, sourceFilesOf, sourceMapOf } from './source-places';
import { notePosition } from './thread/position';
import { unlistedFunctions } from './unlisted-functions';
import { asModuleOrScript } from './verdict/code/parsed-code';

/** Bytes of a source file that is read for its lines. */
const MAX_SOURCE = 16 * 1024 * 1024;
/** Sources of one map. */
const MAX_SOURCES = 20_000;
/** Where the converter is told that a script is: it gets all texts, and reads no file. */
const ROOT = path.resolve('/coverage');

/** The folder of an extension, with that of its project, at or above it. */
export interface CoveredFolder {
  readonly folder: string;
  readonly top: string;
}

/** A script of an extension, and how often each part of it ran. */
export interface CoveredScript {
  /** Path within the extension, with `/`. */
  readonly path: string;
  /** As it was loaded; undefined: it never was. */
  readonly text: string | undefined;
  readonly functions: readonly FunctionCounts[];
}

/** What came of a script: its sources, or why they can't be told. */
export type ScriptCoverage =
  | { readonly files: readonly FileCoverageData[] }
  /** `unknown`: no folder has such a script. `changed`: it is not as it was loaded. `invalid`: it can't be read. */
  | { readonly problem: 'unknown' | 'changed' | 'tooLarge' | 'invalid' };

/**
 * Finds what ran of the sources of a script, by statements, functions and branches as Istanbul has them: through its
 * source map, else of the script itself. Only files at or below the folder of the project are found, and none of
 * `node_modules`.
 * @param folders that the script may be from: the first one counts that has it as it was loaded.
 */
export async function coverSources(
  folders: readonly CoveredFolder[],
  script: CoveredScript,
  signal: AbortSignal,
): Promise<ScriptCoverage> {
  const found = await findScript(folders, script);
  if ('problem' in found) return found;
  const { file, text, roots } = found;
  if (text.length > MAX_COUNTED) return { problem: 'tooLarge' };
  notePosition(file);
  throwIfCancelled(signal);
  const ast = asModuleOrScript((sourceType) => parse(text, { ecmaVersion: 'latest', sourceType, allowHashBang: true }));
  if (!ast) return { problem: 'invalid' };
  const mapped = await mappingOf(file, text, roots);
  throwIfCancelled(signal);
  // Of a script that never ran, all is zero anyway.
  const unlisted = script.functions.length > 0 ? unlistedFunctions(ast, script.functions) : [];
  const covered = await convert({
    code: text,
    ast,
    sourceMap: mapped.map,
    coverage: {
      url: pathToFileURL(path.join(ROOT, 'script.js')).href,
      functions: withinText([...script.functions, ...unlisted], text.length),
    },
  }).catch(() => undefined);
  if (!covered) return { problem: 'invalid' };
  const files = Object.values(covered).flatMap((each) => {
    const data = 'data' in each ? each.data : each;
    const source = mapped.sources[Number(path.basename(data.path))];
    return source ? [ofSource(data, source)] : [];
  });
  return { files };
}

interface FoundScript {
  readonly file: string;
  readonly text: string;
  readonly roots: readonly string[];
}

async function findScript(
  folders: readonly CoveredFolder[],
  script: CoveredScript,
): Promise<FoundScript | { readonly problem: 'unknown' | 'changed' }> {
  let problem: 'unknown' | 'changed' = 'unknown';
  for (const { folder, top } of folders) {
    const file = path.resolve(folder, script.path);
    if (!isWithin(folder, file)) continue;
    const text = await textOf(file);
    if (text === undefined) continue;
    // Chromium takes off the mark at the beginning.
    if (script.text === undefined || withoutMark(script.text) === withoutMark(text))
      return { file, text: script.text ?? withoutMark(text), roots: rootsOf(folder, top) };
    problem = 'changed';
  }
  return { problem };
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return (await readRegularFile(file, MAX_SOURCE)).toString();
  } catch {
    return undefined;
  }
}

function withoutMark(text: string): string {
  return text.startsWith('\u{FEFF}') ? text.slice(1) : text;
}

function withinText(
  functions: readonly FunctionCounts[],
  length: number,
): Parameters<typeof convert>[0]['coverage']['functions'] {
  const all = functions.map(({ ranges, ...each }) => ({
    ...each,
    ranges: ranges.map(({ startOffset, endOffset, count }) => ({
      startOffset: Math.min(startOffset, length),
      endOffset: Math.min(endOffset, length),
      count,
    })),
  }));
  // What is told of no function never ran.
  const whole = { functionName: '', ranges: [{ startOffset: 0, endOffset: length, count: 0 }], isBlockCoverage: true };
  return all.some(({ ranges }) => ranges[0]?.startOffset === 0 && ranges[0].endOffset === length)
    ? all
    : [whole, ...all];
}

interface Source {
  readonly file: string;
  readonly lines: readonly string[];
}

interface Mapping {
  readonly map: NonNullable<Parameters<typeof convert>[0]['sourceMap']>;
  /** By their number in the map; undefined for one that is not shown. */
  readonly sources: readonly (Source | undefined)[];
}

/** The map with numbers as the names of its sources: what they are called in it is no path of ours. */
async function mappingOf(file: string, text: string, roots: readonly string[]): Promise<Mapping> {
  const found = await sourceMapOf(file, roots.at(-1) ?? path.dirname(file));
  const files = found ? (await sourceFilesOf(found, roots)).slice(0, MAX_SOURCES) : [];
  // A map of a build of elsewhere tells nothing here.
  if (!found || files.every((each) => each === undefined)) return itself(file, text);
  const texts = await Promise.all(files.map(async (each) => (each && isShown(each) ? textOf(each) : undefined)));
  const sources = files.map((each, index) => {
    const content = texts[index];
    return each !== undefined && content !== undefined ? { file: each, lines: content.split('\n') } : undefined;
  });
  const { version, names, mappings } = encodedMap(found.map);
  const map = {
    version,
    names,
    mappings,
    sources: files.map((_, index) => `${index}`),
    sourcesContent: texts.map((content) => content ?? ''),
  };
  return { map, sources };
}

/** What a package has is not of the project. */
function isShown(file: string): boolean {
  return !file.split(path.sep).includes('node_modules');
}

const TOKEN = /\w+|\s|[^\w\s]/g;

function itself(file: string, text: string): Mapping {
  const lines = text.split('\n');
  const mappings = lines.map((line, index) =>
    [...line.matchAll(TOKEN)].map((token): [number, number, number, number] => [token.index, 0, index, token.index]),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded mappings are taken too
  const map = { version: 3, names: [], mappings, sources: ['0'], sourcesContent: [text] } as unknown as Mapping['map'];
  return { map, sources: [{ file, lines }] };
}

/** A map may name any line: what is not in the file is left out. */
function ofSource(data: FileCoverageData, { file, lines }: Source): FileCoverageData {
  const isIn = ({ start, end }: Range): boolean =>
    start.line >= 1 && start.line <= end.line && end.line <= lines.length;
  const within = ({ start, end }: Range): Range => ({
    start,
    end: { line: end.line, column: Math.min(end.column, lines[end.line - 1]?.length ?? 0) },
  });
  const [statementMap, fnMap, branchMap]: [
    FileCoverageData['statementMap'],
    FileCoverageData['fnMap'],
    FileCoverageData['branchMap'],
  ] = [{}, {}, {}];
  const [s, f, b]: [FileCoverageData['s'], FileCoverageData['f'], FileCoverageData['b']] = [{}, {}, {}];
  for (const [key, range] of Object.entries(data.statementMap))
    if (isIn(range)) {
      statementMap[key] = within(range);
      s[key] = data.s[key] ?? 0;
    }
  for (const [key, found] of Object.entries(data.fnMap))
    if (isIn(found.decl) && isIn(found.loc)) {
      fnMap[key] = { ...found, decl: within(found.decl), loc: within(found.loc) };
      f[key] = data.f[key] ?? 0;
    }
  for (const [key, found] of Object.entries(data.branchMap))
    if (isIn(found.loc)) {
      const loc = within(found.loc);
      // An `else` that is not written is nowhere.
      branchMap[key] = { ...found, loc, locations: found.locations.map((each) => (isIn(each) ? within(each) : loc)) };
      b[key] = data.b[key] ?? [];
    }
  return { path: file, statementMap, fnMap, branchMap, s, f, b };
}
