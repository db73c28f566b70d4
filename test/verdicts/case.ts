import { createHash } from 'node:crypto';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { bytesOf, writeFiles } from '../support/files';

/** The contents of a folder: text or bytes for each file, an object for a JSON file, and links with their targets. */
export type Files = Readonly<Record<string, string | Buffer | object>>;

/** A folder that differs from a good extension in one change, and a name for that change. */
export interface Case {
  readonly name: string;
  readonly files: Files;
}

export class Link {
  constructor(readonly target: string) {}
}

/** Loads in every Chromium that supports manifest version 3, and names one file of most kinds. */
export const GOOD_MANIFEST = {
  manifest_version: 3,
  name: 'Good',
  version: '1.0',
  background: { service_worker: 'background.js' },
  content_scripts: [{ matches: ['https://example.com/*'], js: ['content.js'], css: ['content.css'] }],
  action: { default_popup: 'popup.html', default_icon: 'icon.png' },
  icons: { 128: 'icon.png' },
  options_page: 'options.html',
};

/** 1 × 1, transparent. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const GOOD_FILES: Files = {
  'manifest.json': GOOD_MANIFEST,
  'background.js': '',
  'content.js': '',
  'content.css': '',
  'popup.html': '<p>popup</p>',
  'options.html': '<p>options</p>',
  'icon.png': PNG,
};

/**
 * The good extension with changed keys in its manifest (`undefined` removes a key), and changed files (`undefined`
 * removes a file).
 */
export function change(
  name: string,
  manifest: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, Files[string] | undefined>> = {},
): Case {
  return withFiles(name, { 'manifest.json': without({ ...GOOD_MANIFEST, ...manifest }), ...files });
}

/** The good extension with another text for its manifest. */
export function written(name: string, manifest: string | Buffer): Case {
  return withFiles(name, { 'manifest.json': manifest });
}

function withFiles(name: string, files: Readonly<Record<string, Files[string] | undefined>>): Case {
  return { name, files: without({ ...GOOD_FILES, ...files }) };
}

function without<T>(values: Readonly<Record<string, T | undefined>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** Writes the folder of a case. */
export async function lay(folder: string, { files }: Case): Promise<void> {
  const links = Object.entries(files).flatMap(([name, content]) =>
    content instanceof Link ? [{ name, content }] : [],
  );
  writeFiles(folder, without({ ...files, ...Object.fromEntries(links.map(({ name }) => [name, undefined])) }));
  for (const { name, content } of links) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await symlink(content.target, file);
  }
}

/** Changes with the content of the case, because a verdict that was recorded for other files does not count. */
export function fingerprint({ files }: Case): string {
  const hash = createHash('sha256');
  for (const [name, content] of Object.entries(files))
    hash
      .update(`${name}\0`)
      .update(content instanceof Link ? content.target : bytesOf(content))
      .update('\0');
  return hash.digest('hex').slice(0, 12);
}
