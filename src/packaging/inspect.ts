import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { throwIfCancelled, UserError } from '../core/errors';
import type { ContentScript } from '../core/match-pattern';
import { message } from '../core/message';
import {
  elements,
  MANIFEST,
  type ManifestText,
  member,
  parseManifest,
  property,
  textsIn,
} from './manifest/manifest-text';
import { displayName, folderReader } from './manifest/messages';
import { namedFiles } from './manifest/named-files';
import { readPages } from './manifest/pages';
import { limitProblems, type Problem } from './problem';
import { NotRegular, readIncluded } from './regular-file';
import { OWN_IGNORE_FILE } from './selection/extension-ignore';
import { selectFiles, type Selection, type SelectOptions } from './selection/selection';
import { checkExtension } from './verdict/checks';
import { byPlace } from './verdict/finding';
import { isHostPattern } from './verdict/manifest/match-pattern';
import { concerns } from './verdict/versions';

/**
 * What is known of a folder before anything is zipped or sent. If one of the `problems` is an error, Chromium would
 * reject the extension.
 */
export interface Inspection extends Selection {
  /** Undefined if the manifest cannot be read. */
  readonly manifest?: Manifest;
  /**
   * Every file that the manifest or one of its pages names, whether it exists or not: paths within the folder, with
   * `/`.
   */
  readonly named: readonly string[];
  /** Size of all files together before compression, in bytes. */
  readonly totalBytes: number;
}

export interface InspectOptions extends SelectOptions {
  /** Version of the browser that the extension is for: what only others report is omitted. */
  readonly chromium?: string;
}

interface Manifest {
  /** As Chromium shows it, with `__MSG_…__` resolved. */
  readonly name: string;
  readonly version: string;
  readonly manifestVersion: number;
  readonly contentScripts: readonly ContentScript[];
  /** Whether it has an icon that can be clicked. */
  readonly hasAction: boolean;
  /** Whether it has a service worker. */
  readonly hasWorker: boolean;
  /** Match patterns of the pages that it may insert scripts into while it runs. */
  readonly hostPermissions: readonly string[];
}

/**
 * Inspects an extension's folder the way Chromium would.
 * @throws UserError if the folder does not exist.
 */
export async function inspectExtension(
  folder: string,
  options: InspectOptions,
  signal: AbortSignal,
): Promise<Inspection> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new UserError(message('Folder not found: {0}.', folder));
  const parsed = await readManifest(folder);
  throwIfCancelled(signal);
  const readable = 'root' in parsed;
  // Any folder can be chosen, even the root of a disk: without a manifest it is not walked.
  if (!readable && parsed.code === 'manifest-missing') return emptyInspection(folder, parsed);
  const pages = readable ? await readPages(folder, parsed, signal) : [];
  const loaded = pages.flatMap(({ files }) => files.filter(({ kind }) => kind !== 'source'));
  const named = [...(readable ? namedFiles(parsed) : []), ...loaded];
  const selection = await selectFiles(folder, options, named, signal);
  return {
    ...selection,
    ...(readable && { manifest: await describe(folder, parsed) }),
    named: named.map((file) => file.path),
    totalBytes: selection.files.reduce((sum, file) => sum + file.bytes, 0),
    problems: limitProblems(
      readable
        ? [
            ...(await checkExtension(folder, parsed, pages, selection, signal)).filter((problem) =>
              concerns(options.chromium, problem),
            ),
            ...selection.problems,
          ].toSorted(byPlace)
        : [parsed],
    ),
  };
}

function emptyInspection(folder: string, problem: Problem): Inspection {
  const ignoreFile = path.join(folder, OWN_IGNORE_FILE);
  return { kind: 'source', files: [], excluded: [], problems: [problem], ignoreFile, named: [], totalBytes: 0 };
}

/** Where case does not matter, `Manifest.json` can be opened by our name too: only the folder's list tells. */
async function readManifest(folder: string): Promise<ManifestText | Problem> {
  // A folder that cannot be listed may let its files be opened; the selection reports it.
  const names = await readdir(folder).catch(() => [MANIFEST]);
  const listed = names.includes(MANIFEST) ? MANIFEST : names.find((name) => name.toLowerCase() === MANIFEST);
  if (listed !== undefined && listed !== MANIFEST) return inOtherCase(listed);
  if (listed === undefined) return missing(folder);
  return readIncluded(folder, listed).then(parseManifest, (error: unknown) =>
    error instanceof NotRegular ? notIncluded() : missing(folder),
  );
}

function notIncluded(): Problem {
  return {
    severity: 'error',
    code: 'manifest-missing',
    message: message(
      '{0} isn’t a file, or is a link out of the folder, so it isn’t included. Put the file itself there.',
      MANIFEST,
    ),
    file: MANIFEST,
  };
}

function inOtherCase(name: string): Problem {
  return {
    severity: 'error',
    code: 'letter-case',
    message: message('{0} must be named {1}, in lowercase. Sessions run on Linux, where case matters.', name, MANIFEST),
    file: name,
    fixes: [{ kind: 'rename', title: message('Rename to “{0}”', MANIFEST), to: MANIFEST }],
  };
}

function missing(folder: string): Problem {
  return {
    severity: 'error',
    code: 'manifest-missing',
    message: message(
      'No readable {1} found in “{0}”. Choose the folder that contains it.',
      path.basename(folder),
      MANIFEST,
    ),
    file: MANIFEST,
  };
}

async function describe(folder: string, manifest: ManifestText): Promise<Manifest> {
  const text = (key: string): string => {
    const value: unknown = property(manifest, key)?.value;
    return typeof value === 'string' ? value : '';
  };
  return {
    name: await displayName(folderReader(folder), text('name'), text('default_locale')),
    version: text('version'),
    manifestVersion: Number(property(manifest, 'manifest_version')?.value),
    contentScripts: contentScripts(manifest),
    hasAction: ['action', 'browser_action', 'page_action'].some((key) => property(manifest, key) !== undefined),
    hasWorker: member(property(manifest, 'background'), 'service_worker') !== undefined,
    hostPermissions: hostPermissions(manifest),
  };
}

/** No extension has as many; a hostile manifest may. */
const MAX_SCRIPTS = 200;
const MAX_PATTERNS_OF_SCRIPT = 200;

type Node = ReturnType<typeof elements>[number];

/** Where the content scripts of a manifest run. */
function contentScripts(manifest: ManifestText): ContentScript[] {
  return elements(property(manifest, 'content_scripts'))
    .slice(0, MAX_SCRIPTS)
    .map((script) => {
      const texts = (key: string): string[] => textsOf(member(script, key));
      return {
        matches: texts('matches'),
        excludeMatches: texts('exclude_matches'),
        ...(texts('include_globs').length > 0 && { includeGlobs: texts('include_globs') }),
        excludeGlobs: texts('exclude_globs'),
      };
    });
}

function textsOf(list: Node | undefined): string[] {
  return textsIn(list, MAX_PATTERNS_OF_SCRIPT).map(([text]) => text);
}

/** No extension has as many; a hostile manifest may. */
const MAX_PATTERNS = 1000;
const HOST_KEYS = ['host_permissions', 'optional_host_permissions', 'permissions', 'optional_permissions'];

/** The match patterns of the pages that the extension may insert scripts into while it runs, each once. */
function hostPermissions(manifest: ManifestText): string[] {
  const patterns = HOST_KEYS.flatMap((key) =>
    elements(property(manifest, key)).flatMap(({ value }) => (isHostPattern(value) ? [value] : [])),
  );
  return [...new Set(patterns)].slice(0, MAX_PATTERNS);
}
