import * as vscode from 'vscode';
import { until } from '../support/until';

/** A task of `tasks.json`. */
export interface TaskEntry {
  readonly type: string;
  readonly label: string;
  readonly [more: string]: unknown;
}

/** A task that has ended. */
export interface EndedTask {
  readonly code: number | undefined;
  /** What its terminal shows of it. */
  readonly output: string;
}

/** Replaces the tasks in the `tasks.json` of the workspace folder, and waits until the editor knows them. */
export async function writeTasks(tasks: readonly TaskEntry[]): Promise<void> {
  const [root] = vscode.workspace.workspaceFolders ?? [];
  await vscode.workspace
    .getConfiguration('tasks', root)
    .update('tasks', tasks.length > 0 ? tasks : undefined, vscode.ConfigurationTarget.WorkspaceFolder);
  await until('the editor knows the tasks', async () => {
    const names = (await vscode.tasks.fetchTasks()).map(({ name }) => name);
    return tasks.every(({ label }) => names.includes(label));
  });
}

/** Starts a task of `tasks.json`. */
export async function startTask(label: string): Promise<vscode.TaskExecution> {
  const task = (await vscode.tasks.fetchTasks()).find(({ name }) => name === label);
  if (!task) throw new Error(`There is no task ${label}.`);
  return vscode.tasks.executeTask(task);
}

/** Waits until a task has ended that was, or is about to be, started. */
export function ended(label: string): Promise<EndedTask> {
  return new Promise((resolve, reject) => {
    const listener = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      if (execution.task.name !== label) return;
      listener.dispose();
      outputOf(label).then((output) => resolve({ code: exitCode, output }), reject);
    });
  });
}

export async function runTask(label: string): Promise<EndedTask> {
  const end = ended(label);
  await startTask(label);
  return end;
}

/** The line with which the editor begins a task in a terminal, which may still show the one before. */
const HEADING = ' *  Executing task: ';

/** Copies the text of a task's terminal, as a person can. @returns what it shows since the last task began in it. */
export async function outputOf(label: string): Promise<string> {
  const terminal = vscode.window.terminals.findLast(({ name }) => name.includes(label));
  if (!terminal)
    throw new Error(`There is no terminal of ${label}: ${vscode.window.terminals.map(({ name }) => name).join(', ')}`);
  await vscode.env.clipboard.writeText('');
  let text = '';
  await until('the text of the terminal is copied', async () => {
    terminal.show();
    await vscode.commands.executeCommand('workbench.action.terminal.selectAll');
    await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
    text = await vscode.env.clipboard.readText();
    return vscode.window.activeTerminal === terminal && text.includes(HEADING);
  });
  return text.slice(text.lastIndexOf(HEADING));
}
