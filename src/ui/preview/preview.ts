import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { message, sentences } from '../../core/message';
import { plainText } from '../../core/plain-text';
import { explain, foldersAbove, type Inspection, unusedFiles } from '../../packaging';
import { setContext } from '../editor/context';
import { localize, MAX_NAME } from '../editor/localize';
import { inspectOptions } from '../editor/settings';
import type { Inspections } from '../folders/inspections';
import { previewItem } from './items';
import { rowsOfFiles, type PreviewRow } from './preview-rows';

const VIEW = 'browserSessions.preview';

/**
 * The view “Package Contents”: the files of a folder with their sizes, and the excluded ones with the rule that
 * excludes them. A checkbox writes a rule.
 */
export class Preview implements vscode.TreeDataProvider<PreviewRow> {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changes.event;
  private readonly view: vscode.TreeView<PreviewRow>;
  private readonly listeners: vscode.Disposable[];
  private folder?: vscode.Uri;
  /** What the rows show. */
  private drawn: Inspection | undefined;
  /** Of what the rows show: the paths of the files that nothing refers to. */
  private unused: ReadonlySet<string> = new Set();
  private search = new AbortController();
  /** Whether a checkbox shows a click that the rules may not confirm. */
  private isToggled = false;

  constructor(
    private readonly inspections: Inspections,
    toggle: (rows: readonly PreviewRow[], included: boolean) => void,
  ) {
    this.view = vscode.window.createTreeView(VIEW, {
      treeDataProvider: this,
      showCollapseAll: true,
      manageCheckboxStateManually: true,
    });
    this.listeners = [
      inspections.onDidChange((folder) => folder.toString() === this.folder?.toString() && this.update()),
      this.view.onDidChangeCheckboxState(({ items }) => {
        this.isToggled = true;
        for (const wanted of [vscode.TreeItemCheckboxState.Checked, vscode.TreeItemCheckboxState.Unchecked]) {
          const rows = items.flatMap(([row, state]) => (state === wanted ? row : []));
          if (rows.length > 0) toggle(rows, wanted === vscode.TreeItemCheckboxState.Checked);
        }
      }),
    ];
  }

  /** The folder that the view shows. */
  get shown(): vscode.Uri | undefined {
    return this.folder;
  }

  async show(folder: vscode.Uri): Promise<void> {
    this.folder = folder;
    await setContext('previewing', true);
    this.refresh();
    await vscode.commands.executeCommand(`${VIEW}.focus`);
  }

  /** The files that nothing refers to, and the folders that have no other files. */
  get shownUnused(): readonly vscode.Uri[] {
    const { folder, drawn, unused } = this;
    return folder && drawn ? outermost(drawn, unused).map((within) => vscode.Uri.joinPath(folder, within)) : [];
  }

  async close(): Promise<void> {
    delete this.folder;
    this.findUnused();
    await setContext('previewing', false);
    this.changes.fire();
  }

  /** Redraws the rows, with the checkboxes as the rules determine. */
  refresh(): void {
    const { folder } = this;
    this.view.description = folder && plainText(path.basename(folder.fsPath), MAX_NAME);
    this.showChoice();
    this.drawn = folder && this.inspections.get(folder);
    this.isToggled = false;
    this.changes.fire();
    this.findUnused();
  }

  /** Reads all scripts, so it follows the rows, and not each inspection. */
  private findUnused(): void {
    this.search.abort();
    this.search = new AbortController();
    const { signal } = this.search;
    const { drawn } = this;
    const show = (unused: readonly string[]): void => {
      if (signal.aborted) return;
      const isNew = unused.length !== this.unused.size || unused.some((each) => !this.unused.has(each));
      this.unused = new Set(unused);
      void setContext('unused', unused.length > 0);
      if (isNew) this.changes.fire();
    };
    if (!drawn) return show([]);
    // Where it takes too long, nothing is said.
    void unusedFiles(drawn, signal).then(show, () => show([]));
  }

  /** After an inspection. Rows that are drawn again lose a click that the user is just making. */
  private update(): void {
    const now = this.folder && this.inspections.get(this.folder);
    if (this.isToggled || !now || !this.drawn || !isSameContent(now, this.drawn)) return this.refresh();
    this.drawn = now;
    this.showChoice();
  }

  /** Sets which choice about source maps is offered. All files of a build folder are included, so there is none. */
  private showChoice(): void {
    const { folder } = this;
    const isSource = folder && this.inspections.get(folder)?.kind === 'source';
    void setContext('sourceMaps', isSource ? (inspectOptions(folder).sourceMaps ? 'in' : 'out') : undefined);
  }

  getTreeItem(row: PreviewRow): vscode.TreeItem {
    return previewItem(row, this.unused);
  }

  /** The full reason is computed only when the pointer is over a row. */
  resolveTreeItem(item: vscode.TreeItem, row: PreviewRow): vscode.TreeItem {
    const inspection = this.folder && this.inspections.get(this.folder);
    const within = pathOf(row);
    if (!inspection || within === undefined) return item;
    const why = explain(inspection, within);
    return Object.assign(item, { tooltip: localize(this.unused.has(within) ? sentences(why, NOT_USED) : why) });
  }

  getChildren(parent?: PreviewRow): PreviewRow[] {
    const { folder } = this;
    const inspection = folder && this.inspections.get(folder);
    if (!folder || !inspection) return [];
    if (!parent) return (['included', 'excluded'] as const).map((kind) => ({ kind, folder, uri: folder, inspection }));
    return childrenOf(folder, inspection, parent);
  }

  dispose(): void {
    this.search.abort();
    vscode.Disposable.from(...this.listeners, this.view, this.changes).dispose();
  }
}

const NOT_USED = message('Nothing in the package refers to it.');

/** The paths, with a folder in place of all its files if they are all among them. */
function outermost({ files }: Inspection, unused: ReadonlySet<string>): string[] {
  const used = new Set(files.flatMap(({ path: file }) => (unused.has(file) ? [] : foldersAbove(file))));
  return [...new Set([...unused].map((file) => foldersAbove(file).find((folder) => !used.has(folder)) ?? file))];
}

function isSameContent(one: Inspection, other: Inspection): boolean {
  return isDeepStrictEqual([one.files, one.excluded], [other.files, other.excluded]);
}

function childrenOf(folder: vscode.Uri, { files, excluded }: Inspection, parent: PreviewRow): PreviewRow[] {
  switch (parent.kind) {
    case 'included':
      return rowsOfFiles(folder, '', files);
    case 'folder':
      return rowsOfFiles(folder, parent.path, parent.files);
    case 'excluded':
      return excluded.map((left) => ({ kind: 'out', folder, uri: vscode.Uri.joinPath(folder, left.path), left }));
    case 'file':
    case 'out':
      return [];
  }
}

/** Path within the folder; undefined for the two rows at the top. */
function pathOf(row: PreviewRow): string | undefined {
  switch (row.kind) {
    case 'included':
    case 'excluded':
      return undefined;
    case 'folder':
      return row.path.slice(0, -1);
    case 'file':
      return row.file.path;
    case 'out':
      return row.left.path;
  }
}
