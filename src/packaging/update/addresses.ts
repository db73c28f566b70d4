import { message } from '../../core/message';
import { regularYield } from '../../core/regular-yield';
import { throwIfCancelled } from '../../core/errors';
import type { Problem } from '../problem';
import { readRegularFile } from '../regular-file';
import type { PackedFile } from '../selection/walk';
import { SourceText } from '../source-text';

/** Files with code. */
const CODE = /\.(?:[cm]?js|html?|css)$/i;
/** Bytes of a file, and of all of a version, that are searched. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_TOTAL = 100 * 1024 * 1024;
/** Hosts of a version that are remembered. */
const MAX_HOSTS = 10_000;
/** Files that are told, and hosts in a sentence. */
const MAX_FILES = 10;
const MAX_NAMED = 5;
/** Milliseconds of searching after which other work of the thread gets a turn. */
const YIELD_AFTER = 6;

const ADDRESS = /\b(?:https?|wss?):\/\/([a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8})/gi;
/** Names of formats, which nothing is loaded from. */
const NAMESPACES: ReadonlySet<string> = new Set([
  'www.w3.org',
  'json-schema.org',
  'schema.org',
  'purl.org',
  'ns.adobe.com',
]);

interface Found {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** Hosts that the code names and that of the old version does not, one problem for each file. */
export async function addedAddresses(
  before: readonly PackedFile[],
  after: readonly PackedFile[],
  signal: AbortSignal,
): Promise<Problem[]> {
  const known = await hostsIn(before, new Map(), signal);
  const added = await hostsIn(after, known, signal);
  const files = [...new Set([...added.values()].map(({ file }) => file))].slice(0, MAX_FILES);
  return files.flatMap((file): Problem[] => {
    const hosts = [...added].filter(([, place]) => place.file === file);
    const [first] = hosts;
    const names = hosts.slice(0, MAX_NAMED).map(([host]) => host);
    const listed = names.join(', ');
    return first
      ? [
          {
            severity: 'warning',
            code: 'update-address',
            message:
              hosts.length > names.length
                ? message(
                    'The code names hosts that it didn’t before: {0} and {1} more. Tell what they are for in the privacy policy.',
                    listed,
                    hosts.length - names.length,
                  )
                : message(
                    'The code names hosts that it didn’t before: {0}. Tell what they are for in the privacy policy.',
                    listed,
                  ),
            ...first[1],
          },
        ]
      : [];
  });
}

/** The hosts that are not `known`, each with its first place. */
async function hostsIn(
  files: readonly PackedFile[],
  known: ReadonlyMap<string, Found>,
  signal: AbortSignal,
): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const yieldToOthers = regularYield(YIELD_AFTER, signal);
  let left = MAX_TOTAL;
  for (const { path: file, source, bytes } of files) {
    throwIfCancelled(signal);
    if (!CODE.test(file) || bytes > Math.min(left, MAX_BYTES) || found.size >= MAX_HOSTS) continue;
    left -= bytes;
    // What is gone meanwhile is told by who packs it.
    const text = new SourceText(await readRegularFile(source).then(String, () => ''));
    for (const { 0: address, 1: name = '', index } of text.text.matchAll(ADDRESS)) {
      const host = name.toLowerCase();
      if (found.has(host) || known.has(host) || NAMESPACES.has(host)) continue;
      if (found.size >= MAX_HOSTS) break;
      found.set(host, { file, ...text.positionAt(index), length: address.length });
    }
    await yieldToOthers();
  }
  return found;
}
