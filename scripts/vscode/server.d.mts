export interface Host {
  name: string;
  version: string;
}

export interface VSCodeServer {
  base: string;
  port: number;
  log: string;
  pid: number;
  gone: Promise<number | null>;
  stop(): Promise<void>;
}

export function freePort(wanted?: number): Promise<number>;
export function prepare(folder: string, settings?: Record<string, unknown>): void;
export function installVsix(
  folder: string,
  vsix: string,
  options?: { host?: Host; env?: Record<string, string>; extensions?: string },
): Promise<void>;
export function startServer(options: {
  folder: string;
  extensions?: string;
  host?: Host;
  port?: number;
  args?: string[];
  env?: Record<string, string>;
  workspaceTrust?: boolean;
}): Promise<VSCodeServer>;
