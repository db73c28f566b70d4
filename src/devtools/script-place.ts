import type { Protocol } from 'devtools-protocol';
import { excerpt } from '../core/format';
import { asCount, asText } from '../core/json';
import { listOf, type Doubtful } from './doubtful';

/** A place in a file of the extension. */
export interface ScriptPlace {
  /** Path within the extension, with `/`. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

export interface StackFrame {
  /** Empty for code outside of a function. */
  readonly name: string;
  /** Undefined for code that is not part of the extension. */
  readonly place: ScriptPlace | undefined;
}

/** Frames of one stack. */
const MAX_FRAMES = 20;
const MAX_DESCRIPTION = 10_000;

/** The start of every address in an extension. */
export function originOf(extensionId: string): string {
  return `chrome-extension://${extensionId}`;
}

/** The path within the extension, with `/`; undefined for an address of something else. */
export function pathWithin(origin: string, address: unknown): string | undefined {
  if (typeof address !== 'string' || !address.startsWith(`${origin}/`) || !URL.canParse(address)) return undefined;
  const path = new URL(address).pathname.slice(1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** An object of the protocol that names a place; lines and columns count from 0. */
type NamedPlace = Doubtful<Pick<Protocol.Runtime.CallFrame, 'url' | 'lineNumber' | 'columnNumber'>>;
type StackTrace = Doubtful<Protocol.Runtime.StackTrace> | null | undefined;

export function placeIn(origin: string, { url, lineNumber, columnNumber }: NamedPlace): ScriptPlace | undefined {
  const path = pathWithin(origin, url);
  if (path === undefined || path === '') return undefined;
  return { path, line: (asCount(lineNumber) ?? 0) + 1, column: (asCount(columnNumber) ?? 0) + 1 };
}

export function framesOf(origin: string, stack: StackTrace): StackFrame[] {
  return listOf(stack?.callFrames, MAX_FRAMES).map((frame) => ({
    name: excerpt(asText(frame.functionName) ?? '', MAX_DESCRIPTION),
    place: placeIn(origin, frame),
  }));
}

/**
 * Reads the stack that is part of an error's description, as V8 writes it. The protocol has no other for an error that
 * was thrown before it was asked.
 */
export function framesIn(origin: string, description: string): StackFrame[] {
  const lines = excerpt(description, MAX_DESCRIPTION).matchAll(/\n {4}at (?:(.+) \()?(\S+?):(\d+):(\d+)\)?(?=\n|$)/g);
  return [...lines].slice(0, MAX_FRAMES).map(([, name = '', url, line, column]) => ({
    name,
    place: placeIn(origin, { url, lineNumber: Number(line) - 1, columnNumber: Number(column) - 1 }),
  }));
}

/** Whether the innermost call of a stack is in the extension. */
export function isCalledFrom(origin: string, stack: StackTrace): boolean {
  return pathWithin(origin, listOf(stack?.callFrames, 1)[0]?.url) !== undefined;
}
