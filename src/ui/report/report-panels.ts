import * as vscode from 'vscode';
import { cutPlain, plainText } from '../../core/plain-text';
import { REPORT_VIEW } from '../editor/contributed';
import { MAX_NAME, MAX_TITLE } from '../editor/localize';

/** The report of a tab. */
export interface ShownReport {
  /** As a file has it. It may be anybody’s, and must begin as a report: its policy lets it run and load nothing. */
  readonly page: string;
  /** Of its file, or of the one that it would have. */
  readonly name: string;
}

/** Tabs that show reports. They are read-only pages without scripts, and end with the window. */
export class ReportPanels {
  private readonly shown = new Map<vscode.WebviewPanel, ShownReport>();

  /** The report of the tab that is the active editor. */
  get active(): ShownReport | undefined {
    return [...this.shown].find(([panel]) => panel.active)?.[1];
  }

  open(shown: ShownReport): void {
    const title = cutPlain(plainText(shown.name, MAX_NAME), MAX_TITLE);
    const panel = vscode.window.createWebviewPanel(REPORT_VIEW, title, vscode.ViewColumn.Active, {
      enableScripts: false,
      enableFindWidget: true,
      localResourceRoots: [],
    });
    panel.webview.html = shown.page;
    this.shown.set(panel, shown);
    panel.onDidDispose(() => this.shown.delete(panel));
  }

  dispose(): void {
    for (const panel of this.shown.keys()) panel.dispose();
  }
}
