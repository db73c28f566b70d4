import { crc32 } from 'node:zlib';
import yauzl, { type Entry } from 'yauzl';
import { inspectExtension, packExtension, type Inspection, type Package } from '../../../../src/packaging';
import { writeFiles } from '../../../support/files';
import { temporaryFolder } from '../../../support/temporary-folder';

export const { signal } = new AbortController();
export const MANIFEST_TEXT = JSON.stringify({ manifest_version: 3, name: 'a', version: '1' });

/** A new folder with a manifest and these files; mocha removes it after the test. */
export function folderForEachTest(): () => string {
  let root = '';
  beforeEach(async () => {
    root = temporaryFolder();
    writeFiles(root, { 'manifest.json': MANIFEST_TEXT });
  });
  return () => root;
}

export function inspect(root: string): Promise<Inspection> {
  return inspectExtension(root, {}, signal);
}

export async function pack(root: string): Promise<Package> {
  return packExtension(await inspect(root), signal);
}

/** The entries of a zip by name, in order, each with its content; reading verifies the checksums. */
export async function read(zip: Buffer): Promise<Map<string, { entry: Entry; content: Buffer }>> {
  const found = new Map<string, { entry: Entry; content: Buffer }>();
  const file = await yauzl.fromBufferPromise(zip);
  for await (const entry of file.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await file.openReadStreamPromise(entry)) chunks.push(chunk);
    const content = Buffer.concat(chunks);
    if (crc32(content) !== entry.crc32) throw new Error(`${entry.fileName} has a wrong checksum`);
    found.set(entry.fileName, { entry, content });
  }
  return found;
}

/** Bytes that cannot be compressed, the same each time. */
export function noise(bytes: number): Buffer {
  const content = Buffer.alloc(bytes);
  let state = 1;
  for (let at = 0; at < bytes; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    content[at] = state >>> 24;
  }
  return content;
}

/** Text like that of a script: words and numbers, with no two equal lines. */
export function script(bytes: number): string {
  let text = '';
  for (let line = 0; text.length < bytes; line++)
    text += `const value${line} = await load('item-${(line * 7919) % 10_007}', { index: ${line} });\n`;
  return text.slice(0, bytes);
}
