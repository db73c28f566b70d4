import path from 'node:path';
import { FolderError, VerdictError } from '../app/upload/inspect-folders';
import { SecretRefused } from '../app/upload/upload-again';
import { UploadCancelled } from '../app/upload/upload-packages';
import { withoutSettings } from '../app/browser-errors';
import { Cancelled, sentenceOf, UserError } from '../core/errors';
import { logStack } from '../core/log-line';
import { message } from '../core/message';
import { labelOf } from '../state';
import { findingLine } from './findings';
import type { Context } from './context';
import { lineOf, plain } from './terminal';

/** An error as lines: each problem of a folder with its place. */
export function errorLines(context: Pick<Context, 'terminal' | 'cwd'>, error: unknown): string[] {
  if (error instanceof UploadCancelled && error.phase === 'loading')
    return [lineOf(message('Canceled too late: “{0}” may still load the extension.', labelOf(error.session)))];
  if (error instanceof Cancelled) return [];
  if (error instanceof VerdictError)
    return [
      ...error.problems.map(({ message: text, ...problem }) =>
        findingLine(context, error.folder, { ...problem, text: lineOf(text) }),
      ),
      lineOf(message('Nothing was sent.')),
    ];
  if (error instanceof SecretRefused) {
    const { folder, place } = error;
    const text = message(
      '“{0}” may contain a secret. Nothing was sent. Remove it, exclude the file, or allow it with --allow-secret.',
      place.file,
    );
    return [findingLine(context, folder, { ...place, severity: 'error', code: 'possible-secret', text: lineOf(text) })];
  }
  if (error instanceof FolderError) {
    const place = plain(path.relative(context.cwd, path.join(error.folder, error.place.file)));
    return [`${place}:${error.place.line ?? 1}:${error.place.column ?? 1}: error: ${lineOf(error.text)}`];
  }
  const text = withoutSettings(sentenceOf(error));
  if (error instanceof UserError) return [lineOf(text)];
  return [lineOf(text), ...logStack(error instanceof Error ? error : new Error(String(error))).split('\n')];
}
