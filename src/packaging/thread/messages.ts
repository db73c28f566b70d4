import { setImmediate } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { Cancelled, messageOf, type RecoveryAction, UserError } from '../../core/errors';
import type { Message } from '../../core/message';
import type { PackProgress } from '../zip/progress';
import type { JobName } from './jobs';

/** Messages to a thread. */
export type ToThread =
  | { readonly kind: 'run'; readonly job: JobName; readonly args: SlicedMessage }
  /** The job was cancelled: it ends as soon as it can. */
  | { readonly kind: 'cancel' }
  /** No more jobs: the thread ends after its current job. */
  | { readonly kind: 'end' };

/** Messages from a thread. */
export type FromThread =
  | { readonly kind: 'progress'; readonly progress: PackProgress }
  | { readonly kind: 'done'; readonly result: SlicedMessage }
  | { readonly kind: 'failed'; readonly error: SentError };

/** An error as plain data: structured cloning to another thread would keep only the class Error and the message. */
type SentError =
  | { readonly kind: 'user'; readonly text: Message; readonly recovery?: RecoveryAction | undefined }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'unexpected'; readonly message: string; readonly stack?: string | undefined };

export function sentError(error: unknown): SentError {
  if (error instanceof UserError) return { kind: 'user', text: error.text, recovery: error.recovery };
  if (error instanceof Cancelled) return { kind: 'cancelled' };
  return { kind: 'unexpected', message: messageOf(error), stack: error instanceof Error ? error.stack : undefined };
}

export function receivedError(sent: SentError): Error {
  switch (sent.kind) {
    case 'user':
      return new UserError(sent.text, sent.recovery);
    case 'cancelled':
      return new Cancelled();
    case 'unexpected':
      return Object.assign(new Error(sent.message), sent.stack !== undefined && { stack: sent.stack });
  }
}

/** Items of a list in one slice, deserialized in about half a millisecond. */
const SLICE = 200;
/** How deep lists are searched for: `inspection.files`, as an argument, is at this depth. */
const DEPTH = 2;

type Place = readonly string[];

/**
 * A value on its way to another thread. A thread deserializes a message in one go, so long lists are sent in slices,
 * which can be deserialized one after another.
 */
export interface SlicedMessage {
  /** `v8.serialize` of the value, without the lists and contents below. */
  readonly frame: Uint8Array;
  readonly lists: readonly { readonly place: Place; readonly slices: readonly Uint8Array[] }[];
  readonly contents: readonly { readonly place: Place; readonly content: Uint8Array }[];
}

/** Packs plain data. Between slices, other work of this thread gets a turn. */
export async function sliceMessage(value: unknown): Promise<SlicedMessage> {
  const lists: { place: Place; slices: Uint8Array[] }[] = [];
  const contents: { place: Place; content: Uint8Array }[] = [];
  const long: { place: Place; list: readonly unknown[] }[] = [];
  const frame = serialize(without(value, [], { long, contents }));
  for (const { place, list } of long) {
    const slices: Uint8Array[] = [];
    for (let at = 0; at < list.length; at += SLICE) {
      await setImmediate();
      slices.push(serialize(list.slice(at, at + SLICE)));
    }
    lists.push({ place, slices });
  }
  return { frame, lists, contents };
}

/** Unpacks a value; between slices, other work of this thread gets a turn. */
export async function joinMessage<T>({ frame, lists, contents }: SlicedMessage): Promise<T> {
  const box: { readonly value: T } = { value: deserialize(frame) };
  for (const { place, slices } of lists) {
    const list: unknown[] = [];
    for (const slice of slices) {
      await setImmediate();
      const part: unknown[] = deserialize(slice);
      list.push(...part);
    }
    put(box, place, list);
  }
  for (const { place, content } of contents)
    put(box, place, Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  return box.value;
}

/** The memory that can be transferred instead of copied. */
export function transfersOf({ frame, lists, contents }: SlicedMessage): ArrayBuffer[] {
  const parts = [frame, ...lists.flatMap(({ slices }) => slices), ...contents.map(({ content }) => content)];
  return [...new Set(parts.map(({ buffer }) => buffer))].filter((buffer) => buffer instanceof ArrayBuffer);
}

interface Taken {
  readonly long: { place: Place; list: readonly unknown[] }[];
  readonly contents: { place: Place; content: Uint8Array }[];
}

/** The value without long lists and file contents, which are collected in `taken`. */
function without(value: unknown, place: Place, taken: Taken): unknown {
  if (value instanceof Uint8Array) {
    taken.contents.push({ place, content: value });
    return undefined;
  }
  if (Array.isArray(value)) {
    if (value.length > SLICE) taken.long.push({ place, list: value });
    return value.length > SLICE
      ? undefined
      : place.length === 0
        ? value.map((each, index) => without(each, [...place, `${index}`], taken))
        : value;
  }
  if (place.length >= DEPTH || !isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, without(each, [...place, key], taken)]));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function put(box: object, place: Place, part: unknown): void {
  const path = ['value', ...place];
  const last = path.pop() ?? '';
  const holder = path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), box);
  Reflect.set(Object(holder), last, part);
}
