import path from 'node:path';
import * as vscode from 'vscode';
import { playSequence } from '../../app/clicks/play-sequence';
import { collectReport } from '../../app/report/collect-report';
import { framesIn, openedBy } from '../../app/report/played-path';
import { rememberPlayed } from '../../app/report/remember-played';
import {
  failedStep,
  REPORT_LIMITS,
  REPORT_PARTS,
  type Report,
  type ReportPart,
  type ReportPath,
} from '../../app/report/report';
import { readReports } from '../../app/report/report-file';
import { REMOVED } from '../../app/report/secrets-gate';
import { Cancelled, UserError } from '../../core/errors';
import { listOf, message, type Message } from '../../core/message';
import { plainText, type PlainText } from '../../core/plain-text';
import { stepFields } from '../../core/sequence';
import { inspectExtension } from '../../packaging';
import { labelOf, type Label } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { EXTENSION } from '../editor/contributed';
import { localize, MAX_NAME, plainLabel, t } from '../editor/localize';
import { pickMany, type Choice } from '../editor/pick';
import { withProgress, withSendingProgress } from '../editor/progress';
import { datedName, saveFile } from '../editor/save-file';
import { inspectOptions } from '../editor/settings';
import { showInformation } from '../editor/show';
import { topOf } from '../editor/uris';
import { readChosen } from '../editor/workspace-file';
import { pageOf, type ShownReport } from '../report/report-panels';
import type { Services } from '../services';
import { sessionOf } from '../sessions/choose-session';
import type { Target } from '../target';
import type { Command } from './command';

const ENDING = '.report.html';

/** Collects what happened in a session, and writes it as a page to a file; in the title of a report, writes that one. */
export const saveReport: Command = async (services, target) => {
  const shown = target.screen ? services.reports.active : undefined;
  if (shown) return save(services, shown);
  const { connection, records } = services;
  const client = await connection.client();
  const title = message('Save Report: Select Session');
  const id = await sessionOf(target, { client, records, connection }, { title, mayStart: false });
  const label = labelOf(records.sessions.get(id) ?? { id });
  const parts = await pickMany(
    message('Save Report of “{0}”', label),
    message('Select what the report has, then press Enter'),
    choicesOf(services, id),
  );
  const report = await withProgress(message('Collecting the report of “{0}”', label), (signal) =>
    collect(services, id, new Set(parts), signal),
  );
  await save(services, {
    reports: [report],
    name: `${datedName(plainLabel(report.session.label), report.at)}${ENDING}`,
  });
};

function choicesOf({ histories, connection }: Services, session: string): Choice<ReportPart>[] {
  const { path: known } = histories.of(connection.settings, session);
  const choice: Record<ReportPart, { label: PlainText; description: PlainText }> = {
    picture: { label: t('Picture'), description: t('the display of the session now, and when the steps ended') },
    path: {
      label: t('Steps'),
      description: known ? plainText(known.name, MAX_NAME) : t('none played or recorded in this window'),
    },
    extensions: { label: t('Extensions'), description: t('versions, the check of the package, files and hashes') },
    log: { label: t('Log'), description: t('with errors and failed requests') },
    storage: { label: t('Storage'), description: t('what the extensions have stored: it may be private') },
  };
  return REPORT_PARTS.map((part) => ({ ...choice[part], picked: part !== 'storage', value: part }));
}

async function collect(
  { connection, connections, records: { sessions }, devtools, histories }: Services,
  id: string,
  parts: ReadonlySet<ReportPart>,
  signal: AbortSignal,
): Promise<Report> {
  const { name, address } = connection.settings;
  const client = await connection.client();
  return collectReport(
    {
      access: { client, sessions, devtools },
      session: sessions.get(id) ?? { id },
      connection: { name, address: connection.address ?? address },
      history: histories.of(connection.settings, id),
      tokens: await connections.knownTokens(),
      versions: { extension: versionOf(EXTENSION), editor: vscode.version },
      inspect: (folder, chromium, limited) =>
        inspectExtension(
          folder,
          { ...inspectOptions(vscode.Uri.file(folder)), ...(chromium !== undefined && { chromium }) },
          limited,
        ),
      topOf,
      localize,
    },
    parts,
    signal,
  );
}

function versionOf(extension: string): string {
  const manifest: unknown = vscode.extensions.getExtension(extension)?.packageJSON;
  const version: unknown =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest && manifest.version;
  return typeof version === 'string' ? version : '';
}

