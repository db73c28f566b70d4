import { buffer } from 'node:stream/consumers';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { MEGABYTE } from '../../core/format';
import { MANIFEST, parseManifest, property } from '../manifest/manifest-text';
import { displayName } from '../manifest/messages';

/** Files of a zip from outside that are looked at; no extension has as many. */
const MAX_ENTRIES = 10_000;
/** Bytes of a manifest or a messages file in it. yauzl lets none be larger than it claims. */
const MAX_BYTES = 2 * MEGABYTE;

/**
 * The name of the extension in a zip from outside, as Chromium shows it.
 * @returns undefined if it has no manifest that can be read, or no name in it.
 */
export async function zippedName(zip: Uint8Array): Promise<string | undefined> {
  try {
    const opened = await yauzl.fromBufferPromise(Buffer.from(zip.buffer, zip.byteOffset, zip.length));
    const entries = await readEntries(opened);
    const read = (file: string): Promise<Uint8Array> => readEntry(opened, entries.get(file));
    const manifest = parseManifest(await read(MANIFEST));
    if (!('root' in manifest)) return undefined;
    const text = (key: string): string => {
      const value: unknown = property(manifest, key)?.value;
      return typeof value === 'string' ? value : '';
    };
    return (await displayName(read, text('name'), text('default_locale'))).trim() || undefined;
  } catch {
    return undefined;
  }
}

async function readEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, entry);
    if (entries.size >= MAX_ENTRIES) break;
  }
  return entries;
}

async function readEntry(zip: ZipFile, entry: Entry | undefined): Promise<Uint8Array> {
  if (!entry || entry.uncompressedSize > MAX_BYTES) throw new Error('no such file');
  return buffer(await zip.openReadStreamPromise(entry));
}
