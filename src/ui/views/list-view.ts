import * as vscode from 'vscode';
import type { PlainText } from '../../core/plain-text';
import { itemOf } from './items';
import type { Row } from './rows';

export interface ListViewOptions {
  /** The view's ID in package.json. */
  readonly id: string;
  /** Rows at the top, or below `parent`. */
  readonly rows: (parent?: Row) => readonly Row[];
  /** Called when the view becomes visible. */
  readonly onShow: () => void;
}

/** One of the three views. Without rows it shows its welcome text. */
export class ListView implements vscode.TreeDataProvider<Row> {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changes.event;
  private readonly view: vscode.TreeView<Row>;

  constructor(private readonly options: ListViewOptions) {
    this.view = vscode.window.createTreeView(options.id, { treeDataProvider: this, showCollapseAll: false });
    this.view.onDidChangeVisibility(({ visible }) => visible && options.onShow());
  }

  getTreeItem(row: Row): vscode.TreeItem {
    return itemOf(row);
  }

  getChildren(parent?: Row): Row[] {
    return [...this.options.rows(parent)];
  }

  /** The editor requires this to reveal a row. */
  getParent(row: Row): Row | undefined {
    return row.kind === 'upload' ? { kind: 'session', connection: row.connection, session: row.session } : undefined;
  }

  /** Selects a row if the view is visible. An error is ignored, because the row may have been removed meanwhile. */
  reveal(row: Row): void {
    if (this.view.visible) void Promise.resolve(this.view.reveal(row, { select: true, focus: false })).catch(() => {});
  }

  /** Redraws the rows. */
  refresh(): void {
    this.changes.fire();
  }

  /** Sets the text beside the title. */
  describe(text: PlainText | undefined): void {
    this.view.description = text ?? '';
  }

  /** Updates the view as if it became visible just now; used when the connection has changed. */
  showAgain(): void {
    this.refresh();
    if (this.view.visible) this.options.onShow();
  }

  dispose(): void {
    this.view.dispose();
    this.changes.dispose();
  }
}
