import { access } from 'node:fs/promises';
import path from 'node:path';
import { parse, type ParseError } from 'jsonc-parser';
import { displayName } from '../manifest/display-name';
import { readablePart } from '../manifest/json-depth';
import { MANIFEST } from '../manifest/manifest-text';
import { readRegularFile } from '../read-regular-file';
import { isBuildFolder } from '../build-folder';
import { buildTool, isForDevelopment, isForOtherEngine } from './build-tools';
import { projectOf, type Project } from './project';
import { isRecord } from './record';
import { builtAt, changedSince, type Staleness } from './staleness';

/** A folder that holds an extension, and what helps a person to tell it from others. */
export interface ExtensionFolder {
  /** Absolute. */
  readonly folder: string;
  /** `build`: a tool wrote it, and all of it belongs to the extension. */
  readonly kind: 'source' | 'build';
  /** The tool that builds the project, as its makers write it: `WXT`, `CRXJS`. Only of a project that needs one. */
  readonly tool?: string;
  /** Of the manifest, with its placeholders replaced. */
  readonly name?: string;
  readonly manifestVersion?: number;
  /** False of a build for another engine: Firefox, Safari. */
  readonly forChromium: boolean;
  /** A build that a development server wrote: away from the person's machine its pages may stay empty. */
  readonly forDevelopment: boolean;
  /** A template that a tool makes the extension from: as it is, it does not work. */
  readonly needsBuild: boolean;
  /** Of such a template: its project holds a build of it. */
  readonly hasBuild: boolean;
  /** Of a build: when its newest file was written. */
  readonly builtAt?: Date;
  /** Of a build that is older than its sources. */
  readonly staleSince?: Staleness;
}

type Manifest = Readonly<Record<string, unknown>>;

/** What no web app's `manifest.json` has: one that lacks its `manifest_version` is an extension's all the same. */
const EXTENSION_KEYS = ['manifest_version', 'background', 'content_scripts', 'host_permissions', 'browser_action'];

/**
 * The manifest of the extension in a folder, as far as it can be read; undefined where there is none, or a web app's.
 */
export async function readExtensionManifest(folder: string): Promise<Manifest | undefined> {
  const bytes = await readRegularFile(path.join(folder, MANIFEST)).catch(() => undefined);
  if (bytes === undefined) return undefined;
  const errors: ParseError[] = [];
  const parsed: unknown = parse(readablePart(bytes.toString()), errors, { allowTrailingComma: true });
  // A broken manifest is proposed: the verdict names the line.
  if (!isRecord(parsed)) return errors.length > 0 ? {} : undefined;
  return EXTENSION_KEYS.some((key) => key in parsed) ? parsed : undefined;
}

/** Describes the extension of a folder that was found at or below another, `root`. Both absolute. */
export async function describeExtension(
  folder: string,
  root: string,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<ExtensionFolder> {
  const project = await projectOf(path.dirname(folder));
  const within = (path.relative(project?.folder ?? root, folder) || path.basename(folder)).split(path.sep);
  const isBuild = within.some(isBuildFolder);
  const tool = buildTool(within.join('/'), project ?? (await projectOf(folder)));
  const needsBuild =
    !isBuild && (namesSources(manifest) || (tool !== undefined && (await lacksScripts(folder, manifest))));
  const { name, manifest_version: version, default_locale: locale } = manifest;
  return {
    folder,
    tool: isBuild || needsBuild ? tool : undefined,
    name:
      typeof name === 'string' ? await displayName(folder, name, typeof locale === 'string' ? locale : '') : undefined,
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
 * CRXJS writes what its development server serves into the same folder as the finished build, with a service worker
 * that imports from it.
 */
async function importsFromServer(folder: string, { background }: Manifest): Promise<boolean> {
  const worker = isRecord(background) ? background['service_worker'] : undefined;
  if (worker !== 'service-worker-loader.js') return false;
  const text = await readRegularFile(path.join(folder, worker)).then(String, () => '');
  return /^[^\S\n\r\u2028\u2029]*import\s*['"]https?:\/\/(localhost|127\.0\.0\.1)\b/m.test(text);
}

/** Browsers read none of these: only a tool makes a script or a style of them. */
function namesSources(manifest: Manifest): boolean {
  return texts(manifest).some((text) => /^[^:*]+\.([cm]?tsx?|jsx|vue|svelte|s[ac]ss|less|styl)$/i.test(text));
}

/** Where a tool builds the project, a script that is not there is one that the tool writes elsewhere. */
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

/** Of version 3, Firefox alone runs a background page of scripts; Chromium wants a service worker. */
function isFirefoxBackground({ manifest_version: version, background }: Manifest): boolean {
  return version === 3 && isRecord(background) && 'scripts' in background && !('service_worker' in background);
}
