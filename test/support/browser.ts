import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ClientRequest } from 'node:http';
import path from 'node:path';
import { urlToHttpOptions } from 'node:url';
import { DevToolsConnection, type Network } from '../../src/devtools';
import { manifest, writeFiles } from './files';
import { temporaryFolder } from './temporary-folder';

/** Straight to the host. */
export const directly: Network = {
  requestFactoryFor: async (url) => (options) => new ClientRequest({ ...urlToHttpOptions(url), ...options }),
  trustExtra: async () => false,
};

/** A Chromium with a DevTools address of its own, as a cloud session has one. */
export class DebuggedBrowser {
  /** Holds the profile and the extensions. */
  readonly folder = temporaryFolder();
  private child: ChildProcess | undefined;
  private current: URL | undefined;

  get address(): URL {
    if (!this.current) throw new Error('the browser does not run');
    return this.current;
  }

  /** @param flags more of its command line. */
  async start(...flags: readonly string[]): Promise<void> {
    const child = spawn(
      process.env['BROWSER_SESSIONS_CHROMIUM'] ?? '/usr/bin/chromium',
      [
        '--headless=new',
        '--remote-debugging-port=0',
        `--user-data-dir=${path.join(this.folder, 'profile')}`,
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-dev-shm-usage',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        ...flags,
        'about:blank',
      ],
      { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    );
    this.child = child;
    let said = '';
    for await (const chunk of child.stderr) {
      said += String(chunk);
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (address === undefined) continue;
      this.current = new URL(address);
      break;
    }
    if (!this.current) throw new Error(`Chromium did not start: ${said}`);
  }

  /** Ends it as a crash does. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child?.pid) return;
    this.child = undefined;
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  }

  /** Writes an extension. @returns its folder. */
  write(name: string, keys: object): string {
    const folder = path.join(this.folder, 'extensions', name);
    writeFiles(folder, { 'manifest.json': manifest(name, keys) });
    return folder;
  }

  connect(signal = new AbortController().signal): Promise<DevToolsConnection> {
    return DevToolsConnection.open(this.address, directly, signal);
  }
}
