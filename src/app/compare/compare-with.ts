import { findChromium } from '../../chromium/find-chromium';
import { Launcher } from '../../chromium/launcher';
import { permissionWarnings } from '../../chromium/permission-warnings';
import { makeProcessFolder, removeFolder } from '../../chromium/process-folders';
import { browserFailure } from '../../chromium/start-failure';
import { throwIfCancelled, UserError } from '../../core/errors';
import { message } from '../../core/message';
import {
  accessProblems,
  compareVersions,
  findSecrets,
  inspectExtension,
  questionsOf,
  realPath,
  type Comparison,
  type Inspection,
  type Problem,
  type Secret,
} from '../../packaging';
import { inExtension, listLoaded } from '../../devtools';
import { labelOf, type SessionRecord } from '../../state';
import type { BrowserAccess } from '../devtools-sessions';
import { andWhy, inBrowser } from '../in-browser';
import { getOldVersion, type OldVersion } from './old-version';

export interface Compared {
  readonly problems: readonly Problem[];
  /** Name and version of the old one. */
  readonly old: { readonly name: string; readonly version: string };
  /** Whether Chromium's own words were needed, and could not be asked. */
  readonly isUnasked: boolean;
}

/** Milliseconds for all questions, of which there are up to about sixty. */
const MAX_ANSWERS = 60_000;

/** What to say if `isUnasked`. */
export const UNASKED = message('No browser of this machine could be asked what Chrome says of the permissions.');

interface CompareRequest extends OldVersion {
  readonly inspection: Pick<Inspection, 'files'>;
  /** Possible secrets of the new version, and the salt of their fingerprints. */
  readonly secrets: readonly Secret[];
  readonly salt: string;
  /** The browser to ask; an installed one is found if none is named. */
  readonly executable?: string | undefined;
  /** A session whose browser is asked in place of one of this machine. */
  readonly session?: { readonly access: BrowserAccess; readonly session: SessionRecord } | undefined;
}

/**
 * Compares an extension with its old version: what an update does to the people who have that. A Chromium of this
 * machine, or that of a session, is asked for its words about the permissions, with manifests that have nothing else: no
 * code of the extension runs.
 * @throws UserError if the old version can't be had, or one of them has no readable manifest. Cancelled. The client's
 * errors.
 */
export async function compareWith(request: CompareRequest, signal: AbortSignal): Promise<Compared> {
  // Chromium reports real paths, and a temporary folder may be reached through a symbolic link.
  const home = await realPath(await makeProcessFolder());
  try {
    const { folder, inspection, salt } = request;
    const before = await getOldVersion(request, home, signal);
    const old = await inspectExtension(before, {}, signal);
    const versions = [
      { folder: before, files: old.files },
      { folder, files: inspection.files },
    ] as const;
    const { problems, access } = await compareVersions(...versions, signal);
    const words = await askWords(access, home, request, signal);
    const known = await findSecrets(old.files, salt, signal);
    return {
      problems: [...accessProblems(access, words), ...problems, ...addedSecrets(known, request.secrets)],
      old: { name: old.manifest?.name ?? '', version: old.manifest?.version ?? '' },
      isUnasked: words === undefined,
    };
  } finally {
    await removeFolder(home);
  }
}

/** @returns undefined if there is no browser, or it does not start. */
async function askWords(
  access: Comparison['access'],
  home: string,
  { executable: named, session }: CompareRequest,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<typeof permissionWarnings>> | undefined> {
  const questions = questionsOf(access);
  if (questions.length === 0) return [];
  if (session) return askSession(session, questions, signal);
  const browser = findChromium({ ...(named && { named }) });
  if (browser === undefined) return undefined;
  try {
    return await permissionWarnings(new Launcher(browser), home, questions, signal);
  } catch (error) {
    throwIfCancelled(signal);
    if (browserFailure(browser, error)) return undefined;
    throw error;
  }
}

/**
 * Asks in an extension that the session has loaded: each may ask what a manifest is warned of.
 * @throws UserError if it can't be asked: a person has named it.
 */
async function askSession(
  { access, session }: NonNullable<CompareRequest['session']>,
  questions: readonly string[],
  signal: AbortSignal,
): ReturnType<typeof permissionWarnings> {
  const failed = andWhy(message('The browser of “{0}” couldn’t be asked about the permissions.', labelOf(session)));
  return inBrowser(access, session, { failed, timeout: MAX_ANSWERS }, signal, async (open, limited) => {
    const asking = (await listLoaded(open, limited)).find(({ enabled }) => enabled);
    if (!asking)
      throw new UserError(
        message('“{0}” has no extension that could ask its browser. Upload one first.', labelOf(session)),
      );
    return inExtension(open, asking.id, limited, async (page) => {
      const answers: (readonly string[] | undefined)[] = [];
      for (const question of questions) answers.push(await page.warningsOf(question, limited));
      return answers;
    });
  });
}

/** Of a file as a whole, a fingerprint holds for its folder alone. */
function addedSecrets(before: readonly Secret[], after: readonly Secret[]): Problem[] {
  const known = new Set(before.flatMap(({ fingerprint, file, line }) => [fingerprint, ...(line === 1 ? [file] : [])]));
  return after
    .filter(
      ({ fingerprint, file, line, column }) =>
        !known.has(fingerprint) && !(line === 1 && column === 1 && known.has(file)),
    )
    .map(({ file, line, column, kind }) => ({
      severity: 'warning',
      code: 'update-secret',
      message: message('Possible secret that the old version didn’t have: {0}. Remove it, or exclude the file.', kind),
      file,
      line,
      column,
    }));
}
