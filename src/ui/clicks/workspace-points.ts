import * as vscode from 'vscode';
import { readPointsText, withoutPoint, withPoint, withRenamed } from '../../app/sequences/sequence-text';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { NamedPoint } from '../../core/named-points';
import { plainText } from '../../core/plain-text';
import { MAX_SEQUENCE_BYTES } from '../../core/sequence';
import { POINTS_NAME } from '../../core/sequence-files';
import { MAX_NAME, withIcon } from '../editor/localize';
import { pick } from '../editor/pick';
import { readText, writeText } from '../editor/workspace-file';

/** The file in a workspace folder: it can be shared with a team, and reviewed. */
const FILE = ['.vscode', POINTS_NAME] as const;
const POINTS_FILE = FILE.join('/');

/** A named point, with the file that has it. */
export interface WorkspacePoint extends NamedPoint {
  readonly file: vscode.Uri;
}

/** The points of all workspace folders; none of a workspace that is not trusted. If a name occurs twice, the first counts. */
export async function pointsOfWorkspace(): Promise<readonly WorkspacePoint[]> {
  if (!vscode.workspace.isTrusted) return [];
  const all = await Promise.all(filesOfWorkspace().map(pointsOf));
  return [
    ...new Map(
      all
        .flat()
        .toReversed()
        .map((point) => [point.name, point]),
    ).values(),
  ].toReversed();
}

async function pointsOf(file: vscode.Uri): Promise<WorkspacePoint[]> {
  // What is wrong with the file is said when it is written.
  const text = await textOf(file).catch(ifUserError);
  return text === undefined ? [] : readPointsText(text).points.map((point) => ({ ...point, file }));
}

/**
 * Writes a point into the file of a workspace folder; asks for the folder if there are several and none has the file.
 * @throws UserError if no folder is open, or if the file cannot be written.
 */
export async function keepPoint(point: NamedPoint): Promise<void> {
  const file = await fileForNew();
  await change(file, (text) => withPoint(text, point));
}

export async function renamePoint({ file, name }: WorkspacePoint, newName: string): Promise<void> {
  await change(file, (text = '') => withRenamed(text, name, newName));
}

export async function deletePoint({ file, name }: WorkspacePoint): Promise<void> {
  await change(file, (text = '') => withoutPoint(text, name));
}

function filesOfWorkspace(): vscode.Uri[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => vscode.Uri.joinPath(uri, ...FILE));
}

async function fileForNew(): Promise<vscode.Uri> {
  if (!vscode.workspace.isTrusted)
    throw new UserError(message('Trust this workspace to name points.'), 'manageTrust', 'warning');
  const files = filesOfWorkspace();
  const [first, ...others] = files;
  if (!first) throw new UserError(message('Open a folder to name points. They’re kept in {0}.', POINTS_FILE));
  if (others.length === 0) return first;
  const written = await Promise.all(files.map((file) => textOf(file).catch(ifUserError)));
  const [only, ...more] = files.filter((_, index) => written[index] !== undefined);
  if (only && more.length === 0) return only;
  return pick(
    message('Name Point: Select Folder'),
    message('Select the folder whose {0} keeps the point', POINTS_FILE),
    (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => ({
      label: withIcon('folder', plainText(name, MAX_NAME)),
      value: vscode.Uri.joinPath(uri, ...FILE),
    })),
  );
}

/**
 * What the editor has of the file if it is not saved, else what is on the disk; undefined if there is no such file.
 * @throws UserError if it cannot be read.
 */
async function textOf(file: vscode.Uri): Promise<string | undefined> {
  const open = openDocument(file);
  if (open?.isDirty) return open.getText();
  return readText(file, MAX_SEQUENCE_BYTES);
}

function ifUserError(error: unknown): undefined {
  if (!(error instanceof UserError)) throw error;
}

async function change(file: vscode.Uri, edit: (text: string | undefined) => string): Promise<void> {
  if (openDocument(file)?.isDirty) throw new UserError(message('Save {0} first.', POINTS_FILE));
  await writeText(file, edit(await textOf(file)));
}

function openDocument(file: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
}
