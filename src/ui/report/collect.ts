import * as vscode from 'vscode';
import type { BrowserAccess } from '../../app/devtools-sessions';
import { collectReport } from '../../app/report/collect-report';
import { REPORT_PARTS, type Report, type ReportPart } from '../../app/report/report';
import { reportPage } from '../../app/report/report-html';
import { inspectExtension } from '../../packaging';
import type { SessionRecord } from '../../state';
import { EXTENSION } from '../editor/contributed';
import { localize, t } from '../editor/localize';
import { inspectOptions } from '../editor/settings';
import { topOf } from '../editor/uris';
import type { Services } from '../services';

/** The page of what happened in a session, without what is stored. */
export async function collectPage(
  services: Services,
  access: BrowserAccess,
  session: SessionRecord,
  signal: AbortSignal,
): Promise<string> {
  const parts = new Set(REPORT_PARTS.filter((part) => part !== 'storage'));
  const report = await collect(services, access, session, parts, signal);
  return reportPage(report, { t, localize, language: vscode.env.language });
}

/** Collects what happened in a session. */
export async function collect(
  { connection, connections, histories }: Services,
  access: BrowserAccess,
  session: SessionRecord,
  parts: ReadonlySet<ReportPart>,
  signal: AbortSignal,
): Promise<Report> {
  const { name, address } = connection.settings;
  return collectReport(
    {
      access,
      session,
      connection: { name, address: connection.address ?? address },
      history: histories.of(connection.settings, session.id),
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
