import { compareWith, UNASKED, type Compared } from '../app/compare/compare-with';
import { stepTitle } from '../app/upload/outcome-words';
import type { VersionService } from '../app/compare/old-version';
import { UserError } from '../core/errors';
import { formatBytes } from '../core/format';
import { message, sentences, type Message } from '../core/message';
import { byPlace, findSecrets, type Inspection, type Secret } from '../packaging';
import { openSession, UsageError, type Context, type ExitCode } from './context';
import { folderOf } from './files';
import { findingLine, findingOf, secretFinding, type Finding } from './findings';
import { sarifLog } from './sarif';

export const FORMATS = ['text', 'json', 'sarif'] as const;

interface CheckOptions {
  readonly format: (typeof FORMATS)[number];
  /** An old version, as `OldVersion` names it. */
  readonly against?: string;
  /** Name or ID of the session whose browser is asked what Chrome says. */
  readonly session?: string;
}

/** Checks a folder as the browser would. Nothing is sent. */
export async function check(
  context: Context,
  folder: string,
  { format, against, session }: CheckOptions,
): Promise<ExitCode> {
  const { host, signal, terminal, cwd } = context;
  if (session !== undefined && against === undefined)
    throw new UsageError(message('--session is asked about an old version. Name it with --against.'));
  const checked = await folderOf(context, folder);
  terminal.progress(stepTitle({ kind: 'checking', folder: checked }));
  const inspection = await host.inspect(checked, signal);
  const salt = await host.allowedSecrets.salt();
  const secrets = await findSecrets(inspection.files, salt, signal);
  const compared =
    against === undefined
      ? undefined
      : await compareTo(context, session, { named: against, folder: checked, inspection, secrets, salt });
  const findings = [
    ...inspection.problems.map(findingOf),
    ...(compared?.problems ?? []).map(findingOf),
    ...secrets.filter((secret) => !isTold(secret, compared)).map(secretFinding),
  ].toSorted(byPlace);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (format === 'sarif') terminal.printJson(sarifLog(findings, checked, cwd));
  else if (format === 'json') terminal.printJson(jsonOf(inspection, checked, findings));
  else {
    for (const finding of findings) terminal.print(findingLine(context, checked, finding));
    if (compared) sayCompared(context, compared);
    terminal.say(summary(inspection, findings.length - errors, errors));
  }
  return errors === 0 ? 0 : 1;
}

/** @throws UsageError if the old version can't be had. */
async function compareTo(
  context: Context,
  named: string | undefined,
  request: Omit<Parameters<typeof compareWith>[0], 'cwd' | 'connect' | 'session'>,
): Promise<Compared> {
  const { host, signal, terminal, cwd } = context;
  const open = named === undefined ? undefined : await openSession(context, named, 'reads');
  terminal.progress(message('Comparing with {0}…', request.named));
  const connect = async (): Promise<VersionService> => {
    const { client, records } = await host.connect();
    return { client, extensions: records.extensions };
  };
  try {
    return await compareWith(
      { ...request, cwd, connect, session: open && { access: open, session: open.session } },
      signal,
    );
  } catch (error) {
    throw error instanceof UserError ? new UsageError(error.text) : error;
  }
}

/** A new secret is told once, as that. */
function isTold(secret: Secret, compared: Compared | undefined): boolean {
  return (compared?.problems ?? []).some(
    ({ code, file, line, column }) =>
      code === 'update-secret' && file === secret.file && line === secret.line && column === secret.column,
  );
}

function sayCompared({ terminal }: Context, { old, problems, isUnasked }: Compared): void {
  const count = problems.length;
  terminal.say(
    sentences(
      count === 0
        ? message('Nothing found that an update from “{0}” {1} would break.', old.name, old.version)
        : message('{0} of them about the update from “{1}” {2}.', count, old.name, old.version),
      isUnasked ? UNASKED : undefined,
    ),
  );
}

function summary({ manifest, files, totalBytes, problems }: Inspection, warnings: number, errors: number): Message {
  const found = message('{0}, {1}', counted(errors, 'error'), counted(warnings, 'warning'));
  if (problems.some(({ severity }) => severity === 'error'))
    return message('{0}. Chromium would reject the extension.', found);
  const [name, version] = [manifest?.name ?? '', manifest?.version ?? ''];
  return message('{0}. “{1}” {2}: {3} files, {4}.', found, name, version, files.length, formatBytes(totalBytes));
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function jsonOf({ manifest, files, totalBytes }: Inspection, folder: string, findings: readonly Finding[]): object {
  return {
    folder,
    name: manifest?.name,
    version: manifest?.version,
    problems: findings.map(({ text, ...finding }) => ({ ...finding, message: text })),
    files: files.map(({ path: file, bytes }) => ({ path: file, bytes })),
    totalBytes,
  };
}
