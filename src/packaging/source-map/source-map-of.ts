import path from 'node:path';
import { AnyMap, type TraceMap } from '@jridgewell/trace-mapping';
import { isWithin } from '../is-within';
import { readRegularFile } from '../regular-file';

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
  const text = inline ? textOf(address ?? '') : (await readRegularFile(mapFile, MAX_MAP_BYTES)).toString();
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

function textOf(dataUrl: string): string {
  const comma = dataUrl.indexOf(',');
  const [head, body] = [dataUrl.slice(0, comma), dataUrl.slice(comma + 1)];
  return head.endsWith(';base64') ? Buffer.from(body, 'base64').toString() : decodeURIComponent(body);
}
