import { createHmac, type Hmac } from 'node:crypto';
import { codeOf, throwIfCancelled } from '../../core/errors';
import type { Message } from '../../core/message';
import { regularYield, type Turn } from '../../core/regular-yield';
import { NotRegular, openRegularFile } from '../regular-file';
import type { PackedFile } from '../selection/walk';
import { notePosition } from '../thread/position';
import { isNoText, SECRET_KINDS, secretByName, type SecretKind } from './secret-kinds';

/** A key, token or password in an included file. Contains no part of its value. */
export interface Secret {
  /** Path within the folder, with `/`. */
  readonly file: string;
  /** From 1, of the beginning; 1 and 1 if it is about the whole file. */
  readonly line: number;
  readonly column: number;
  /** With its article, to be used in a sentence: `a private key`. */
  readonly kind: Message;
  /**
   * The same for the same value in any file; it reveals nothing about the value. Of a file as a whole, the same for the
   * same content in the same place.
   */
  readonly fingerprint: string;
}

type Search = ReturnType<typeof secretSearch>;

/** Bytes of a file that are searched. No zip may be larger, and hardly any text is. */
const MAX_BYTES = 50 * 1024 * 1024;
/** Enough to show that a file should be excluded. */
const MAX_PER_FILE = 10;
/** Files read at the same time, so that the search does not wait for the disk. */
const MAX_CONCURRENT = 6;
/** Milliseconds of searching after which other work of the thread gets a turn. */
const YIELD_AFTER = 6;

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
  const yieldToOthers = regularYield(YIELD_AFTER, signal);
  const queue = files.entries();
  const work = async (): Promise<void> => {
    for (const [index, file] of queue) {
      throwIfCancelled(signal);
      found[index] = await secretsOf(file, { search, yieldToOthers, salt }, signal);
    }
  };
  // Also after Cancel each file is closed first: on Windows its folder could not be removed.
  const ended = await Promise.allSettled(Array.from({ length: MAX_CONCURRENT }, work));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return found.flat();
}

async function secretsOf(
  file: PackedFile,
  { search, yieldToOthers, salt }: { search: Search; yieldToOthers: Turn; salt: string },
  signal: AbortSignal,
): Promise<Secret[]> {
  notePosition(file.source);
  const kind = secretByName(file.path);
  if (kind) {
    const fingerprint = await fingerprintOfFile(file, { yieldToOthers, salt }, signal);
    return [{ file: file.path, line: 1, column: 1, kind, fingerprint }];
  }
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
    await yieldToOthers();
  }
  return found.slice(0, MAX_PER_FILE);
}

function fingerprintOf(salt: string, value: string): string {
  return fingerprintIn(createHmac('sha256', salt).update(value));
}

async function fingerprintOfFile(
  file: PackedFile,
  { yieldToOthers, salt }: { yieldToOthers: Turn; salt: string },
  signal: AbortSignal,
): Promise<string> {
  const made = createHmac('sha256', salt).update(`${file.source}\0${file.bytes}\0`);
  for await (const { bytes, from, to } of readable(file)) {
    throwIfCancelled(signal);
    made.update(bytes.subarray(from, to));
    await yieldToOthers();
  }
  return fingerprintIn(made);
}

function fingerprintIn(made: Hmac): string {
  return made.digest('base64url').slice(0, 16);
}

/** Ends early for a file that does not exist any more, is something else now, or cannot be read. */
async function* readable({ source, bytes }: PackedFile): ReturnType<typeof windowsOf> {
  try {
    yield* windowsOf(source, Math.min(bytes, MAX_BYTES));
  } catch (error) {
    if (!(error instanceof NotRegular) && codeOf(error) === undefined) throw error;
  }
}

/** A secret in a text; `index` is its first character. */
interface Match {
  readonly index: number;
  readonly kind: Message;
  /** Only for its fingerprint. */
  readonly value: string;
}

/** Characters before a match that a rule may check. */
const BEFORE = 1000;

/**
 * Compiles all kinds into one regular expression, so that a text is scanned once. The returned function finds the
 * secrets that begin at `from` or after it, and before `to`.
 */
