import * as vscode from 'vscode';
import type { Inspection, ExcludedFile, PackedFile } from '../../packaging';

/** A row of the preview of `folder`. `uri` is the file or folder of the row. */
export type PreviewRow = { readonly folder: vscode.Uri; readonly uri: vscode.Uri } & (
  | { readonly kind: 'included' | 'excluded'; readonly inspection: Inspection }
  | { readonly kind: 'folder'; readonly path: string; readonly files: readonly PackedFile[] }
  | { readonly kind: 'file'; readonly file: PackedFile }
  | { readonly kind: 'out'; readonly left: ExcludedFile }
);

export function isPreviewRow(argument: unknown): argument is PreviewRow {
  return (
    typeof argument === 'object' &&
    argument !== null &&
    'kind' in argument &&
    'folder' in argument &&
    argument.folder instanceof vscode.Uri
  );
}

/** Folders before files, each by name, as in the Explorer. */
export function rowsOfFiles(folder: vscode.Uri, within: string, files: readonly PackedFile[]): PreviewRow[] {
  const subfolders = new Map<string, PackedFile[]>();
  const here: PreviewRow[] = [];
  for (const file of files) {
    const [name = '', ...deeper] = file.path.slice(within.length).split('/');
    if (deeper.length === 0) here.push({ kind: 'file', folder, uri: vscode.Uri.joinPath(folder, file.path), file });
    else if (!subfolders.get(name)?.push(file)) subfolders.set(name, [file]);
  }
  const folders = [...subfolders].map(([name, inside]): PreviewRow => ({
    kind: 'folder',
    folder,
    uri: vscode.Uri.joinPath(folder, within + name),
    path: `${within}${name}/`,
    files: inside,
  }));
  return [...folders, ...here];
}
