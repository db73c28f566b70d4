import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** The variable with the browser to use; it takes precedence over every installed browser. */
export const CHROMIUM_VARIABLE = 'BROWSER_SESSIONS_CHROMIUM';

/** What determines which browser is found. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Whether a program exists. */
  readonly exists: (program: string) => boolean;
  /** The browser that the user named, with the variable or otherwise. */
  readonly named: string | undefined;
}

/**
 * The path of a Chromium on this machine, or undefined if there is none. A browser that the user named is not checked.
 */
export function findChromium({
  platform = process.platform,
  env = process.env,
  exists = isProgram,
  named = env[CHROMIUM_VARIABLE],
}: Partial<Machine> = {}): string | undefined {
  return programOf(named ?? '', platform) || candidates(platform, env).find(exists);
}

/**
 * The program that a user means: Windows copies a path with quotes around it, and a program of macOS is known as the
 * folder `….app`.
 */
function programOf(named: string, platform: NodeJS.Platform): string {
  const plain = named.trim().replace(/^(["'])(.*)\1$/, '$2');
  const app = platform === 'darwin' && /([^/]+)\.app\/*$/.exec(plain);
  return app ? path.posix.join(plain, 'Contents/MacOS', app[1] ?? '') : plain;
}

function candidates(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  if (platform === 'win32') return onWindows(env);
  return platform === 'darwin' ? onMac(env) : onLinux(env);
}

/**
 * Names of programs, and paths of programs that are not in a folder of PATH; the most common first. On Ubuntu
 * `chromium-browser` and everything in `/snap` are snaps, which cannot read the folders of other programs: they come
 * last.
 */
const LINUX = [
  'chromium',
  'google-chrome-stable',
  'google-chrome',
  '/opt/google/chrome/chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  '/opt/microsoft/msedge/msedge',
  'google-chrome-beta',
  '/opt/google/chrome-beta/chrome',
  'microsoft-edge-beta',
  '/opt/microsoft/msedge-beta/msedge',
  'google-chrome-unstable',
  '/opt/google/chrome-unstable/chrome',
  'microsoft-edge-dev',
  '/opt/microsoft/msedge-dev/msedge',
  'google-chrome-canary',
  '/opt/google/chrome-canary/chrome',
  'chromium-browser',
  '/snap/bin/chromium',
];

/** A relative entry of PATH would find programs in the open folder. */
function onLinux({ PATH = '' }: NodeJS.ProcessEnv): string[] {
  const listed = PATH.split(':').filter(
    (folder) => folder.startsWith('/') && !/^\/(var\/lib\/snapd\/)?snap\//.test(folder),
  );
  const folders = [...new Set(['/usr/bin', '/usr/local/bin', ...listed])];
  return LINUX.flatMap((name) =>
    name.startsWith('/') ? [name] : folders.map((folder) => path.posix.join(folder, name)),
  );
}

const MAC = [
  'Google Chrome',
  'Chromium',
  'Microsoft Edge',
  'Google Chrome Beta',
  'Microsoft Edge Beta',
  'Google Chrome Dev',
  'Microsoft Edge Dev',
  'Google Chrome Canary',
  'Microsoft Edge Canary',
];

function onMac({ HOME }: NodeJS.ProcessEnv): string[] {
  const folders = ['/Applications', ...(HOME ? [path.posix.join(HOME, 'Applications')] : [])];
  return MAC.flatMap((name) => folders.map((folder) => path.posix.join(folder, `${name}.app`, 'Contents/MacOS', name)));
}

const WINDOWS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'Google\\Chrome Beta\\Application\\chrome.exe',
  'Microsoft\\Edge Beta\\Application\\msedge.exe',
  'Google\\Chrome Dev\\Application\\chrome.exe',
  'Microsoft\\Edge Dev\\Application\\msedge.exe',
  'Google\\Chrome SxS\\Application\\chrome.exe',
  'Microsoft\\Edge SxS\\Application\\msedge.exe',
];

/** `ProgramW6432` is the folder of 64-bit programs as a 32-bit program sees it. */
function onWindows(env: NodeJS.ProcessEnv): string[] {
  const folders = ['ProgramFiles', 'ProgramW6432', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap(
    (name) => env[name] || [],
  );
  return WINDOWS.flatMap((name) => folders.map((folder) => path.win32.join(folder, name)));
}

/** Whether an executable file exists; a folder is not a program. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
