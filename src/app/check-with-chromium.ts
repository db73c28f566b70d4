import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { findChromium } from '../chromium/find-chromium';
import { makeProcessFolder, removeFolder } from '../chromium/process-folders';
import { Launcher } from '../chromium/launcher';
import { browserFailure } from '../chromium/start-failure';
import { withTrial } from '../chromium/trial';
import { raceWithAbort, throwIfCancelled } from '../core/errors';
import { copyFiles, realPath, type Inspection, type Problem } from '../packaging';
import { browserError, browserMissing, noBrowser } from './browser-errors';
import { placeRefusal } from './upload/refusals';

/** The result of loading a folder in a real Chromium. */
export interface ChromiumVerdict {
  /** Its version, such as `150.0.7871.100`. */
  readonly chromium: string;
  /** Chromium's own message, and the place it is about; absent if Chromium loads the extension. */
  readonly problem?: Problem;
  readonly refused?: string;
  /** Milliseconds that loading or rejecting took, without the start of the browser. */
  readonly took: number;
}

export interface ChromiumCheck {
  readonly folder: string;
  readonly inspection: Pick<Inspection, 'files'>;
  /** The browser to use; an installed one is found if none is named. */
  readonly executable?: string | undefined;
}

/**
 * Loads the files that go into the zip in a Chromium of this machine, with a fresh profile. This runs the extension's
 * code, so use it for trusted folders only. Chromium writes `_metadata` into what it loads, so it gets a copy, which is
 * removed at the end together with the profile.
 * @throws UserError if there is no Chromium, or it does not start. Cancelled as soon as the signal is aborted, while
 * the cleanup is still running.
 */
export async function checkWithChromium(
  { folder, inspection, executable: named }: ChromiumCheck,
  signal: AbortSignal,
): Promise<ChromiumVerdict> {
  const browser = await raceWithAbort(requireBrowser(findChromium({ ...(named && { named }) })), signal);
  const launcher = new Launcher(browser);
  const end = (): void => void launcher.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    const asking = loadInChromium(launcher, folder, inspection, signal).catch((error: unknown) => {
      throw toUserError(browser, error);
    });
    return await raceWithAbort(asking, signal);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

async function loadInChromium(
  launcher: Launcher,
  folder: string,
  { files }: Pick<Inspection, 'files'>,
  signal: AbortSignal,
): Promise<ChromiumVerdict> {
  // Chromium reports real paths, and a temporary folder may be reached through a symbolic link.
  const home = await realPath(await makeProcessFolder());
  try {
    const copy = path.join(home, 'extension');
    await mkdir(copy);
    await copyFiles(files, copy, signal);
    throwIfCancelled(signal);
    const asked = await withTrial(launcher, home, async (trial, chromium) => {
      const started = performance.now();
      const refused = await trial(copy);
      return { chromium, refused: refused?.replaceAll(copy, path.basename(folder)), took: performance.now() - started };
    });
    return await withPlace(folder, files, asked);
  } finally {
    await removeFolder(home);
  }
}

async function withPlace(
  folder: string,
  files: Inspection['files'],
  { chromium, refused, took }: { chromium: string; refused: string | undefined; took: number },
): Promise<ChromiumVerdict> {
  if (refused === undefined) return { chromium, took };
  const source = `Chromium ${majorOf(chromium)}`;
  return {
    chromium,
    took,
    refused,
    problem: await placeRefusal({ words: refused, code: 'chromium', source }, folder, files),
  };
}

/** The major version, which users know a browser by: `150`. */
export function majorOf(chromium: string): string {
  return chromium.replace(/\..*$/, '');
}

async function requireBrowser(executable: string | undefined): Promise<string> {
  if (executable === undefined) throw noBrowser();
  const exists = await access(executable).then(
    () => true,
    () => false,
  );
  if (!exists) throw browserMissing(executable);
  return executable;
}

function toUserError(browser: string, error: unknown): unknown {
  const failure = browserFailure(browser, error);
  return failure ? browserError(failure) : error;
}
