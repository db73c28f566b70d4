import type * as vscode from 'vscode';
import { maySucceedLater } from '../../app/upload/unattended';
import { WatchLoop } from '../../app/watch-loop';
import type { Message } from '../../core/message';
import { keepThreadReady } from '../../packaging';
import { servicesFor, type WindowServices } from '../services';
import { BUILD_TASKS } from '../upload/build-tasks';
import { onDidChangeIn } from '../upload/folder-changes';
import { notInPlace, sessionEnded } from '../upload/watch-ends';
import { readDefinition, type UploadTask } from './definition';
import { BEGINS, ENDS } from './lines';
import { TaskUpload, type TaskSession } from './task-upload';
import type { TerminalWork } from './terminal';

/** Exit codes. */
const [DONE, FAILED] = [0, 1];

/**
 * The work of a task: an upload, or one at each change until the session has ended.
 * @param definition with its variables replaced.
 */
export function workOf(
  window: WindowServices,
  definition: vscode.TaskDefinition,
  scope: vscode.Task['scope'],
): TerminalWork {
  return async (writeLine, signal) => {
    const { connection }: Record<string, unknown> = definition;
    const uploadAt: UploadAt = (wanted) => new TaskUpload(servicesFor(window, wanted), writeLine);
    const upload = uploadAt(typeof connection === 'string' && connection !== '' ? { connection } : {});
    try {
      const task = readDefinition(definition, scope);
      const session = await upload.session(task, signal);
      if (task.watch) {
        const { at } = upload;
        return await watch(() => uploadAt(at), task, session, writeLine, signal);
      }
      const { kind } = await upload.run(task, session.id, false, signal);
      return kind === 'notPossible' ? FAILED : DONE;
    } catch (error) {
      upload.fail(error);
      return FAILED;
    }
  };
}

/** An upload at a connection as it is now. */
type UploadAt = (wanted: { readonly connection?: string; readonly address?: string }) => TaskUpload;

/**
 * Uploads now and at each change. Settles when the session has ended, its token was cleared, its connection is not what
 * it was, or the signal is aborted.
 * @param uploadNow is asked for each round: meanwhile the connection may have become production or been removed.
 */
function watch(
  uploadNow: () => TaskUpload,
  task: UploadTask,
  { id: session, ended }: TaskSession,
  writeLine: (line: string) => void,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve) => {
    let isUploaded = false;
    const round = async (stopped: AbortSignal): Promise<Message | 'tryAgain' | 'refused' | undefined> => {
      const upload = uploadNow();
      try {
        upload.requireConnection();
        ended.throwIfAborted();
      } catch (error) {
        upload.fail(error);
        return 'refused';
      }
      try {
        if (!upload.isServiceThere) return sessionEnded(upload.named(task, session));
        const { kind } = await upload.run(task, session, isUploaded, stopped);
        if (kind === 'notPossible') return notInPlace(upload.named(task, session));
        isUploaded = true;
      } catch (error) {
        if (upload.isOver(session, error)) return sessionEnded(upload.named(task, session));
        upload.fail(error);
        if (ended.aborted) return 'refused';
        if (maySucceedLater(error)) return 'tryAgain';
      }
      return undefined;
    };
    const loop = new WatchLoop(
      async (stopped) => {
        writeLine(BEGINS);
        const end = await round(stopped);
        if (end === 'tryAgain') {
          writeLine(ENDS);
          return end;
        }
        if (end && end !== 'refused') uploadNow().say(end);
        writeLine(ENDS);
        if (end) finish();
        return undefined;
      },
      { builds: BUILD_TASKS },
    );
    const watcher = onDidChangeIn(task.folder.fsPath, (saved) => loop.changed(saved));
    const endThread = keepThreadReady();
    // Nothing is sent any more: the next round says why.
    const end = (): void => loop.changed();
    ended.addEventListener('abort', end);
    const finish = (): void => {
      ended.removeEventListener('abort', end);
      endThread();
      loop.stop();
      watcher.dispose();
      resolve(FAILED);
    };
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
    else loop.changed();
  });
}
