import path from 'node:path';
import * as vscode from 'vscode';
import type { TestSources } from '../../app/tests/load-test';
import { MAX_SEQUENCE_BYTES } from '../../core/sequence';
import { MANIFEST } from '../../packaging';
import { pointsOfWorkspace } from '../clicks/workspace-points';
import { topOf } from '../editor/uris';
import { readText } from '../editor/workspace-file';

/** The files of tests in this window. */
export const SOURCES: TestSources = {
  read: textOf,
  pointsOf: async () => pointsOfWorkspace(),
  topOf: async (file) => topOf(path.dirname(file)),
  isExtension: async (folder) => (await storedText(path.join(folder, MANIFEST))) !== undefined,
};

/** What the editor shows of a file, saved or not. */
export async function textOf(file: string): Promise<string | undefined> {
  const uri = vscode.Uri.file(file);
  const open = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  return open ? open.getText() : storedText(file);
}

function storedText(file: string): Promise<string | undefined> {
  return readText(vscode.Uri.file(file), MAX_SEQUENCE_BYTES);
}