function secretSearch(): (text: string, from: number, to: number) => Match[] {
  const patterns = [...new Set(SECRET_KINDS.map(({ pattern }) => pattern))];
  const kinds = patterns.map((pattern) => SECRET_KINDS.filter((kind) => kind.pattern === pattern));
  const expression = new RegExp(patterns.map((pattern) => `(${pattern})`).join('|'), 'g');
  return (text, from, to) => {
    const found: Match[] = [];
    expression.lastIndex = from;
    for (let match = expression.exec(text); match && match.index < to; match = expression.exec(text)) {
      const { index, 0: whole } = match;
      const before = text.slice(Math.max(0, index - BEFORE), index);
      const kind = kinds[match.indexOf(whole, 1) - 1]?.find((each) => accepts(each, whole, before));
      if (kind) found.push({ index, kind: kind.kind, value: whole });
      expression.lastIndex = kind ? index + whole.length : index + 1;
    }
    return found;
  };
}

/** Kept, because for a short text its making takes longer than the search. */
let sharedSearch: Search | undefined;

/**
 * The text with another one in place of each secret that `findSecrets` would find in it. Texts are read whole, so they
 * should have a limit.
 */
export function replaceSecrets(text: string, replacement: string): string {
  let [replaced, end] = ['', 0];
  sharedSearch ??= secretSearch();
  for (const { index, value } of sharedSearch(text, 0, text.length)) {
    replaced += text.slice(end, index) + replacement;
    end = index + value.length;
  }
  return replaced + text.slice(end);
}

function accepts(kind: SecretKind, whole: string, before: string): boolean {
  return (kind.withinWord ?? !endsInWord(before, whole)) && kind.accepts(whole, before);
}

/**
 * Whether a match is the end of a longer word. In program text, the `n` of an escape such as `\n` is not part of a
 * word.
 */
function endsInWord(before: string, match: string): boolean {
  const end = before.slice(-2);
  return /^\w/.test(match) && /[A-Za-z0-9]$/.test(end) && !/\\[nrt]$/.test(end);
}

/** A section of a file. Only matches that begin at `from` or after it, and before `to`, count; the rest is context. */
interface Window {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
}

/**
 * Bytes searched in one step: in less than a millisecond, and in about 30 ms for text that was crafted to be slow.
 * Other work waits no longer than that.
 */
const STEP = 64 * 1024;
/**
 * AHEAD is longer than the longest secret, a signed token; BEHIND is longer than the text that a rule checks before a
 * secret.
 */
const AHEAD = 8 * 1024;
const BEHIND = 1024;

/**
 * Reads a file in overlapping windows, so that no secret is split. All windows share the same memory, so finish with
 * one before requesting the next. Rejects if the file cannot be read.
 */
async function* windowsOf(file: string, size: number): AsyncGenerator<Window> {
  const handle = await openRegularFile(file);
  try {
    const memory = Buffer.allocUnsafe(Math.min(size, BEHIND + AHEAD + STEP));
    let kept = 0;
    let from = 0;
    for (let read = 0, done = false; !done;) {
      const { bytesRead } = await handle.read(memory, kept, Math.min(memory.length - kept, size - read), read);
      read += bytesRead;
      done = bytesRead === 0 || read >= size;
      const bytes = memory.subarray(0, kept + bytesRead);
      const to = done ? bytes.length : Math.max(from, bytes.length - AHEAD);
      yield { bytes, from, to };
      const start = Math.max(0, to - BEHIND);
      kept = bytes.copy(memory, 0, start);
      from = to - start;
    }
  } finally {
    await handle.close();
  }
}

/** Line and column, from 1, as editors count them: a column is a UTF-16 code unit. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** The place after some bytes of UTF-8, given the place before them. */
function placeAfter({ line, column }: Place, bytes: Uint8Array): Place {
  let lines = line;
  let columns = column;
  for (const byte of bytes) {
    if (byte === 0x0a) {
      lines++;
      columns = 1;
    } else if ((byte & 0xc0) !== 0x80) {
      // Count a character by its first byte. From 0xF0 on, the character needs two UTF-16 code units.
      columns += byte >= 0xf0 ? 2 : 1;
    }
  }
  return { line: lines, column: columns };
}
