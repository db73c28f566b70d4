import { access } from 'node:fs/promises';
import path from 'node:path';
import { parse, type ParseError } from 'jsonc-parser';
import { displayName, folderReader } from '../manifest/messages';
import { readablePart } from '../manifest/json';
import { MANIFEST } from '../manifest/manifest-text';
import { readRegularFile } from '../regular-file';
import { buildTool, isBuildFolder, isForDevelopment, isForOtherEngine } from './build-tools';
import { isRecord, type Project, projectOf } from './project';
import { builtAt, changedSince, type Staleness } from './staleness';

/** A folder that contains an extension, with what helps a user to tell it from others. */
export interface ExtensionFolder {
  /** Absolute. */
  readonly folder: string;
  /** `build`: a tool wrote the folder, and everything in it belongs to the extension. */
  readonly kind: 'source' | 'build';
  /** The tool that builds the project, as its makers write it: `WXT`, `CRXJS`. Only for a project that needs one. */
  readonly tool?: string;
  /** From the manifest, with placeholders replaced. */
  readonly name?: string;
  readonly manifestVersion?: number;
  /** False for a build for another engine: Firefox, Safari. */
  readonly forChromium: boolean;
  /** A build for a development server: on another machine its pages may stay empty. */
  readonly forDevelopment: boolean;
  /** A template from which a tool builds the extension: it does not work without a build. */
  readonly needsBuild: boolean;
  /** For a template: its project contains a build of it. */
  readonly hasBuild: boolean;
  /** For a build: when its newest file was written. */
  readonly builtAt?: Date;
  /** Only for a build that is older than its sources. */
  readonly staleSince?: Staleness;
}

type Manifest = Readonly<Record<string, unknown>>;

/**
 * Keys that no web app's `manifest.json` has. With one of them, a manifest without `manifest_version` is still an
 * extension's.
 */
const EXTENSION_KEYS = ['manifest_version', 'background', 'content_scripts', 'host_permissions', 'browser_action'];

/**
 * The manifest of the extension in a folder, as far as it can be parsed; undefined if there is none, or if it belongs
 * to a web app.
 */
export async function readExtensionManifest(folder: string): Promise<Manifest | undefined> {
  const bytes = await readRegularFile(path.join(folder, MANIFEST)).catch(() => undefined);
  if (bytes === undefined) return undefined;
  const errors: ParseError[] = [];
  const parsed: unknown = parse(readablePart(bytes.toString()), errors, { allowTrailingComma: true });
  // A broken manifest is still proposed, because the verdict then reports the line.
  if (!isRecord(parsed)) return errors.length > 0 ? {} : undefined;
  return EXTENSION_KEYS.some((key) => key in parsed) ? parsed : undefined;
}

/** Describes the extension in `folder`, which was found at or below `root`. Both paths are absolute. */
export async function describeExtension(
  folder: string,
  root: string,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<ExtensionFolder> {
  const project = await projectOf(path.dirname(folder));
  const within = (path.relative(project?.folder ?? root, folder) || path.basename(folder)).split(path.sep);
  const isBuild = within.some(isBuildFolder);
  const tool = buildTool(within.join('/'), project ?? (await projectOf(folder)))?.name;
  const needsBuild =
    !isBuild && (namesSources(manifest) || (tool !== undefined && (await lacksScripts(folder, manifest))));
  const { name, manifest_version: version, default_locale: locale } = manifest;
  return {
    folder,
    tool: isBuild || needsBuild ? tool : undefined,
    name:
      typeof name === 'string'
        ? await displayName(folderReader(folder), name, typeof locale === 'string' ? locale : '')
        : undefined,
    manifestVersion: typeof version === 'number' ? version : undefined,
    forChromium: !within.some(isForOtherEngine) && !isFirefoxBackground(manifest),
    forDevelopment: isBuild && (within.some(isForDevelopment) || (await importsFromServer(folder, manifest))),
    needsBuild,
    hasBuild: false,
    ...(isBuild ? { kind: 'build', ...(await age(folder, project, signal)) } : { kind: 'source' }),
  };
}

async function age(
  folder: string,
  project: Project | undefined,
  signal: AbortSignal,
): Promise<Pick<ExtensionFolder, 'builtAt' | 'staleSince'>> {
  const written = await builtAt(folder, signal);
  return { builtAt: written, staleSince: written && project && (await changedSince(written, project, signal)) };
}

/**
 * CRXJS writes the files for its development server into the same folder as the finished build, with a service worker
 * that imports from the server.
 */
async function importsFromServer(folder: string, { background }: Manifest): Promise<boolean> {
  const worker = isRecord(background) ? background['service_worker'] : undefined;
  if (worker !== 'service-worker-loader.js') return false;
  const text = await readRegularFile(path.join(folder, worker)).then(String, () => '');
  return /^[^\S\n\r\u2028\u2029]*import\s*['"]https?:\/\/(localhost|127\.0\.0\.1)\b/m.test(text);
}

/** Browsers cannot read these files: a tool has to compile them to a script or a style first. */
function namesSources(manifest: Manifest): boolean {
  return texts(manifest).some((text) => /^[^:*]+\.([cm]?tsx?|jsx|vue|svelte|s[ac]ss|less|styl)$/i.test(text));
}

/** If a tool builds the project, a script that is missing here is written elsewhere by the tool. */
async function lacksScripts(folder: string, { background, content_scripts: scripts }: Manifest): Promise<boolean> {
  const names = new Set(texts([background, scripts]).filter((text) => /^[^:*]+\.m?js$/i.test(text)));
  for (const name of names) {
    const isThere = await access(path.join(folder, name)).then(
      () => true,
      () => false,
    );
    if (!isThere) return true;
  }
  return false;
}

function texts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}

/** In version 3, only Firefox runs background scripts in a page; Chromium requires a service worker. */
function isFirefoxBackground({ manifest_version: version, background }: Manifest): boolean {
  return version === 3 && isRecord(background) && 'scripts' in background && !('service_worker' in background);
}
