import * as vscode from 'vscode';
import { UserError } from '../core/errors';
import { message } from '../core/message';
import { isPreviewRow, type PreviewRow } from './preview/rows';
import { isRow, type Row } from './views/rows';

/**
 * What a command is applied to: given by a row, by a file in the Explorer, or by the `args` of a keybinding. The user
 * is asked for missing parts.
 */
export interface Target {
  /** Name of the connection; by default the one in use. */
  readonly connection?: string;
  /** The address that the connection had; if it has changed, the command does nothing. */
  readonly address?: string;
  readonly session?: string;
  readonly pool?: string;
  /** ID or name of an extension in the catalog. */
  readonly extension?: string;
  /** Files or folders. */
  readonly resources?: readonly vscode.Uri[];
  /** The extension folder that contains `resources`, if it is known. */
  readonly extensionFolder?: vscode.Uri;
  /** Folder name in the browser for an upload. */
  readonly name?: string;
  /** As in the input box: `640, 360 right x2 +shift`. */
  readonly click?: string;
  /** Ask for the session even if only one is known, because the intended one does not exist. */
  readonly askSession?: boolean;
  /** Also upload extensions that have not changed. */
  readonly force?: boolean;
  /** The row that Copy ID and Remove from List use. */
  readonly row?: Row;
}

/**
 * Reads the arguments that the editor passes to a command.
 * @param selected everything that is selected in the Explorer or in the preview; `argument` is the item that was
 * clicked.
 */
export function targetOf(argument: unknown, selected?: unknown): Target {
  if (argument instanceof vscode.Uri)
    return { resources: Array.isArray(selected) && selected.length > 0 ? selected : [argument] };
  if (isPreviewRow(argument)) return targetOfPreview(argument, selected);
  if (isRow(argument)) return targetOfRow(argument);
  if (typeof argument !== 'object' || argument === null) return {};
  return targetOfArguments(argument);
}

/** Reads the arguments from a keybinding, a task or one of our buttons. */
function targetOfArguments(argument: object): Target {
  const { folder, folders, force, ...rest }: Record<string, unknown> = { ...argument };
  const texts = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, text(key, value)]));
  const paths = [
    ...(folder === undefined ? [] : [text('folder', folder)]),
    ...(Array.isArray(folders) ? folders.map((each) => text('folders', each)) : []),
  ];
  return {
    ...texts,
    ...(force === true && { force }),
    ...(paths.length > 0 && { resources: paths.map((each) => vscode.Uri.file(each)) }),
  };
}

function targetOfPreview(row: PreviewRow, selected: unknown): Target {
  const rows = Array.isArray(selected) && selected.length > 0 ? selected.filter(isPreviewRow) : [row];
  return { resources: rows.map(({ uri }) => uri), extensionFolder: row.folder };
}

function targetOfRow(row: Row): Target {
  const { name: connection, address } = row.connection;
  return { row, connection, address, ...thingOf(row) };
}

function thingOf(row: Row): Target {
  switch (row.kind) {
    case 'session':
      return { session: row.session.id, ...(row.session.pool !== undefined && { pool: row.session.pool }) };
    case 'upload':
      return { session: row.session.id };
    case 'pool':
      return { pool: row.pool.id };
    case 'extension':
      return { extension: row.extension.id };
  }
}

function text(key: string, value: unknown): string {
  if (typeof value !== 'string') throw new UserError(message('The command argument “{0}” must be a string.', key));
  return value;
}