async function save(services: Services, { reports, name }: ShownReport): Promise<void> {
  const page = new TextEncoder().encode(pageOf(reports));
  const file = await saveFile(message('Save Report'), page, name, { HTML: ['html'] });
  if (!file) return;
  const saved = path.posix.basename(file.path);
  // Not awaited: the notification may stay open for hours.
  void showInformation(
    message('Saved {0}. Look at it before you send it: pictures aren’t searched for secrets.', saved),
    { label: message('Open'), run: async () => services.reports.open({ reports, name: saved }) },
  );
}

/** Shows the report of a file in a tab. */
export const openReport: Command = async ({ reports }, target) => {
  reports.open(await read(await fileOf(target, message('Open Report'))));
};

/**
 * Plays the steps of a report in another session, and shows both side by side. The report may be anybody’s, so it always
 * asks.
 */
export const replayReport: Command = async (services, target) => {
  const shown =
    (target.screen ? services.reports.active : undefined) ??
    (await read(await fileOf(target, message('Replay Report'))));
  const [original] = shown.reports;
  if (!original?.path) throw new UserError(message('“{0}” has no steps to replay.', shown.name));
  const steps = original.path;
  requireComplete(steps);
  const { connection, records, devtools, histories, statusMessages } = services;
  const { sessions } = records;
  const client = await connection.client();
  const title = message('Replay Report: Select Session');
  const id = await sessionOf(target, { client, records, connection }, { title });
  const label = labelOf(sessions.get(id) ?? { id });
  await confirmReplay(services, steps, label);
  const access = { client, sessions, devtools };
  const report = await withSendingProgress(message('Replaying “{0}”', steps.name), async (signal, progress) => {
    const total = steps.steps.length;
    const request = { sessionIds: [id], steps: steps.steps, extension: steps.extension, topOf, followsLog: true };
    const [outcome] = await playSequence(access, request, signal, (_session, done) =>
      progress(message('step {0} of {1}', Math.min(done + 1, total), total), done / total),
    );
    if (!outcome || outcome.error instanceof Cancelled) throw new Cancelled();
    const played = { name: steps.name, extension: steps.extension, steps: steps.steps };
    const remembering = { access, connection: connection.settings, histories, localize };
    await rememberPlayed(remembering, played, outcome, signal);
    progress(message('collecting the report'));
    return collect(services, id, partsOf(original), signal);
  });
  services.reports.open({ reports: [original, report], name: replayName(label, report.at) });
  const failed = failedStep(report.path?.results ?? []);
  statusMessages.show(
    failed < 0
      ? message('$(check) Replayed “{0}” in “{1}”', steps.name, label)
      : message('$(warning) Replayed “{0}” in “{1}”; it failed at step {2}', steps.name, label, failed + 1),
  );
};

/** @throws UserError if a secret was removed from a step: something else would be typed in its place. */
function requireComplete({ steps }: ReportPath): void {
  const at = steps.findIndex((step) => JSON.stringify(stepFields(step)).includes(REMOVED));
  if (at >= 0)
    throw new UserError(
      message('Step {0} needs a secret, which isn’t in the report. Play the sequence from its own file.', at + 1),
    );
}

async function confirmReplay(
  { connection }: Pick<Services, 'connection'>,
  { name, steps }: ReportPath,
  label: Label,
): Promise<void> {
  const [opened, frames] = [openedBy(steps), framesIn(steps)];
  await confirmAt(
    connection,
    message('Replay “{0}” in “{1}”?', name, label),
    [
      steps.length === 1
        ? message('It runs 1 step of the report.')
        : message('It runs {0} steps of the report.', steps.length),
      ...(opened.length > 0 ? [message('It opens: {0}', listOf(opened))] : []),
      ...(frames.length > 0 ? [message('It clicks and types in frames of: {0}', listOf(frames))] : []),
      message('Replay only what you trust: the steps click and type as whoever is signed in there.'),
    ],
    message('Replay'),
  );
}

/** Storage is private: a replay never reads it. */
function partsOf({ log, extensions }: Report): ReadonlySet<ReportPart> {
  return new Set<ReportPart>([
    'picture',
    'path',
    ...(log ? ['log' as const] : []),
    ...(extensions ? ['extensions' as const] : []),
  ]);
}

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
  const name = path.posix.basename(file.path);
  return { reports: readReports(await readChosen(file, REPORT_LIMITS.file), name), name };
}

function replayName(label: Label, at: number): string {
  return `${datedName(t('Two runs, {0}', label), at)}${ENDING}`;
}
