import path from 'node:path';
import * as vscode from 'vscode';
import { Cancelled } from '../../core/errors';
import { plainText } from '../../core/plain-text';
import { findExtensionFolders, type ExtensionFolder } from '../../packaging';
import { MATCHERS, TASK_TYPE } from '../editor/contributed';
import { MAX_NAME } from '../editor/localize';
import type { WindowServices } from '../services';
import { workOf } from './task-work';
import { TaskTerminal } from './terminal';

/** Milliseconds. The editor waits for the tasks of all extensions before it lists any. */
const MAX_SEARCH = 1000;

/**
 * The upload tasks: those of `tasks.json`, and one for each extension of the workspace. A workspace that is not trusted
 * has none.
 */
export class UploadTasks implements vscode.TaskProvider {
  constructor(private readonly services: WindowServices) {}

  /** Searches no further than for an upload; a workspace folder that takes too long has none. */
  async provideTasks(token: vscode.CancellationToken): Promise<vscode.Task[]> {
    if (!vscode.workspace.isTrusted) return [];
    const stopping = new AbortController();
    const listener = token.onCancellationRequested(() => stopping.abort());
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(MAX_SEARCH)]);
    const roots = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    const found = await Promise.all(roots.map((root) => this.tasksIn(root, signal).catch(noneIfCancelled)));
    listener.dispose();
    return found.flat();
  }

  resolveTask({ definition, scope, name }: vscode.Task): vscode.Task {
    return this.task(definition, scope ?? vscode.TaskScope.Workspace, name);
  }

  private async tasksIn(root: vscode.WorkspaceFolder, signal: AbortSignal): Promise<vscode.Task[]> {
    const found = await findExtensionFolders(root.uri.fsPath, signal);
    return found.filter(isUsable).map(({ folder }) => {
      const within = path.relative(root.uri.fsPath, folder).split(path.sep).join('/') || '.';
      const name = plainText(within === '.' ? root.name : within, MAX_NAME);
      return this.task({ type: TASK_TYPE, folder: within }, root, `upload ${name}`);
    });
  }

  private task(definition: vscode.TaskDefinition, scope: NonNullable<vscode.Task['scope']>, name: string): vscode.Task {
    const watches = definition['watch'] === true;
    const task = new vscode.Task(
      definition,
      scope,
      name,
      TASK_TYPE,
      new vscode.CustomExecution(async (resolved) => new TaskTerminal(workOf(this.services, resolved, scope))),
      watches ? MATCHERS.watch : MATCHERS.once,
    );
    task.isBackground = watches;
    return task;
  }
}

function noneIfCancelled(error: unknown): vscode.Task[] {
  if (error instanceof Cancelled) return [];
  throw error;
}

/** Others need a build first, or another browser. */
function isUsable({ forChromium, needsBuild }: ExtensionFolder): boolean {
  return forChromium && !needsBuild;
}
