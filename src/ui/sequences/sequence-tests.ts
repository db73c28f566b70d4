import path from 'node:path';
import * as vscode from 'vscode';
import { plainText } from '../../core/plain-text';
import { SEQUENCE_ENDING } from '../../core/sequence-files';
import { MAX_NAME, t } from '../editor/localize';

/** Sequences that are shown. */
const MAX_SHOWN = 500;
const SEQUENCES = `**/*${SEQUENCE_ENDING}`;
const NEVER = '**/node_modules/**';

/** Runs sequences as tests, and tells a run of the editor what came of each. */
export type RunTests = (
  run: vscode.TestRun,
  tests: readonly vscode.TestItem[],
  token: vscode.CancellationToken,
) => Promise<void>;

/**
 * Lists the sequences of a trusted workspace in the editor's view of tests. Nothing is there in a workspace without any.
 * The code that runs them is loaded with the first run.
 */
export function listSequenceTests(opened: () => Promise<RunTests>): vscode.Disposable {
  let controller: vscode.TestController | undefined;
  const add = (uri: vscode.Uri): void => {
    if (uri.path.includes('/node_modules/') || !vscode.workspace.isTrusted) return;
    controller ??= createController(opened);
    if (controller.items.size < MAX_SHOWN) controller.items.add(itemOf(controller, uri));
  };
  const addAll = async (): Promise<void> => {
    for (const uri of await vscode.workspace.findFiles(SEQUENCES, NEVER, MAX_SHOWN)) add(uri);
  };
  const files = vscode.workspace.createFileSystemWatcher(SEQUENCES, false, true, false);
  void addAll();
  return vscode.Disposable.from(
    files,
    files.onDidCreate(add),
    files.onDidDelete(({ path: gone }) => removeIn(controller, gone)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void addAll()),
    vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => {
      for (const { uri } of removed) removeIn(controller, uri.path);
      void addAll();
    }),
    { dispose: () => controller?.dispose() },
  );
}

function createController(opened: () => Promise<RunTests>): vscode.TestController {
  const controller = vscode.tests.createTestController('browserSessions', t('Browser Sessions'));
  const runHandler = async (request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> => {
    const all = [...controller.items].map(([, item]) => item);
    const wanted = (request.include ?? all).filter((item) => !request.exclude?.includes(item));
    const run = controller.createTestRun(request);
    try {
      await (
        await opened()
      )(run, wanted, token);
    } finally {
      run.end();
    }
  };
  controller.createRunProfile(t('Run'), vscode.TestRunProfileKind.Run, runHandler, true);
  return controller;
}

function itemOf(controller: vscode.TestController, uri: vscode.Uri): vscode.TestItem {
  const name = plainText(path.posix.basename(uri.path).slice(0, -SEQUENCE_ENDING.length), MAX_NAME);
  const item = controller.createTestItem(uri.toString(), name, uri);
  const folder = path.posix.dirname(vscode.workspace.asRelativePath(uri));
  if (folder !== '.') item.description = plainText(folder, MAX_NAME);
  item.range = new vscode.Range(0, 0, 0, 0);
  return item;
}

/** For a deleted folder, the editor may report only the folder itself. */
function removeIn(controller: vscode.TestController | undefined, gone: string): void {
  for (const [id, { uri }] of controller?.items ?? [])
    if (uri?.path === gone || uri?.path.startsWith(`${gone}/`)) controller?.items.delete(id);
}
