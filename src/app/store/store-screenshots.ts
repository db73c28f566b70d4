import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { UserError } from '../../core/errors';
import { FileNames } from '../../core/file-names';
import { message, quotedListOf } from '../../core/message';
import {
  copyInLocale,
  localesOf,
  makeChosenFolder,
  realPath,
  storePictures,
  writeChosenFile,
  type Inspection,
} from '../../packaging';
import { withFront } from '../../devtools';
import type { SessionRecord } from '../../state';
import { inBrowser } from '../in-browser';
import { noAccess } from '../sequences/sequence-extension';
import type { BrowserAccess } from '../devtools-sessions';
import { uploadsBuilds, type SequenceFile, type Test } from '../tests/load-test';
import { DEFAULT_TEST_TIME, runTests, type TestListener, type TestNeeds, type TestRun } from '../tests/run-tests';
import { FRESH_OPTIONS } from '../tests/test-browsers';
import type { TestResult } from '../tests/test-results';

/** The display of the sessions: the larger size of the store, so that nothing is scaled in it. */
const DISPLAY = { width: 1280, height: 800 };

export interface StoreRequest {
  /** Its `screenshot` steps are the pictures. */
  readonly test: Test;
  /** Of the folder of its extension. */
  readonly inspection: Pick<Inspection, 'files' | 'ignoreFile'>;
  /** Only these of its locales; none: all. */
  readonly locales: readonly string[];
  /** Where the pictures are written: it is made if it is not there. */
  readonly folder: string;
  /** How many locales are run at a time. */
  readonly workers: number;
}

export interface StoreScreenshots {
  readonly run: TestRun;
  /** The names of the files that were written, in their order. */
  readonly written: readonly string[];
}

/**
 * Runs a sequence in a fresh session for each locale of its extension, and writes its screenshots as the Chrome Web Store
 * takes them: `NAME-LOCALE-1280x800.png` and `NAME-LOCALE-640x400.png`. A browser has one language, which a service does
 * not let one choose: the extension is uploaded with the messages of one locale alone. What asks the browser for its
 * language, and pages of the web, stay in that.
 * @throws UserError if the sequence can give no such pictures, or a picture can't be written.
 */
export async function takeStoreScreenshots(
  needs: TestNeeds,
  { test, inspection, locales, folder, workers }: StoreRequest,
  signal: AbortSignal,
  listener: TestListener = {},
): Promise<StoreScreenshots> {
  const wanted = wantedLocales(test, inspection, locales);
  await makeChosenFolder(folder);
  const copies = await realPath(await mkdtemp(path.join(os.tmpdir(), 'browser-sessions-')));
  const names = new FileNames();
  const writing: Promise<readonly string[]>[] = [];
  try {
    const tests = new Map<Test, string | undefined>();
    const files = wanted.length === 0 ? [] : await withRules(inspection);
    for (const locale of wanted) {
      const copy = path.join(copies, locale);
      await copyInLocale(files, locale, copy, signal);
      tests.set({ ...test, id: `${test.id} (${locale})`, extension: copy }, locale);
    }
    if (wanted.length === 0) tests.set(test, undefined);
    const run = await runTests(
      { ...needs, beforeStep: (...step) => refusePopup(needs.access, step, signal) },
      [...tests.keys()],
      {
        source: { kind: 'fresh', options: { ...FRESH_OPTIONS, viewport: DISPLAY } },
        workers,
        retries: 0,
        repeatEach: 1,
        timeout: DEFAULT_TEST_TIME,
        remembered: () => undefined,
      },
      signal,
      {
        ...listener,
        onEnd: (result) => {
          const wrote = write(result, tests.get(result.test), folder, names, signal);
          // What goes wrong is thrown at the end.
          wrote.catch(() => {});
          writing.push(wrote);
          listener.onEnd?.(result);
        },
      },
    );
    return { run, written: (await Promise.all(writing)).flat().toSorted() };
  } finally {
    await Promise.allSettled(writing);
    await rm(copies, { recursive: true, force: true });
  }
}

/** The upload of a copy chooses its files anew, by the same rules. */
async function withRules({ files, ignoreFile }: StoreRequest['inspection']): Promise<Inspection['files']> {
  const rules = await stat(ignoreFile).catch(() => undefined);
  if (!rules?.isFile()) return files;
  return [...files, { path: path.basename(ignoreFile), source: ignoreFile, bytes: rules.size }];
}

/** @throws UserError if there can be no pictures. */
function wantedLocales(
  test: Test,
  { files }: StoreRequest['inspection'],
  locales: readonly string[],
): readonly string[] {
  const { sequence, setups } = test;
  if (![...setups, sequence].some(({ steps }) => steps.some(({ kind }) => kind === 'screenshot')))
    throw new UserError(
      message('“{0}” has no step that takes a screenshot. Add {1}.', sequence.name, '{ "screenshot": "overview" }'),
    );
  if (uploadsBuilds(test))
    throw new UserError(
      message('“{0}” uploads another build, which has all locales. Remove that step.', sequence.name),
    );
  const known = localesOf(files);
  const unknown = locales.find((locale) => !known.includes(locale));
  if (unknown === undefined) return locales.length > 0 ? locales : known;
  throw new UserError(
    known.length === 0
      ? message('The extension has no locale “{0}”: it has none.', unknown)
      : message('The extension has no locale “{0}”. It has {1}.', unknown, quotedListOf(known)),
  );
}

/**
 * The screenshot of a display has the popup in it, but a browser without a display draws each window alone.
 * @throws UserError
 */
async function refusePopup(
  access: BrowserAccess,
  [{ steps }, index, session]: readonly [SequenceFile, number, SessionRecord],
  signal: AbortSignal,
): Promise<void> {
  if (steps[index]?.kind !== 'screenshot' || session.headless !== true) return;
  const isOpen = await inBrowser(access, session, { failed: noAccess(session) }, signal, (open, limited) =>
    withFront(open, limited, async ({ popup }) => popup !== undefined),
  );
  if (isOpen)
    throw new UserError(
      message(
        'A popup is open, which screenshots of a browser without a display don’t show. Use a service whose sessions have one, or open the page of the popup in a tab.',
      ),
    );
}

/** @returns the names of the files. */
async function write(
  { attempts, outcome }: TestResult,
  locale: string | undefined,
  folder: string,
  names: FileNames,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const written: string[] = [];
  if (outcome !== 'passed') return written;
  for (const { name, png } of attempts.at(-1)?.screenshots ?? []) {
    const part = locale === undefined ? '' : `-${locale}`;
    for (const picture of await storePictures(png, signal)) {
      const file = names.next(name, `${part}-${picture.size.width}x${picture.size.height}.png`);
      await writeChosenFile(path.join(folder, file), picture.png);
      written.push(file);
    }
  }
  return written;
}
