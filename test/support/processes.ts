import { readdirSync, readFileSync } from 'node:fs';

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** The running processes of this machine, without zombies. Linux only. */
function running(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        // "pid (name) state parent …": the name may contain spaces and brackets.
        const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return state === 'Z' ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
      } catch {
        // It ended while the list was being read.
        return [];
      }
    });
}

/** The process IDs of the services that a process has started itself. */
export function servicesOf(starter: number): number[] {
  return running()
    .filter(({ parent, command }) => parent === starter && command.includes('local-service.mjs'))
    .map(({ pid }) => pid);
}

/** All descendants of a process. */
export function descendantsOf(ancestor: number): number[] {
  const all = running();
  const below = (pid: number): number[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child.pid, ...below(child.pid)]);
  return below(ancestor);
}

/** The process IDs of the extension hosts of a VS Code. */
export function extensionHostsOf(server: number): number[] {
  const own = new Set(descendantsOf(server));
  return running()
    .filter(({ pid, command }) => own.has(pid) && command.includes('--type=extensionHost'))
    .map(({ pid }) => pid);
}

export function isRunning(pid: number): boolean {
  return running().some((process) => process.pid === pid);
}

/** The command lines of all processes. */
export function commandLines(): string[] {
  return running().map(({ command }) => command);
}

/** The process IDs of the browsers that a service has started itself. */
export function browsersOf(service: number): number[] {
  return running()
    .filter(({ parent }) => parent === service)
    .map(({ pid }) => pid);
}

/** The process ID of the browser of a session: its folder is named after the session. */
export function browserOf(service: number, session: string): number | undefined {
  return running().find(({ parent, command }) => parent === service && command.includes(`/${session}/`))?.pid;
}

/** The process IDs of the temporary browsers in which a service tests extensions. */
export function trialsOf(service: number): number[] {
  return running()
    .filter(({ parent, command }) => parent === service && /\/s\w{6}\/q\w{6}\//.test(command))
    .map(({ pid }) => pid);
}

/** The process IDs of the pages of a session: their command lines contain the same folder. */
export function pagesOf(session: string): number[] {
  return running()
    .filter(({ command }) => command.includes('--type=renderer') && command.includes(`/${session}/`))
    .map(({ pid }) => pid);
}

/** Every process that uses the folders of a service, including its helper processes. */
export function processesOf(service: number): number[] {
  return running()
    .filter(({ command }) => command.includes(`browser-sessions-${service}-`))
    .map(({ pid }) => pid);
}
