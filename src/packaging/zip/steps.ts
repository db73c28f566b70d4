import { close, closeSync, fstat, fstatSync, open, openSync, read, readSync, type BigIntStats } from 'node:fs';
import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, type ZlibOptions } from 'node:zlib';

type Soon<Result> = Result | Promise<Result>;

/** What compressing asks of Node. Awaiting a step that has blocked costs next to nothing. */
export interface Steps {
  open(path: string): Soon<number>;
  status(file: number): Soon<BigIntStats>;
  /** @returns how many bytes were read; 0 at the end of the file. */
  read(file: number, into: Buffer, position: number): Soon<number>;
  deflate(content: Buffer, options: ZlibOptions): Soon<Buffer>;
  close(file: number): Soon<void>;
}

/** For a thread of its own: several times as fast as asking for each step and waiting for it. */
export const blocking: Steps = {
  open: (path) => openSync(path, 'r'),
  status: (file) => fstatSync(file, { bigint: true }),
  read: (file, into, position) => readSync(file, into, 0, into.length, position),
  deflate: deflateRawSync,
  close: closeSync,
};

const deflateInPool = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);
const statusInPool = promisify(fstat);
const readInPool = promisify(read);
const openInPool = promisify(open);

/** For a thread that has more to do: libuv's pool does the work. */
export const inPool: Steps = {
  open: (path) => openInPool(path, 'r'),
  status: (file) => statusInPool(file, { bigint: true }),
  read: async (file, into, position) => (await readInPool(file, into, 0, into.length, position)).bytesRead,
  deflate: deflateInPool,
  close: promisify(close),
};
