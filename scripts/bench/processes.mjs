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
