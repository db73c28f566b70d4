import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { PlainText } from '../../core/plain-text';
import { itemOf, tooltipOf } from './items';
import { takeOver } from './row-changes';
import { rowId, type Row } from './rows';

export interface ListViewOptions {
  /** The view's ID in package.json. */
  readonly id: string;
  /** Rows at the top, or below `parent`, as far as they are known. */
  readonly rows: (parent?: Row) => readonly Row[];
  /** Called before the rows below `parent` are drawn. */
  readonly onOpen?: (parent: Row) => Promise<void>;
  /** Called when the view becomes visible. */
  readonly onShow: () => void;
  /** Called when the rows at the top have changed, or none are shown because the view was hidden. */
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
  private readonly changes = new vscode.EventEmitter<Row | Row[] | undefined>();
  readonly onDidChangeTreeData = this.changes.event;
  private readonly view: vscode.TreeView<Row>;
  /** The rows that the editor has, by the row that they are below. */
  private readonly drawn = new Map<Row | undefined, readonly Row[]>();
  private selected: readonly Row[] = [];
  /** How many lists of rows the editor is about to get, and whether the rows may have changed meanwhile. */
  private drawing = 0;
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
    this.drawing++;
    try {
      if (parent) await this.options.onOpen?.(parent);
      const rows = [...this.options.rows(parent)];
      if (!parent) this.drawn.clear();
      this.drawn.set(parent, rows);
      if (!parent) this.options.onRows?.();
      return rows;
    } finally {
      // The editor knows the rows as soon as it has them.
      setImmediate(() => this.endDrawing(parent));
    }
  }

  private endDrawing(parent: Row | undefined): void {
    this.drawing--;
    if (!parent) this.redrawing?.end();
    if (this.drawing === 0 && this.isDue) this.refresh();
  }

  /** The editor requires this to reveal a row. */
  getParent(row: Row): Row | undefined {
    // Other rows that are below one are never revealed.
    const isBelow = row.kind === 'upload' || row.kind === 'loaded' || row.kind === 'note';
    return isBelow ? { kind: 'session', connection: row.connection, session: row.session } : undefined;
  }

  /** The rows at the top, as they were drawn last; none while the view is hidden. */
  get shown(): readonly Row[] {
    return this.view.visible ? (this.drawn.get(undefined) ?? []) : [];
  }

  /**
   * The rows that a key is about: all that are selected, if the row that has the focus is one of them, else that row.
   * The editor only tells which rows are selected, and the arrow keys move the focus alone. So the row that has it is
   * found by selecting it, or taking it out, for a moment.
   */
  async selectedRows(): Promise<readonly Row[]> {
    await this.untilDrawn();
    const before = this.selected;
    await vscode.commands.executeCommand(TOGGLE);
    const toggled = this.selected;
    if (toggled === before) return before;
    await vscode.commands.executeCommand(TOGGLE);
    // Read once more: the first answer may lack a row that was just being drawn again.
    const selected = this.selected;
    const known = new Set(selected.map(rowId));
    const focused = toggled.filter((row) => !known.has(rowId(row)));
    return focused.length > 0 ? focused : selected;
  }

  get isVisible(): boolean {
    return this.view.visible;
  }

  /** Selects a row if the view is visible. An error is ignored, because the row may have been removed meanwhile. */
  reveal(row: Row, expand = false): void {
    if (this.view.visible) void this.revealOnceDrawn(row, expand).catch(() => {});
  }

  /** Shows the view, and gives a row the focus. */
  revealInFront(row: Row): void {
    void this.showFocused(row).catch(() => {});
  }

  private async showFocused(row: Row): Promise<void> {
    // A hidden view is drawn when the editor shows it.
    if (this.view.visible) await this.untilDrawn();
    await this.view.reveal(row, { select: true, focus: true });
  }

  /**
   * The editor brings a view to the front to select a row in it, and draws first what is due. So that is waited for
   * before, and a view that the user has left meanwhile stays hidden.
   */
  private async revealOnceDrawn(row: Row, expand: boolean): Promise<void> {
    await this.untilDrawn();
    if (this.view.visible) await this.view.reveal(row, { select: true, focus: false, expand });
  }

  private async untilDrawn(): Promise<void> {
    await Promise.race([this.redrawing?.ended, delay(REDRAWN_WITHIN, undefined, { ref: false })]);
  }

  /**
   * Draws the rows again that look different; all of them, if there are others now: the editor then knows none of
   * them for a moment, and a click or a key that comes just then is about no row. While the editor is getting rows, this
   * waits.
   * @param row only this one, as it was returned last.
   */
  refresh(row?: Row): void {
    if (row) return this.changes.fire(row);
    this.isDue = this.drawing > 0;
    if (this.isDue) return;
    const changed = this.view.visible ? this.changed() : undefined;
    if (!changed) this.redrawing ??= this.redraw();
    if (changed?.length !== 0) this.changes.fire(changed);
  }

  /** The rows that look different; undefined if there are others, or one of them has rows below it. */
  private changed(): Row[] | undefined {
    const changed: Row[] = [];
    for (const [parent, rows] of this.drawn) {
      const found = takeOver(rows, this.options.rows(parent), appearanceOf);
      // The editor forgets what is below a row that is drawn again, and does not always ask for it anew.
      if (!found || found.some((row) => this.drawn.has(row))) return undefined;
      changed.push(...found);
    }
    this.options.onRows?.();
    return this.drawn.size > 0 ? changed : undefined;
  }

  private redraw(): ListView['redrawing'] {
    const end = new AbortController();
    const ended = once(end.signal, 'abort').then(() => (this.redrawing = undefined));
    return { ended, end: () => end.abort() };
  }

  /** Sets the title. */
  name(title: PlainText): void {
    if (this.view.title !== title) this.view.title = title;
  }

  /** Sets the text beside the title. */
  describe(text: PlainText | undefined): void {
    this.view.description = text ?? '';
  }

  /** Sets the text above the rows. */
  tell(text: PlainText | undefined): void {
    this.view.message = text ?? '';
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

/** Its command's argument is the row itself; two Markdown texts can't be compared as objects. */
function appearanceOf(row: Row): unknown {
  const { command: _command, ...item } = itemOf(row);
  const tooltip = item.tooltip ?? tooltipOf(row);
  return { ...item, tooltip: typeof tooltip === 'string' ? tooltip : tooltip?.value };
}
