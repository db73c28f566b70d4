import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startLocalService, type LocalService } from './local-service';
import { temporaryFolder } from './temporary-folder';

/** Starts the local service with a browser that can't reach this machine, as one elsewhere. */
export function startFarService(): Promise<LocalService> {
  return startLocalService({ env: { BROWSER_SESSIONS_CHROMIUM: farChromium(temporaryFolder()) } });
}

/**
 * Writes a program into a folder that starts Chromium so that all its requests go to a proxy that is not there.
 * @returns its path.
 */
export function farChromium(folder: string): string {
  const chromium = process.env['BROWSER_SESSIONS_CHROMIUM'] ?? '/usr/bin/chromium';
  const program = path.join(folder, 'far-chromium');
  const flags = `--proxy-server=127.0.0.1:9 '--proxy-bypass-list=<-loopback>'`;
  writeFileSync(program, `#!/bin/sh\nexec "${chromium}" ${flags} "$@"\n`);
  chmodSync(program, 0o755);
  return program;
}
