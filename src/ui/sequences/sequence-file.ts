import path from 'node:path';
import * as vscode from 'vscode';
import { readSequenceText, type Sequence, type TextProblem } from '../../app/sequences/sequence-text';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { plainText } from '../../core/plain-text';
import { MAX_SEQUENCE_BYTES } from '../../core/sequence';
import { requireRegularFile } from '../../packaging';
import { SEQUENCE_ENDING } from '../../core/sequence-files';
import { MAX_NAME, MAX_WORDS, withIcon } from '../editor/localize';
import { OfferError } from '../editor/show';
import { pick } from '../editor/pick';
import { pointsOfWorkspace } from '../clicks/workspace-points';
import type { Target } from '../target';

/** Sequences that are offered. */
const MAX_OFFERED = 500;

/**
 * The sequence that a command is pointed at, else the one in the editor, else one of the workspace.
 * @param title of the question for one of several.
 * @throws UserError if the workspace has none, or is not trusted.
 */
export async function sequenceFileOf(
  { file, resources = [] }: Pick<Target, 'file' | 'resources'>,
  title = message('Run Sequence: Select File'),
): Promise<vscode.Uri> {
  if (!vscode.workspace.isTrusted)
    throw new UserError(message('Trust this workspace to run its sequences.'), 'manageTrust', 'warning');
  const given = file ?? resources.find(isSequence) ?? resources[0];
  if (given) return given;
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active && isSequence(active)) return active;
  const found = await vscode.workspace.findFiles(`**/*${SEQUENCE_ENDING}`, '**/node_modules/**', MAX_OFFERED);
  if (found.length === 0)
    throw new UserError(
      message('No sequence found. Record one with Record Sequence, or create a file *{0}.', SEQUENCE_ENDING),
    );
  const [only] = found;
  if (only && found.length === 1) return only;
  return pick(
    title,
    message('Select a sequence'),
    found
      .toSorted((one, other) => (one.path < other.path ? -1 : 1))
      .map((uri) => ({
        label: withIcon('run-all', plainText(path.posix.basename(uri.path), MAX_NAME)),
        description: plainText(path.posix.dirname(vscode.workspace.asRelativePath(uri)), MAX_WORDS),
        value: uri,
      })),
  );
}

export interface OpenedSequence extends Sequence {
  readonly document: vscode.TextDocument;
  /** The name of its file. */
  readonly name: string;
}

/**
 * Reads a sequence as the editor shows it, also if it is not saved yet.
 * @throws UserError if it cannot be run, with a button that leads to the place.
 */
export async function openSequence(uri: vscode.Uri): Promise<OpenedSequence> {
  const name = path.posix.basename(uri.path);
  const document = await openDocument(savedAs(uri), name);
  const read = readSequenceText(document.getText(), await pointsOfWorkspace());
  if ('steps' in read) return { ...read, document, name };
  const [first] = read.problems;
  if (!first) throw new Error('a sequence without steps has no problem');
  const { start } = rangeOf(document, first);
  throw new OfferError(message('Couldn’t run “{0}”, line {1}: {2}', name, start.line + 1, first.text), {
    label: message('Show Line'),
    run: () => vscode.window.showTextDocument(document, { selection: rangeOf(document, first) }),
  });
}

async function openDocument(uri: vscode.Uri, name: string): Promise<vscode.TextDocument> {
  try {
    if (uri.scheme === 'file') await requireRegularFile(uri.fsPath, MAX_SEQUENCE_BYTES);
    return await vscode.workspace.openTextDocument(uri);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      message('Couldn’t open “{0}”: “{1}”', name, error instanceof Error ? error.message : String(error)),
    );
  }
}

/** A button in the title of an editor still names the new file after it was saved: then it is the saved one. */
function savedAs(uri: vscode.Uri): vscode.Uri {
  const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
  if (uri.scheme !== 'untitled' || isOpen) return uri;
  return uri.with({ scheme: vscode.workspace.workspaceFolders?.[0]?.uri.scheme ?? 'file' });
}

/** The range of a problem or a step in the document. */
export function rangeOf(
  document: vscode.TextDocument,
  { offset, length }: Pick<TextProblem, 'offset' | 'length'>,
): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}

export function isSequence({ path: file }: vscode.Uri): boolean {
  return file.endsWith(SEQUENCE_ENDING);
}
