import path from 'node:path';
import * as vscode from 'vscode';
import { REPORT_LIMITS, REPORT_PARTS, type ReportPart } from '../../app/report/report';
import { readSequenceOf, requireReport } from '../../app/report/report-file';
import { reportPage } from '../../app/report/report-html';
import { Cancelled, UserError } from '../../core/errors';
import { listOf, message, type Message } from '../../core/message';
import { plainText, type PlainText } from '../../core/plain-text';
import { REMOVED } from '../../core/secret-forms';
import { formatSequence } from '../../core/sequence';
import { labelOf } from '../../state';
import { openNewSequence } from '../sequences/new-sequence';
import { localize, MAX_NAME, plainLabel, t } from '../editor/localize';
import { pickMany, type Choice } from '../editor/pick';
import { withProgress } from '../editor/progress';
import { datedName, saveFile } from '../editor/save-file';
import { OfferError, showInformation, showWarning } from '../editor/show';
import { readChosen } from '../editor/workspace-file';
import { collect } from '../report/collect';
import type { ShownReport } from '../report/report-panels';
import type { Services } from '../services';
import { sessionOf } from '../sessions/choose-session';
import type { Target } from '../target';
import type { Command } from './command';

const ENDING = '.report.html';

/** Collects what happened in a session, and writes it as a page to a file; in the title of a report, writes that one. */
export const saveReport: Command = async (services, target) => {
  const shown = target.screen ? services.reports.active : undefined;
  if (shown) return save(services, shown);
  const { connection, records, devtools } = services;
  const { sessions } = records;
  const client = await connection.client();
  const title = message('Save Report: Select Session');
  const id = await sessionOf(target, { client, records, connection }, { title, mayStart: false });
  const label = labelOf(records.sessions.get(id) ?? { id });
  const parts = await pickMany(
    message('Save Report of “{0}”', label),
    message('Select what to include in the report'),
    choicesOf(services, id),
  );
  const report = await withProgress(message('Collecting the report of “{0}”', label), (signal) =>
    collect(services, { client, sessions, devtools }, sessions.get(id) ?? { id }, new Set(parts), signal),
  );
  await save(services, {
    page: reportPage(report, { t, localize, language: vscode.env.language }),
    name: `${datedName(plainLabel(report.session.label), report.at)}${ENDING}`,
  });
};

function choicesOf({ histories, connection }: Services, session: string): Choice<ReportPart>[] {
  const { path: known } = histories.of(connection.settings, session);
  const choice: Record<ReportPart, { label: PlainText; description: PlainText }> = {
    picture: { label: t('Screenshot'), description: t('now, and when the steps ended') },
    path: {
      label: t('Steps'),
      description: known ? plainText(known.name, MAX_NAME) : t('none run or recorded in this window'),
    },
    extensions: { label: t('Extensions'), description: t('versions, package check, files and hashes') },
    log: { label: t('Log'), description: t('including errors and failed requests') },
    storage: { label: t('Storage'), description: t('may contain private data') },
  };
  return REPORT_PARTS.map((part) => ({ ...choice[part], picked: part !== 'storage', value: part }));
}

async function save({ reports }: Pick<Services, 'reports'>, { page, name }: ShownReport): Promise<void> {
  const file = await saveFile(message('Save Report'), new TextEncoder().encode(page), name, { HTML: ['html'] });
  if (!file) return;
  const saved = path.posix.basename(file.path);
  // Not awaited: the notification may stay open for hours.
  void showInformation(
    message('Saved “{0}”. Check its screenshots before you share it: only text is searched for secrets.', saved),
    { label: message('Open'), run: async () => reports.open({ page, name: saved }) },
    { label: message('Reveal'), run: () => vscode.commands.executeCommand('revealFileInOS', file) },
  );
}

/** Shows the report of a file in a tab. */
export const openReport: Command = async ({ reports }, target) => {
  const file = await fileOf(target, message('Open Report'));
  const report = await read(file);
  try {
    requireReport(report.page, report.name);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const asText = { label: message('Open as Text'), run: () => vscode.window.showTextDocument(file) };
    throw new OfferError(error.text, asText, error.severity, error);
  }
  reports.open(report);
};

/** Opens the steps of a report as a new sequence, which is run like any other. */
export const openSequenceOfReport: Command = async ({ reports }, target) => {
  const shown = target.screen ? reports.active : undefined;
  const { page, name } = shown ?? (await read(await fileOf(target, message('Open Sequence of Report'))));
  const { steps, extension, incomplete } = readSequenceOf(page, name);
  const title = path.posix.parse(name).name.replace(/\.report$/, '');
  await openNewSequence(title, formatSequence(steps, { extension }));
  if (incomplete.length === 0) return;
  const numbers = listOf(incomplete.map((index) => String(index + 1)));
  // Not awaited: the notification may stay open for hours.
  void showWarning(
    incomplete.length === 1
      ? message('Replace “{0}” in step {1} before you run the sequence: secrets aren’t in a report.', REMOVED, numbers)
      : message(
          'Replace “{0}” in steps {1} before you run the sequence: secrets aren’t in a report.',
          REMOVED,
          numbers,
        ),
  );
};

/** The file that a command is about; otherwise the user chooses one. */
async function fileOf({ file, resources }: Target, title: Message): Promise<vscode.Uri> {
  const given = file ?? resources?.[0];
  if (given) return given;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: localize(title),
      ...(folder && { defaultUri: folder }),
      filters: { HTML: ['html'] },
    })) ?? [];
  if (!chosen) throw new Cancelled();
  return chosen;
}

async function read(file: vscode.Uri): Promise<ShownReport> {
  return { page: await readChosen(file, REPORT_LIMITS.file), name: path.posix.basename(file.path) };
}
