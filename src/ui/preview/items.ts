import path from 'node:path';
import * as vscode from 'vscode';
import { formatBytes } from '../../core/format';
import { message } from '../../core/message';
import { plainText, type PlainText } from '../../core/plain-text';
import type { Inspection, ExcludedFile, PackedFile } from '../../packaging';
import { localize, MAX_NAME, MAX_WORDS, t } from '../editor/localize';
import type { PreviewRow } from './preview-rows';

/**
 * The tree item for each row of the preview.
 * @param unused the paths of the files that nothing refers to.
 */
export function previewItem(row: PreviewRow, unused: ReadonlySet<string>): vscode.TreeItem {
  switch (row.kind) {
    case 'included':
      return includedItem(row.inspection, unused.size);
    case 'excluded':
      return excludedItem(row.inspection);
    case 'folder':
      return folderItem(row.uri, row.files, unused);
    case 'file':
      return fileItem(row.uri, row.file, unused.has(row.file.path));
    case 'out':
      return outItem(row.uri, row.left);
  }
}

function includedItem({ files, totalBytes }: Inspection, unused: number): vscode.TreeItem {
  const item = new vscode.TreeItem(t('Included'), vscode.TreeItemCollapsibleState.Expanded);
  return Object.assign(item, {
    id: 'included',
    description:
      unused === 0
        ? t('{0} · {1} uncompressed', countOf(files.length), formatBytes(totalBytes))
        : t('{0} · {1} · {2} not used', countOf(files.length), formatBytes(totalBytes), unused),
    contextValue: unused === 0 ? 'included' : 'included unused',
  });
}

function excludedItem({ excluded }: Inspection): vscode.TreeItem {
  const state = excluded.length === 0 ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Expanded;
  return Object.assign(new vscode.TreeItem(t('Excluded'), state), {
    id: 'excluded',
    description: itemsIn(excluded.length),
    contextValue: 'excluded',
  });
}

function folderItem(uri: vscode.Uri, files: readonly PackedFile[], unused: ReadonlySet<string>): vscode.TreeItem {
  const isUnused = files.every(({ path: within }) => unused.has(within));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return Object.assign(new vscode.TreeItem(uri, vscode.TreeItemCollapsibleState.Collapsed), {
    id: `in ${uri.toString()}`,
    label: shownName(uri),
    description: isUnused
      ? t('not used · {0} · {1}', countOf(files.length), formatBytes(bytes))
      : t('{0} · {1}', countOf(files.length), formatBytes(bytes)),
    checkboxState: box(true),
    contextValue: 'in folder',
  });
}

function fileItem(uri: vscode.Uri, { bytes, why }: PackedFile, isUnused: boolean): vscode.TreeItem {
  return Object.assign(new vscode.TreeItem(uri), {
    id: `in ${uri.toString()}`,
    label: shownName(uri),
    description: isUnused ? t('not used · {0}', formatBytes(bytes)) : formatBytes(bytes),
    checkboxState: box(true),
    contextValue: why ? 'in file kept' : 'in file',
    command: open(uri),
  });
}

/** Not of its file, as which the Explorer marks it: here, the group says that it is excluded. */
function outItem(uri: vscode.Uri, { path: within, folder, bytes, reason, rule }: ExcludedFile): vscode.TreeItem {
  const size = bytes === undefined ? undefined : formatBytes(bytes);
  return Object.assign(new vscode.TreeItem(plainText(folder ? `${within}/` : within, MAX_WORDS)), {
    id: `out ${uri.toString()}`,
    description: localize(size === undefined ? reason : message('{0} · {1}', reason, size), MAX_NAME),
    iconPath:
      rule.kind === 'default' && rule.secret
        ? new vscode.ThemeIcon('warning', new vscode.ThemeColor('problemsWarningIcon.foreground'))
        : new vscode.ThemeIcon(folder ? 'folder' : 'file'),
    // A file that no rule can include has no checkbox.
    ...(rule.kind !== 'none' && { checkboxState: box(false) }),
    contextValue: `out ${rule.kind}`,
    ...(!folder && { command: open(uri) }),
  });
}

/** The name that the editor derives from the URI, but made plain. */
function shownName(uri: vscode.Uri): PlainText {
  return plainText(path.posix.basename(uri.path), MAX_NAME);
}

function box(checked: boolean): { state: vscode.TreeItemCheckboxState; tooltip: string } {
  return checked
    ? { state: vscode.TreeItemCheckboxState.Checked, tooltip: t('Exclude') }
    : { state: vscode.TreeItemCheckboxState.Unchecked, tooltip: t('Include') };
}

function open(uri: vscode.Uri): vscode.Command {
  return { title: t('Open'), command: 'vscode.open', arguments: [uri] };
}

function itemsIn(excluded: number): PlainText {
  if (excluded === 0) return t('none');
  return excluded === 1 ? t('1 item') : t('{0} items', excluded);
}

function countOf(files: number): PlainText {
  return files === 1 ? t('1 file') : t('{0} files', files);
}
