// What Linux reports about processes.
import fs from 'node:fs';

/** The parent of each running process; zombies do not count. */
function parents() {
  const all = new Map();
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [state, parent] = fs
        .readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      if (state !== 'Z') all.set(Number(pid), Number(parent));
    } catch {
      /* it has just ended */
    }
  }
  return all;
}

/** How many child processes a process has, and how many descendants in total. */
export function descendants(pid) {
  const all = [...parents()];
  const childrenOf = (parent) => all.flatMap(([child, of]) => (of === parent ? [child] : []));
  const below = (parent) => childrenOf(parent).flatMap((child) => [child, ...below(child)]);
  return { children: childrenOf(pid).length, all: below(pid).length };
}

/** Files, pipes and sockets that a process has open. */
export const openFiles = (pid) => fs.readdirSync(`/proc/${pid}/fd`).length;

/** Sockets among them. */
export const openSockets = (pid) =>
  fs.readdirSync(`/proc/${pid}/fd`).filter((descriptor) => {
    try {
      return fs.readlinkSync(`/proc/${pid}/fd/${descriptor}`).startsWith('socket:');
    } catch {
      return false; // it was closed meanwhile
    }
  }).length;

/** Ticks of the kernel's clock in a second, on every Linux that Node.js runs on. */
const TICKS = 100;
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** Milliseconds of processor time that a process has used so far. */
export function processorTime(pid) {
  const fields = fs
    .readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return ((Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) / TICKS) * 1000;
}

/** Bytes of memory that a process has resident. */
export function residentMemory(pid) {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}
