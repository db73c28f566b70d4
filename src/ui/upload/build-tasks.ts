import * as vscode from 'vscode';
import type { Builds } from '../../app/watch-loop';
import { TASK_TYPE } from '../editor/contributed';

/** The build tasks of the window that end by themselves. */
export const BUILD_TASKS: Builds = {
  get isRunning() {
    return vscode.tasks.taskExecutions.some(({ task }) => isBuild(task));
  },
  onDidEnd: (listener) => vscode.tasks.onDidEndTask(({ execution: { task } }) => isBuild(task) && listener()),
};

/** Our own tasks write nothing to the folder, and one that watches would wait for itself. */
function isBuild({ definition, group, isBackground }: vscode.Task): boolean {
  return group?.id === vscode.TaskGroup.Build.id && !isBackground && definition.type !== TASK_TYPE;
}
