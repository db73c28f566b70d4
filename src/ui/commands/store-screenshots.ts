import path from 'node:path';
import * as vscode from 'vscode';
import { takeStoreScreenshots as take, type StoreScreenshots } from '../../app/store/store-screenshots';
import { loadTest, type Test } from '../../app/tests/load-test';
import { FRESH } from '../../app/tests/test-browsers';
import { onlyExtensionOf } from '../../app/tests/test-files';
import { decidingAttempt, failureIn } from '../../app/tests/test-results';
import { usualWorkers } from '../../app/tests/usual-workers';
import { Cancelled, UserError } from '../../core/errors';
import { message, sentences } from '../../core/message';
import { localesOf } from '../../packaging';
import { confirmAt } from '../connections/confirm-at';
import { localize, MAX_TITLE, MAX_WORDS } from '../editor/localize';
import { withSendingProgress } from '../editor/progress';
import { showWarning, type StatusMessages } from '../editor/show';
import { topOf } from '../editor/uris';
import type { Services } from '../services';
import { sequenceFileOf } from '../sequences/sequence-file';
import { windowTestNeeds } from '../tests/test-needs';
import { SOURCES } from '../tests/test-sources';
import type { Command } from './command';

/** Writes the screenshots of a sequence as the Chrome Web Store takes them, in each locale of its extension. */
export const takeStoreScreenshots: Command = async (services, target) => {
  const { connection, inspections, statusMessages } = services;
  const { test, extension } = await loadWithExtension(
    await sequenceFileOf(target, message('Take Store Screenshots: Select Sequence')),
  );
  const client = await connection.client();
  const folder = await chooseFolder(path.dirname(test.sequence.file));
  await confirmProduction(services);
  const taken = await withSendingProgress(
    message('Taking the screenshots of “{0}”', test.sequence.name),
    async (signal, report) => {
      const inspection = await inspections.inspect(vscode.Uri.file(extension), signal);
      const total = Math.max(1, localesOf(inspection.files).length);
      const most = await usualWorkers(FRESH, { client, address: connection.settings.address }, signal);
      let ended = 0;
      const request = { test, inspection, locales: [], folder, workers: Math.min(most, total) };
      return take(windowTestNeeds(services, client), request, signal, {
        onEnd: () => {
          ended += 1;
          report(message('{0} of {1} locales', ended, total), ended / total);
        },
      });
    },
  );
  const [first] = taken.written;
  if (first !== undefined)
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path.join(folder, first)));
  await tell(statusMessages, test, taken, folder);
};

/** @throws UserError if it is no sequence, or no extension is known for it. */
async function loadWithExtension(file: vscode.Uri): Promise<{ readonly test: Test; readonly extension: string }> {
  const { fsPath } = file;
  const name = vscode.workspace.asRelativePath(file);
  const test = await loadTest(SOURCES, fsPath, name, () => onlyExtensionOf(topOf(path.dirname(fsPath))));
  if (test.extension !== undefined) return { test, extension: test.extension };
  throw new UserError(message('“{0}” names no folder of an extension. Add “extension” to it.', test.sequence.name));
}

/** @throws Cancelled */
async function chooseFolder(beside: string): Promise<string> {
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: localize(message('Take Store Screenshots: Select Folder'), MAX_TITLE),
      openLabel: localize(message('Save Here'), MAX_WORDS),
      defaultUri: vscode.Uri.file(beside),
      canSelectFolders: true,
      canSelectFiles: false,
    })) ?? [];
  if (!chosen) throw new Cancelled();
  return chosen.fsPath;
}

/** @throws Cancelled */
async function confirmProduction({ connection }: Services): Promise<void> {
  if (!connection.settings.production) return;
  await confirmAt(connection, {
    question: message('Take store screenshots in production?'),
    effect: message('It starts a session for each locale, which ends with its run.'),
    dont: message('Don’t Take Them'),
    buttons: [message('Take Them')],
  });
}

async function tell(
  statusMessages: StatusMessages,
  test: Test,
  { run, written }: StoreScreenshots,
  folder: string,
): Promise<void> {
  if (run.failure) throw run.failure;
  const failed = run.results.filter(({ outcome }) => outcome === 'failed');
  const [first] = failed;
  const attempt = first && decidingAttempt(first);
  if (attempt?.error) {
    throw new UserError(
      sentences(
        message('“{0}” failed in {1} of {2} locales.', test.sequence.name, failed.length, run.results.length),
        failureIn(attempt, attempt.error).words,
      ),
    );
  }
  if (run.results.some(({ outcome }) => outcome === 'canceled')) throw new Cancelled();
  statusMessages.show(message('$(check) Saved {0} screenshots in “{1}”', written.length, path.basename(folder)));
  for (const text of run.left) await showWarning(text);
}
