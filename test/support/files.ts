import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Text or bytes for each file, or an object for a JSON file; by paths with `/`. */
export type FileContents = Readonly<Record<string, string | Buffer | object>>;

/** Writes files below a folder, and the folders that they need. */
export function writeFiles(folder: string, files: FileContents): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytesOf(content));
  }
}

export function bytesOf(content: FileContents[string]): string | Buffer {
  return typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content, null, 2);
}

/** A manifest that Chromium accepts, with more keys, or others. */
export function manifest(name: string, more: object = {}): object {
  return { manifest_version: 3, name, version: '1.0', ...more };
}

/** Looks like an AWS key; in parts, so that this repository contains no text that looks like a token. */
export const KEY = ['AKIA', 'Z7Q4M2X3', 'K5T3W6RP'].join('');
