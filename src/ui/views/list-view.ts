import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { PlainText } from '../../core/plain-text';
import { itemOf, tooltipOf } from './items';
import type { Row } from './rows';

export interface ListViewOptions {
  /** The view's ID in package.json. */
  readonly id: string;
  /** Rows at the top, or below `parent`. */
  readonly rows: (parent?: Row) => readonly Row[] | Promise<readonly Row[]>;
  /** Called when the view becomes visible. */
  readonly onShow: () => void;
  /** Called when other rows are shown, or none because the view was hidden. */
  readonly onRows?: () => void;
  /** Called when the user expands a row. */
  readonly onExpand?: (row: Row) => void;
  /** What can be dropped on the rows. */
  readonly drops?: vscode.TreeDragAndDropController<Row>;
}

/** Selects the row that has the focus in the list that has it, or takes it out of the selection. */
const TOGGLE = 'list.toggleSelection';
/** Milliseconds. */
const REDRAWN_WITHIN = 2000;

/** One of the three views. Without rows it shows its welcome text. */
export class ListView implements vscode.TreeDataProvider<Row> {
  private readonly changes = new vscode.EventEmitter<Row | undefined>();
  readonly onDidChangeTreeData = this.changes.event;
  private readonly view: vscode.TreeView<Row>;
  private top: readonly Row[] = [];
  private selected: readonly Row[] = [];
  /** How many rows are opening, and whether all are to be redrawn after that. */
  private opening = 0;
  private isDue = false;
  /** From a change until the editor has the rows anew; meanwhile it does not know which are selected. */
  private redrawing: { readonly ended: Promise<unknown>; readonly end: () => void } | undefined;

  constructor(private readonly options: ListViewOptions) {
    this.view = vscode.window.createTreeView(options.id, {
      treeDataProvider: this,
      showCollapseAll: false,
      canSelectMany: true,
      ...(options.drops && { dragAndDropController: options.drops }),
    });
    this.view.onDidChangeVisibility(({ visible }) => {
      options.onRows?.();
      if (visible) options.onShow();
    });
    // Kept, because the editor does not know the rows that are being drawn again.
    this.view.onDidChangeSelection(({ selection }) => (this.selected = selection));
    this.view.onDidExpandElement(({ element }) => options.onExpand?.(element));
  }

  getTreeItem(row: Row): vscode.TreeItem {
    return itemOf(row);
  }

  resolveTreeItem(item: vscode.TreeItem, row: Row): vscode.TreeItem {
    item.tooltip ??= tooltipOf(row);
    return item;
  }

  async getChildren(parent?: Row): Promise<Row[]> {
    this.opening += parent ? 1 : 0;
    try {
      const rows = [...(await this.options.rows(parent))];
      if (!parent) this.shows(rows);
      return rows;
    } finally {
      this.opening -= parent ? 1 : 0;
      if (this.opening === 0 && this.isDue) this.refresh();
    }
  }

  private shows(rows: readonly Row[]): void {
    this.top = rows;
    this.options.onRows?.();
    // The editor knows the rows as soon as it has them.
    setImmediate(() => this.redrawing?.end());
  }

  /** The editor requires this to reveal a row. */
  getParent(row: Row): Row | undefined {
    const isBelow = row.kind === 'upload' || row.kind === 'loaded' || row.kind === 'note';
    return isBelow ? { kind: 'session', connection: row.connection, session: row.session } : undefined;
  }

  /** The rows at the top, as they were drawn last; none while the view is hidden. */
  get shown(): readonly Row[] {
    return this.view.visible ? this.top : [];
  }

  /**
   * The rows that a key is about: all that are selected, if the row that has the focus is one of them, else that row.
   * The editor only tells which rows are selected, and the arrow keys move the focus alone. So the row that has it is
   * found by selecting it, or taking it out, for a moment.
   */
  async underFocus(): Promise<readonly Row[]> {
    await Promise.race([this.redrawing?.ended, delay(REDRAWN_WITHIN, undefined, { ref: false })]);
    const before = this.selected;
    await vscode.commands.executeCommand(TOGGLE);
    const toggled = this.selected;
    if (toggled === before) return before;
    await vscode.commands.executeCommand(TOGGLE);
    // What the editor told before may lack a row that was just being drawn again.
    const selected = this.selected;
    const known = new Set(selected.map((row) => itemOf(row).id));
    const focused = toggled.filter((row) => !known.has(itemOf(row).id));
    return focused.length > 0 ? focused : selected;
  }

  get isVisible(): boolean {
    return this.view.visible;
  }

  /** Selects a row if the view is visible. An error is ignored, because the row may have been removed meanwhile. */
  reveal(row: Row): void {
    if (this.view.visible) void Promise.resolve(this.view.reveal(row, { select: true, focus: false })).catch(() => {});
  }

  /**
   * Redraws the rows. While one of them is opening, that has to wait: the editor would know none of them until then, and
   * a key or a menu would find nothing selected.
   * @param row only this one, as it was returned last.
   */
  refresh(row?: Row): void {
    if (row) return this.changes.fire(row);
    this.redrawing ??= this.redraw();
    this.isDue = this.opening > 0;
    if (!this.isDue) this.changes.fire(undefined);
  }

  private redraw(): ListView['redrawing'] {
    const end = new AbortController();
    const ended = once(end.signal, 'abort').then(() => (this.redrawing = undefined));
    return { ended, end: () => end.abort() };
  }

  /** Sets the text beside the title. */
  describe(text: PlainText | undefined): void {
    this.view.description = text ?? '';
  }

  /** Requests its items as if it became visible just now; used when the connection has changed. */
  showAgain(): void {
    this.refresh();
    this.askAgain();
  }

  /** The same after a change at the service: the rows are only redrawn if they differ. */
  askAgain(): void {
    if (this.view.visible) this.options.onShow();
  }

  dispose(): void {
    this.view.dispose();
    this.changes.dispose();
  }
}
