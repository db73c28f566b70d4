import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { formatWait } from '../../core/format';
import { message, sentences, type Message } from '../../core/message';
import type { ExtensionFolder } from '../../packaging';
import { confirmOne } from '../editor/pick';

const UPLOAD = message('Upload Anyway');
const BUILD = message('Build and Upload');

/**
 * Shows what may be wrong with a folder before it is uploaded. Where a build mends it and the project has one, the user
 * can run it first.
 * @throws Cancelled unless the user confirms; UserError if the build fails.
 */
export async function askIfDoubtful(found: ExtensionFolder): Promise<void> {
  const [first, ...others] = doubtsOf(found);
  if (!first) return;
  const build = found.staleSince || found.needsBuild ? await buildOf(found.folder) : undefined;
  const pressed = await confirmOne(first.title, {
    paragraphs: [sentences(first.text, ...others.map(({ text }) => text))],
    buttons: build ? [BUILD, UPLOAD] : [UPLOAD],
  });
  if (build && pressed === BUILD) await run(build);
}

/** The script `build` of the nearest `package.json` above a folder, as the task that the editor finds. */
async function buildOf(folder: string): Promise<vscode.Task | undefined> {
  const builds = (await vscode.tasks.fetchTasks({ type: 'npm' })).flatMap((task) => {
    const { definition, scope } = task;
    if (definition['script'] !== 'build' || typeof scope !== 'object') return [];
    const within: unknown = definition['path'];
    const root = path.join(scope.uri.fsPath, typeof within === 'string' ? within : '');
    const relative = path.relative(root, folder);
    return relative.startsWith('..') || path.isAbsolute(relative) ? [] : [{ task, root }];
  });
  return builds.toSorted((one, other) => other.root.length - one.root.length)[0]?.task;
}

/** @throws UserError unless it ends with success. */
async function run(build: vscode.Task): Promise<void> {
  const execution = await vscode.tasks.executeTask(build);
  const listeners: vscode.Disposable[] = [];
  const code = await new Promise<number | undefined>((resolve) => {
    listeners.push(
      vscode.tasks.onDidEndTaskProcess((end) => end.execution === execution && resolve(end.exitCode)),
      // One that is stopped before its process has started ends without a code.
      vscode.tasks.onDidEndTask((end) => end.execution === execution && setImmediate(() => resolve(undefined))),
    );
  }).finally(() => vscode.Disposable.from(...listeners).dispose());
  if (code !== 0) throw new UserError(message('The build failed. Nothing was sent.'));
}

interface Doubt {
  readonly title: Message;
  readonly text: Message;
}

/** The most important one first: it becomes the title. */
function doubtsOf({ folder, staleSince, needsBuild, tool, forChromium, forDevelopment }: ExtensionFolder): Doubt[] {
  const name = vscode.workspace.asRelativePath(folder, false);
  const doubts: Doubt[] = [];
  if (staleSince)
    doubts.push({
      title: message('Upload the outdated build “{0}”?', name),
      text: message(
        '“{0}” was changed {1} after the last build.',
        staleSince.source,
        formatWait(wholeMinutes(staleSince.changedAt.getTime() - staleSince.builtAt.getTime())),
      ),
    });
  if (needsBuild)
    doubts.push({
      title: message('Upload “{0}” unbuilt?', name),
      text: tool
        ? message('This is unbuilt source. Build it with {0} first.', tool)
        : message('This is unbuilt source. Build it first.'),
    });
  if (!forChromium)
    doubts.push({
      title: message('Upload “{0}”, built for another browser?', name),
      text: message('It may not work in Chromium.'),
    });
  if (forDevelopment)
    doubts.push({
      title: message('Upload the development build “{0}”?', name),
      text: message('Its pages may load code from your machine.'),
    });
  return doubts;
}

/** Milliseconds, without seconds unless there is nothing else. */
function wholeMinutes(milliseconds: number): number {
  return Math.round(milliseconds / 60_000) * 60_000 || milliseconds;
}
