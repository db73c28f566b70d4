import { createHmac } from 'node:crypto';
import { codeOf, throwIfCancelled } from '../../core/errors';
import type { Message } from '../../core/message';
import { NotRegular } from '../regular-file';
import type { PackedFile } from '../selection/walk';
import { notePosition } from '../thread/position';
import { placeAfter } from './place';
import { secretSearch } from './search';
import { isNoText, secretByName } from './secret-names';
import { windowsOf } from './windows';

/** A key, token or password in an included file. Contains no part of its value. */
export interface Secret {
  /** Path within the folder, with `/`. */
  readonly file: string;
  /** From 1, of the beginning; 1 and 1 if it is about the whole file. */
  readonly line: number;
  readonly column: number;
  /** With its article, to be used in a sentence: `a private key`. */
  readonly kind: Message;
  /** The same for the same value in any file; it reveals nothing about the value. */
  readonly fingerprint: string;
}

type Search = ReturnType<typeof secretSearch>;
type Pause = () => Promise<void>;

/** Bytes of a file that are searched. No zip may be larger, and hardly any text is. */
const MAX_BYTES = 50 * 1024 * 1024;
/** Enough to show that a file should be excluded. */
const MAX_PER_FILE = 10;
/** Files read at the same time, so that the search does not wait for the disk. */
const AT_ONCE = 6;
/** Milliseconds of searching after which other work of the thread gets a turn. */
const SPELL = 6;

/**
 * Searches the included files for keys, tokens and passwords, by file name and in the text, at most ten in each file.
 * Pictures, archives and other binary files are not searched, nor is UTF-16. Files that cannot be read any more are
 * skipped, because packing reports them.
 * @param salt is part of the fingerprints.
 * @returns the secrets in the order of the files.
 */
export async function findSecrets(files: readonly PackedFile[], salt: string, signal: AbortSignal): Promise<Secret[]> {
  const found: Secret[][] = files.map(() => []);
  const search = secretSearch();
  const pause = breather();
  const queue = files.entries();
  const work = async (): Promise<void> => {
    for (const [index, file] of queue) {
      throwIfCancelled(signal);
      found[index] = await secretsOf(file, { search, pause, salt }, signal);
    }
  };
  // Also after Cancel each file is closed first: on Windows its folder could not be removed.
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return found.flat();
}

async function secretsOf(
  file: PackedFile,
  { search, pause, salt }: { search: Search; pause: Pause; salt: string },
  signal: AbortSignal,
): Promise<Secret[]> {
  notePosition(file.source);
  const kind = secretByName(file.path);
  if (kind) return [{ file: file.path, line: 1, column: 1, kind, fingerprint: fingerprintOf(salt, file.path) }];
  if (isNoText(file.path) || file.bytes === 0) return [];
  const found: Secret[] = [];
  let place = { line: 1, column: 1 };
  for await (const { bytes, from, to } of readable(file)) {
    throwIfCancelled(signal);
    if (bytes.subarray(from).includes(0)) break;
    let placed = from;
    for (const match of search(bytes.toString('latin1'), from, to)) {
      place = placeAfter(place, bytes.subarray(placed, match.index));
      placed = match.index;
      found.push({ file: file.path, ...place, kind: match.kind, fingerprint: fingerprintOf(salt, match.value) });
    }
    if (found.length >= MAX_PER_FILE) break;
    if (to < bytes.length) place = placeAfter(place, bytes.subarray(placed, to));
    await pause();
  }
  return found.slice(0, MAX_PER_FILE);
}

function fingerprintOf(salt: string, value: string): string {
  return createHmac('sha256', salt).update(value).digest('base64url').slice(0, 16);
}

/** Ends early for a file that does not exist any more, is something else now, or cannot be read. */
async function* readable({ source, bytes }: PackedFile): ReturnType<typeof windowsOf> {
  try {
    yield* windowsOf(source, Math.min(bytes, MAX_BYTES));
  } catch (error) {
    if (!(error instanceof NotRegular) && codeOf(error) === undefined) throw error;
  }
}

/** Lets timers and other work run, if they have not had a turn for a while. */
function breather(): Pause {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < SPELL) return;
    await new Promise((resolve) => setImmediate(resolve));
    last = performance.now();
  };
}
