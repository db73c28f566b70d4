import * as vscode from 'vscode';
import type { Report } from '../../app/report/report';
import { reportPage } from '../../app/report/report-html';
import { cutPlain, plainText } from '../../core/plain-text';
import { REPORT_VIEW } from '../editor/contributed';
import { localize, MAX_NAME, MAX_TITLE, t } from '../editor/localize';

/** The reports of a tab: one, or two that are compared. */
export interface ShownReport {
  readonly reports: readonly Report[];
  /** Of its file, or of the one that it would have. */
  readonly name: string;
}

/** The page of reports as a file has it, in the editor’s language. */
export function pageOf(reports: readonly Report[]): string {
  return reportPage(reports, { t, localize, language: vscode.env.language });
}

/** Tabs that show reports. They are read-only pages without scripts, and end with the window. */
export class ReportPanels {
  private readonly shown = new Map<vscode.WebviewPanel, ShownReport>();

  /** The report of the tab that is the active editor. */
  get active(): ShownReport | undefined {
    return [...this.shown].find(([panel]) => panel.active)?.[1];
  }

  /** @throws UserError if the page would be too large. */
  open(shown: ShownReport): void {
    const page = pageOf(shown.reports);
    const title = cutPlain(plainText(shown.name, MAX_NAME), MAX_TITLE);
    const panel = vscode.window.createWebviewPanel(REPORT_VIEW, title, vscode.ViewColumn.Active, {
      enableScripts: false,
      enableFindWidget: true,
      localResourceRoots: [],
    });
    panel.webview.html = page;
    this.shown.set(panel, shown);
    panel.onDidDispose(() => this.shown.delete(panel));
  }

  dispose(): void {
    for (const panel of this.shown.keys()) panel.dispose();
  }
}
