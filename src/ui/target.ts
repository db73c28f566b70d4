import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../core/errors';
import { message } from '../core/message';
import { isPreviewRow, type PreviewRow } from './preview/preview-rows';
import { SCREENSHOTS, type Pictured } from './sessions/screenshot-uri';
import { isRow, type Row } from './views/rows';

export { loadedIn } from './views/rows';

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
  /** ID of a video of the session. */
  readonly video?: string;
  /** Several sessions, by ID or name. */
  readonly sessions?: readonly string[];
  readonly pool?: string;
  /** ID or name of an extension in the catalog. */
  readonly extension?: string;
  /** Files or folders. */
  readonly resources?: readonly vscode.Uri[];
  /** The extension folder that contains `resources`, if it is known. */
  readonly extensionFolder?: vscode.Uri;
  /** Folder name in the browser for an upload, or the name of a sample. */
  readonly name?: string;
  /** A file with a sequence of clicks. */
  readonly file?: vscode.Uri;
  /** Of what kind the service is that a connection is added to: `kernel` or `other`. */
  readonly service?: string;
  /** A page of the manual. */
  readonly page?: string;
  /** As in the input box: `640, 360 right x2 +shift`. */
  readonly click?: string;
  /** The same, as what the box begins with. */
  readonly typed?: string;
  /** Ask for the session even if only one is known, because the intended one does not exist. */
  readonly askSession?: boolean;
  /** The old version that a folder is compared with, as `check --against` takes it. */
  readonly against?: string;
  /** Also upload extensions that have not changed. */
  readonly force?: boolean;
  /** The screenshot whose editor is open. */
  readonly screenshot?: vscode.Uri;
  /** About the session whose screen is the active editor, or about the report that is. */
  readonly screen?: boolean;
  /** All rows that are selected, with the one that was clicked; or those of the view that a key was pressed in. */
  readonly rows?: readonly Row[];
  /** The row that Copy ID and Remove from List use. */
  readonly row?: Row;
}

/**
 * Reads the arguments that the editor passes to a command.
 * @param selected everything that is selected in the Explorer or in the preview; `argument` is the item that was
 * clicked.
 */
export function targetOf(argument: unknown, selected?: unknown): Target {
  if (argument instanceof vscode.Uri && argument.scheme === SCREENSHOTS) return { screenshot: argument };
  // What the editor passes for a button in the title of a webview: of ours, of a screen or a report.
  if (argument instanceof vscode.Uri && argument.scheme === 'webview-panel') return { screen: true };
  if (argument instanceof vscode.Uri)
    return { resources: Array.isArray(selected) && selected.length > 0 ? selected : [argument] };
  if (isPreviewRow(argument)) return targetOfPreview(argument, selected);
  if (isRow(argument)) return targetOfRows(rowsIn(selected), argument);
  if (typeof argument !== 'object' || argument === null) return {};
  return targetOfArguments(argument);
}

/** Reads the arguments from a keybinding, a task or one of our buttons. */
function targetOfArguments(argument: object): Target {
  const { folder, folders, force, file, sessions, ...rest }: Record<string, unknown> = { ...argument };
  const texts = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, text(key, value)]));
  const paths = [
    ...(folder === undefined ? [] : [text('folder', folder)]),
    ...(Array.isArray(folders) ? folders.map((each) => text('folders', each)) : []),
  ];
  return {
    ...texts,
    ...(force === true && { force }),
    ...(file !== undefined && { file: fileOf(file) }),
    ...(sessions !== undefined && { sessions: textsOf('sessions', sessions) }),
    ...(paths.length > 0 && { resources: paths.map((each) => vscode.Uri.file(each)) }),
  };
}

/** The same for a screenshot or a screen whose editor has the command: about the session that it shows. */
export function targetOfPictured(target: Target, pictured: Pictured | undefined): Target {
  if (!pictured) return target;
  const { connection, session } = pictured;
  return { ...target, connection: connection.name, address: connection.address, session };
}

function targetOfPreview(row: PreviewRow, selected: unknown): Target {
  const rows = Array.isArray(selected) && selected.length > 0 ? selected.filter(isPreviewRow) : [row];
  return { resources: rows.map(({ uri }) => uri), extensionFolder: row.folder };
}

function rowsIn(selected: unknown): Row[] {
  return Array.isArray(selected) ? selected.filter(isRow) : [];
}

/**
 * A target of several rows.
 * @param selected none, if only one row is meant.
 * @param row the one that was clicked.
 */
export function targetOfRows(selected: readonly Row[], row = selected[0]): Target {
  if (!row) return {};
  const { name: connection, address } = row.connection;
  const rows = selected.length === 0 ? [row] : selected;
  return { row, rows, connection, address, ...targetOfItem(row) };
}

const VIEWS = ['sessions', 'pools', 'extensions'] as const;

/** The view whose selected rows a keybinding is about: `{ "view": "sessions" }`. */
export function viewOf(argument: unknown): (typeof VIEWS)[number] | undefined {
  const view = typeof argument === 'object' && argument !== null && 'view' in argument ? argument.view : undefined;
  return VIEWS.find((each) => each === view);
}

function targetOfItem(row: Row): Target {
  switch (row.kind) {
    case 'session':
      return { session: row.session.id, ...(row.session.pool !== undefined && { pool: row.session.pool }) };
    case 'upload':
    case 'loaded':
    case 'storage':
    case 'area':
    case 'note':
      return { session: row.session.id };
    case 'pool':
      return { pool: row.pool.id };
    case 'extension':
      return { extension: row.extension.id };
    case 'ended':
    case 'past':
    case 'more':
      return {};
  }
}

/** A relative path is inside the first workspace folder. */
function fileOf(value: unknown): vscode.Uri {
  if (value instanceof vscode.Uri) return value;
  const given = text('file', value);
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return path.isAbsolute(given) || !folder ? vscode.Uri.file(given) : vscode.Uri.joinPath(folder.uri, given);
}

function textsOf(key: string, value: unknown): string[] {
  if (!Array.isArray(value)) throw new UserError(message('The command argument “{0}” must be a list.', key));
  return value.map((each) => text(key, each));
}

function text(key: string, value: unknown): string {
  if (typeof value !== 'string') throw new UserError(message('The command argument “{0}” must be a string.', key));
  return value;
}
