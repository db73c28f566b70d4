import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Memory of this process, in bytes. */
export interface Held {
  readonly rss: number;
  /** The heap, and the buffers outside it. */
  readonly used: number;
}

/** The memory of this process after a garbage collection. */
export function memoryInUse(): Held {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  return { rss, used: heapUsed + arrayBuffers };
}

const ESTABLISHED = '01';

/** How many connections this process has open to a port of this machine. Linux only. */
export function connectionsTo(port: number): number {
  const remote = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = readFileSync('/proc/self/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const inodes = lines
    .filter(([, , to, state]) => to === remote && state === ESTABLISHED)
    .map((fields) => `socket:[${fields[9]}]`);
  const own = new Set(readdirSync('/proc/self/fd').map(targetOf));
  return inodes.filter((inode) => own.has(inode)).length;
}

function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    // It was closed meanwhile.
    return '';
  }
}
