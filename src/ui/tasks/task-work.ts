import type * as vscode from 'vscode';
import { watchUpload } from '../../app';
import { sentenceOf } from '../../core/errors';
import { message } from '../../core/message';
import { servicesFor, type WindowServices } from '../services';
import { BUILD_TASKS } from '../upload/build-tasks';
import { readDefinition, type UploadTask } from './definition';
import { BEGINS, ENDS } from './lines';
import { TaskUpload } from './task-upload';
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
          upload.say(why);
          if (isUploading) upload.say(message('What was being sent may have happened.'));
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
