import { access, mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { findChromium } from '../chromium/find-chromium';
import { makeHome, removeFolder } from '../chromium/home';
import { Launcher } from '../chromium/launcher';
import { browserFailure } from '../chromium/start-failure';
import { withTrial } from '../chromium/trial';
import { raceWithAbort, throwIfCancelled } from '../core/errors';
import { copyFiles, type Inspection, type Problem } from '../packaging';
import { browserError, browserMissing, noBrowser } from './browser-errors';
import { placeRefusal } from './place-refusal';

/** What a real Chromium says of a folder. */
export interface ChromiumVerdict {
  /** Its version, as `150.0.7871.100`. */
  readonly chromium: string;
  /** Its own words, and where they point; left out where it loads the extension. */
  readonly problem?: Problem;
  readonly refused?: string;
  /** Milliseconds that it took to load or refuse, without its start. */
  readonly took: number;
}

export interface ChromiumCheck {
  readonly folder: string;
  readonly inspection: Pick<Inspection, 'files'>;
  /** The browser to ask; one that is installed when none is named. */
  readonly executable?: string | undefined;
}

/**
 * Has a Chromium of this machine load what goes into the zip, with a fresh profile. It runs the extension's code: for
 * trusted folders only. Chromium writes `_metadata` into what it loads, so it gets a copy, which is removed with all
 * the rest.
 * @throws UserError where there is no Chromium, or where it does not start; Cancelled at once, while the rest is still
 * being removed.
 */
export async function checkWithChromium(
  { folder, inspection, executable = findChromium() }: ChromiumCheck,
  signal: AbortSignal,
): Promise<ChromiumVerdict> {
  const browser = await raceWithAbort(requireBrowser(executable), signal);
  const launcher = new Launcher(browser);
  const end = (): void => void launcher.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    const asking = ask(launcher, folder, inspection, signal).catch((error: unknown) => {
      throw forThePerson(browser, error);
    });
    return await raceWithAbort(asking, signal);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

async function ask(
  launcher: Launcher,
  folder: string,
  { files }: Pick<Inspection, 'files'>,
  signal: AbortSignal,
): Promise<ChromiumVerdict> {
  // Chromium says the true path, and a temporary folder may be behind a link.
  const home = await realpath(await makeHome());
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

/** As people speak of a version: `150`. */
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

function forThePerson(browser: string, error: unknown): unknown {
  const failure = browserFailure(browser, error);
  return failure ? browserError(failure) : error;
}
