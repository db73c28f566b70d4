import path from 'node:path';
import * as vscode from 'vscode';
import { watchUpload } from '../../app/upload/watch-upload';
import { Cancelled, sentenceOf } from '../../core/errors';
import { message } from '../../core/message';
import { plainText } from '../../core/plain-text';
import { withTimeLimit } from '../../core/time-limit';
import { findExtensionFolders, type ExtensionFolder } from '../../packaging';
import { MATCHERS, TASK_TYPE } from '../editor/contributed';
import { MAX_NAME } from '../editor/localize';
import { servicesFor, type WindowServices } from '../services';
import { BUILD_TASKS } from '../upload/build-tasks';
import { readDefinition, type UploadTask } from './definition';
import { BEGINS, ENDS } from './lines';
import { TaskUpload } from './task-upload';
import { TaskTerminal, type TerminalProgram } from './terminal';

/**
 * Milliseconds. The editor waits for the tasks of all extensions before it lists any, and as long for one to wake up.
 * Just after a window has opened, the first search is slow: a debug configuration that names a task must find it.
 */
const MAX_SEARCH = 5000;

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
    const signal = withTimeLimit(stopping.signal, MAX_SEARCH);
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
      new vscode.CustomExecution(async (resolved) => new TaskTerminal(programOf(this.services, resolved, scope))),
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

/** Exit codes. */
const [DONE, FAILED] = [0, 1];

/**
 * What a task runs: an upload, or one at each change until the session has ended.
 * @param definition with its variables replaced.
 */
function programOf(
  window: WindowServices,
  definition: vscode.TaskDefinition,
  scope: vscode.Task['scope'],
): TerminalProgram {
  return async (writeLine, signal) => {
    const { connection }: Record<string, unknown> = definition;
    const wanted = typeof connection === 'string' && connection !== '' ? { connection } : {};
    const upload = new TaskUpload(servicesFor(window, wanted), writeLine);
    try {
      const task = readDefinition(definition, scope);
      const session = await upload.session(task, signal);
      if (task.watch) return await watch(window, upload, task, session, writeLine, signal);
      const { kind } = await upload.run(task, session, false, signal);
      return kind === 'notPossible' ? FAILED : DONE;
    } catch (error) {
      upload.fail(error);
      return FAILED;
    }
  };
}

/** Uploads now and at each change. Settles when it was stopped, or the signal is aborted. */
function watch(
  { activities, inspections }: Pick<WindowServices, 'activities' | 'inspections'>,
  upload: TaskUpload,
  task: UploadTask,
  session: string,
  writeLine: (line: string) => void,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve) => {
    let isUploaded = false;
    const cancel = watchUpload(
      { activities, builds: BUILD_TASKS, changes: inspections.changesIn(task.folder) },
      { kind: 'watchTask', ...upload.watched(task, session) },
      {
        title: () => upload.title(task, session),
        upload: async (stopped) => {
          const outcome = await upload.run(task, session, isUploaded, stopped);
          isUploaded = true;
          return outcome;
        },
        isServiceThere: () => upload.isServiceThere,
        onBegin: () => writeLine(BEGINS),
        onUploaded: () => {},
        onError: (error) => {
          upload.fail(error);
          return { state: { errors: 0 }, problem: sentenceOf(error) };
        },
        onEnd: () => writeLine(ENDS),
        onStop: (why, _reason, isUploading) => {
          upload.writeMessage(why);
          if (isUploading) upload.writeMessage(message('What was being sent may have happened.'));
          resolve(FAILED);
        },
      },
    );
    const closed = (): void => {
      cancel();
      resolve(FAILED);
    };
    signal.addEventListener('abort', closed);
    if (signal.aborted) closed();
  });
}
