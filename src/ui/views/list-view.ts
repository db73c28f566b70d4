import * as vscode from 'vscode';
import type { PlainText } from '../../core/plain-text';
import { itemOf } from './items';
import type { Row } from './rows';

export interface ListViewOptions {
  /** The view's id in package.json. */
  readonly id: string;
  /** Rows at the top, or below one. */
  readonly rows: (parent?: Row) => readonly Row[];
  /** Called when the view comes to the front. */
  readonly onShow: () => void;
}

/** One of the three views. With no rows it shows its welcome text. */
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

  /** The editor asks for it before it reveals a row. */
  getParent(row: Row): Row | undefined {
    return row.kind === 'upload' ? { kind: 'session', connection: row.connection, session: row.session } : undefined;
  }

  /** Selects a row; a view that is not in sight stays where it is. A row that has gone meanwhile is no loss. */
  reveal(row: Row): void {
    if (this.view.visible) void Promise.resolve(this.view.reveal(row, { select: true, focus: false })).catch(() => {});
  }

  /** Shows the rows anew. */
  refresh(): void {
    this.changes.fire();
  }

  /** Stands beside the title. */
  describe(text: PlainText | undefined): void {
    this.view.description = text ?? '';
  }

  /** As if the view came to the front just now: for when the connection has changed. */
  showAgain(): void {
    this.refresh();
    if (this.view.visible) this.options.onShow();
  }

  dispose(): void {
    this.view.dispose();
    this.changes.dispose();
  }
}
