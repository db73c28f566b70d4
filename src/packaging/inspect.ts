import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { stopIfCancelled, UserError } from '../core/errors';
import { message } from '../core/message';
import { displayName } from './manifest/display-name';
import { MANIFEST, parseManifest, property, type ManifestText } from './manifest/manifest-text';
import { namedFiles } from './manifest/named-files';
import type { Problem } from './problem';
import type { LeftOutFile } from './selection/left-out';
import { selectFiles, type SelectOptions } from './selection/selection';
import type { PackedFile } from './selection/walk';
import { judge } from './verdict/verdict';

/** What is known of a folder before anything is zipped or sent. */
export interface Inspection {
  /** Left out where the manifest cannot be read. */
  readonly manifest?: Manifest;
  /** What goes into the zip, sorted by path. */
  readonly files: readonly PackedFile[];
  readonly leftOut: readonly LeftOutFile[];
  /** Size of all files together, before they are zipped. */
  readonly totalBytes: number;
  /** With one error among them Chromium would refuse the extension. */
  readonly problems: readonly Problem[];
}

export interface InspectOptions extends SelectOptions {
}

export interface Manifest {
  /** As Chromium shows it: `__MSG_…__` is resolved. */
  readonly name: string;
  readonly version: string;
  readonly manifestVersion: number;
}

/** Looks at an extension's folder as Chromium would. Throws UserError where there is no such folder. */
export async function inspectExtension(folder: string, options: InspectOptions, signal: AbortSignal): Promise<Inspection> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) throw new UserError(message('There is no folder {0}.', folder));
  const bytes = await readFile(path.join(folder, MANIFEST)).catch(() => undefined);
  stopIfCancelled(signal);
  if (!bytes) return unreadable({ severity: 'error', code: 'manifest-missing', message: message('{0} has no {1} that can be read. Choose the folder that holds it.', path.basename(folder), MANIFEST), file: MANIFEST });
  const parsed = parseManifest(bytes);
  if ('severity' in parsed) return unreadable(parsed);
  const selection = await selectFiles(folder, options, namedFiles(parsed), signal);
  const { files, leftOut, problems } = selection;
  return {
    manifest: await readManifest(folder, parsed),
    files,
    leftOut,
    totalBytes: files.reduce((sum, file) => sum + file.bytes, 0),
    problems: [...(await judge(folder, parsed, selection, signal)), ...problems],
  };
}

function unreadable(problem: Problem): Inspection {
  return { files: [], leftOut: [], totalBytes: 0, problems: [problem] };
}

async function readManifest(folder: string, manifest: ManifestText): Promise<Manifest> {
  const text = (key: string): string => {
    const value: unknown = property(manifest, key)?.value;
    return typeof value === 'string' ? value : '';
  };
  return {
    name: await displayName(folder, text('name'), text('default_locale')),
    version: text('version'),
    manifestVersion: Number(property(manifest, 'manifest_version')?.value),
  };
}
