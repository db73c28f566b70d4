import { homedir } from 'node:os';
import path from 'node:path';
import { STATE_VARIABLE } from '../../core/environment';

/**
 * The folder of this user for profiles: the same for every service of this machine, whether a window or a terminal has
 * started it. A relative path in a variable is none: it could lead anywhere.
 */
export function profilesFolder(environment: NodeJS.ProcessEnv): string {
  const given = [STATE_VARIABLE, 'XDG_DATA_HOME', ...(process.platform === 'win32' ? ['LOCALAPPDATA'] : [])]
    .map((name) => environment[name])
    .find((folder) => folder !== undefined && path.isAbsolute(folder));
  return path.join(given ?? defaultFolder(), 'browser-sessions', 'profiles');
}

function defaultFolder(): string {
  if (process.platform === 'win32') return path.join(homedir(), 'AppData', 'Local');
  return process.platform === 'darwin'
    ? path.join(homedir(), 'Library', 'Application Support')
    : path.join(homedir(), '.local', 'share');
}
