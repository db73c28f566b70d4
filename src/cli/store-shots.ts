import path from 'node:path';
import { takeStoreScreenshots } from '../app/store/store-screenshots';
import { FRESH } from '../app/tests/test-browsers';
import type { Test } from '../app/tests/load-test';
import { countResults } from '../app/tests/test-results';
import { testRedactor } from '../app/tests/test-redactor';
import { usualWorkers } from '../app/tests/usual-workers';
import { Cancelled } from '../core/errors';
import { listOf, message } from '../core/message';
import { localesOf } from '../packaging';
import { UsageError, type Context, type ExitCode } from './context';
import { findTests } from './find-tests';
import { processTestNeeds } from './test';
import { TestProgress } from './test-progress';
import { findingLine, resultLines, shownTest } from './test-words';

interface StoreOptions {
  /** Where the screenshots are written. */
  readonly folder: string;
  /** Only these; none: all. */
  readonly locale: readonly string[];
  /** Folder of the extension, if the sequence names none. */
  readonly extension?: string;
}

/** Writes the screenshots of a sequence as the Chrome Web Store takes them, in each locale of its extension. */
export async function storeShots(
  context: Context,
  file: string,
  { folder, locale, extension }: StoreOptions,
): Promise<ExitCode> {
  const { terminal, host, signal, cwd } = context;
  const found = await findTests(
    cwd,
    [file],
    { lastFailed: false, ...(extension !== undefined && { extension }) },
    () => undefined,
  );
  const [test, ...others] = found.tests;
  for (const bad of found.bad) terminal.print(findingLine(terminal, bad));
  if (found.bad.length > 0) return 1;
  if (!test || others.length > 0) throw new UsageError(message('Name one sequence.'));
  const folderOfTest = extensionOf(test);
  const connection = await host.connect();
  connection.requireNoProduction();
  const { client, settings } = connection;
  const inspection = await host.inspect(folderOfTest, signal);
  const locales = [...new Set(locale)];
  const total = Math.max(1, locales.length === 0 ? localesOf(inspection.files).length : locales.length);
  const most = await usualWorkers(FRESH, { client, address: settings.address }, signal);
  const redact = testRedactor(connection, [test]);
  const progress = new TestProgress(terminal, total);
  try {
    const { run, written } = await takeStoreScreenshots(
      processTestNeeds(host, connection),
      { test, inspection, locales, folder: path.resolve(cwd, folder), workers: Math.min(most, total) },
      signal,
      {
        onStart: (each, repeat, attempt) => progress.started(each, repeat, attempt),
        onStep: (each, sequence, done, repeat) => progress.stepDone(each, sequence, done, repeat),
        onEnd: (result) => {
          const shown = shownTest(result, redact);
          progress.ended(shown);
          for (const line of resultLines(terminal, shown)) terminal.print(line);
          progress.show();
        },
        onNote: (text) => terminal.note(text, 'yellow'),
      },
    );
    for (const text of run.left) terminal.note(text, 'red');
    if (run.failure) throw run.failure;
    if (signal.aborted) throw new Cancelled();
    terminal.say(message('Wrote {0} files to {1}: {2}.', written.length, folder, listOf(written)));
    return countResults(run.results).passed === run.results.length && run.left.length === 0 ? 0 : 1;
  } finally {
    progress.end();
  }
}

function extensionOf({ id, extension }: Test): string {
  if (extension !== undefined) return extension;
  throw new UsageError(message('“{0}” names no folder of an extension. Add --extension.', id));
}
