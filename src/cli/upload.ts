import path from 'node:path';
import { FolderError, VerdictError } from '../app/upload/inspect-folders';
import { outcomeWords } from '../app/upload/outcome-words';
import { uploadUnattended, type UnattendedOutcome } from '../app/upload/unattended';
import { SecretRefused } from '../app/upload/upload-again';
import { UserError } from '../core/errors';
import { message } from '../core/message';
import { allowSecrets, findingLine, folderOf, runSteps } from './check';
import { openSession, type Context, type ExitCode, type OpenSession } from './context';
import { lineOf, plain } from './terminal';

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
  return uploadUnattended(connection.upload, request, runSteps(context), context.host.confirmUpload);
}

function tell(terminal: Context['terminal'], outcome: UnattendedOutcome, folder: string, json: boolean): void {
  if (json) return terminal.write(`${JSON.stringify(jsonOf(outcome, folder))}\n`);
  const words = outcomeWords(outcome);
  if (words) terminal.say(words);
}

function jsonOf(outcome: UnattendedOutcome, folder: string): object {
  const { kind, session } = outcome;
  const done =
    outcome.kind === 'uploaded' ? outcome.extensions[0] : 'upload' in outcome ? outcome.upload : outcome.since[0];
  return { outcome: kind, session: session.id, folder, name: done?.name, title: done?.title, version: done?.version };
}

/** An error as lines: each problem of a folder with its place. */
export function errorLines(context: Pick<Context, 'terminal' | 'cwd'>, error: unknown): string[] {
  if (error instanceof VerdictError)
    return [
      ...error.problems.map(({ message: text, ...problem }) =>
        findingLine(context, error.folder, { ...problem, text: lineOf(text) }),
      ),
      'Nothing was sent.',
    ];
  if (error instanceof SecretRefused) {
    const { folder, place } = error;
    const text = lineOf(
      message(
        '“{0}” may contain a secret. Nothing was sent. Remove it, exclude the file, or allow it with --allow-secret.',
        place.file,
      ),
    );
    return [findingLine(context, folder, { ...place, severity: 'error', code: 'possible-secret', text })];
  }
  if (error instanceof FolderError) {
    const place = plain(path.relative(context.cwd, path.join(error.folder, error.place.file)));
    return [`${place}:${error.place.line ?? 1}:${error.place.column ?? 1}: error: ${lineOf(error.text)}`];
  }
  return error instanceof UserError ? [lineOf(error.text)] : [];
}
