import path from 'node:path';
import { outcomeWords } from '../app/upload/outcome-words';
import { uploadUnattended, type UnattendedOutcome } from '../app/upload/unattended';
import { watchUpload } from '../app/upload/watch-upload';
import { NO_BUILDS } from '../app/watch-loop';
import { Cancelled, sentenceOf } from '../core/errors';
import { message } from '../core/message';
import type { Inspection } from '../packaging';
import { openSession, type Context, type ExitCode, type OpenSession } from './context';
import { folderOf } from './files';
import { errorLines } from './report';
import { allowSecrets, runSteps } from './upload-steps';
import { watchFiles } from './file-watcher';

export interface UploadOptions {
  readonly session?: string;
  readonly watch: boolean;
  readonly allowSecret: readonly string[];
  readonly json: boolean;
}

/** Uploads a folder: in place if it was uploaded into the session before. */
export async function upload(context: Context, folder: string, options: UploadOptions): Promise<ExitCode> {
  const { terminal } = context;
  const absolute = await folderOf(context, folder);
  const open = await openSession(context, options.session, 'changes');
  if (options.watch) return watch(context, open, absolute, options);
  const outcome = await uploadOnce(context, open, absolute, options.allowSecret, false);
  tell(terminal, outcome, absolute, options.json);
  return 0;
}

async function uploadOnce(
  context: Context,
  { connection, session }: OpenSession,
  folder: string,
  allowed: readonly string[],
  inPlaceOnly: boolean,
): Promise<UnattendedOutcome> {
  await allowSecrets(context, folder, allowed);
  const request = { folder, session: session.id, inPlaceOnly };
  return uploadUnattended(connection.upload, request, runSteps(context));
}

/** Uploads now and at each change, until it is interrupted, or the session has ended or cannot take it in place. */
async function watch(
  context: Context,
  open: OpenSession,
  folder: string,
  { allowSecret, json }: UploadOptions,
): Promise<ExitCode> {
  const { terminal, host, signal } = context;
  const { connection, session } = open;
  const { name, address } = connection.settings;
  const watched = watchFiles(folder, await host.inspect(folder, signal));
  const parts = {
    ...connection.upload,
    inspect: async (each: string, cancel: AbortSignal): Promise<Inspection> => {
      const inspection = await host.inspect(each, cancel);
      watched.inspected(inspection);
      return inspection;
    },
  };
  const watching = { ...open, connection: { ...connection, upload: parts } };
  terminal.note(message('Watching {0}. Ctrl+C ends it.', path.relative(context.cwd, folder) || '.'), 'dim');
  let isUploaded = false;
  return new Promise((resolve, reject) => {
    const stop = watchUpload(
      { activities: host.activities, builds: NO_BUILDS, changes: watched.changes },
      { kind: 'watchTask', connection: { name, address }, session, folder, endsInProduction: true },
      {
        title: () => path.basename(folder),
        upload: async (stopped) => {
          const outcome = await uploadOnce({ ...context, signal: stopped }, watching, folder, allowSecret, isUploaded);
          isUploaded = true;
          return outcome;
        },
        isServiceThere: () => true,
        onUploaded: (outcome) => tell(terminal, outcome, folder, json),
        onError: (error) => {
          for (const line of errorLines(context, error)) terminal.noteLine(line);
          return { state: { errors: 0 }, problem: sentenceOf(error) };
        },
        onStop: (why) => {
          terminal.note(why, 'yellow');
          resolve(1);
        },
      },
    );
    const interrupt = (): void => {
      stop();
      reject(new Cancelled());
    };
    signal.addEventListener('abort', interrupt, { once: true });
    if (signal.aborted) interrupt();
  });
}

function tell(terminal: Context['terminal'], outcome: UnattendedOutcome, folder: string, json: boolean): void {
  if (json) return terminal.printJsonLine(jsonOf(outcome, folder));
  const words = outcomeWords(outcome);
  if (words) terminal.say(words);
}

function jsonOf(outcome: UnattendedOutcome, folder: string): object {
  const { kind, session } = outcome;
  const done =
    outcome.kind === 'uploaded' ? outcome.extensions[0] : 'upload' in outcome ? outcome.upload : outcome.since[0];
  return { outcome: kind, session: session.id, folder, name: done?.name, title: done?.title, version: done?.version };
}
