import { compareWith, UNASKED, type Compared } from '../app/compare/compare-with';
import { stepTitle } from '../app/upload/outcome-words';
import type { VersionService } from '../app/compare/old-version';
import { UserError } from '../core/errors';
import { formatBytes } from '../core/format';
import { message, sentences, type Message } from '../core/message';
import { findSecrets, type Inspection, type Secret } from '../packaging';
import { UsageError, type Context, type ExitCode } from './context';
import { folderOf } from './files';
import { findingLine, findingOf, secretFinding, type Finding } from './findings';
import { sarifLog } from './sarif';

export const FORMATS = ['text', 'json', 'sarif'] as const;

/** Checks a folder as the browser would. Nothing is sent. */
export async function check(
  context: Context,
  folder: string,
  { format, against }: { readonly format: (typeof FORMATS)[number]; readonly against?: string },
): Promise<ExitCode> {
  const { host, signal, terminal, cwd } = context;
  const checked = await folderOf(context, folder);
  terminal.progress(stepTitle({ kind: 'checking', folder: checked }));
  const inspection = await host.inspect(checked, signal);
  const salt = await host.allowedSecrets.salt();
  const secrets = await findSecrets(inspection.files, salt, signal);
  const compared =
    against === undefined
      ? undefined
      : await compareTo(context, { named: against, folder: checked, inspection, secrets, salt });
  const findings = [
    ...inspection.problems.map(findingOf),
    ...(compared?.problems ?? []).map(findingOf),
    ...secrets.filter((secret) => !isTold(secret, compared)).map(secretFinding),
  ];
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
  { host, signal, terminal, cwd }: Context,
  request: Omit<Parameters<typeof compareWith>[0], 'cwd' | 'connect'>,
): Promise<Compared> {
  terminal.progress(message('Comparing with {0}…', request.named));
  const connect = async (): Promise<VersionService> => {
    const { client, records } = await host.connect();
    return { client, extensions: records.extensions };
  };
  try {
    return await compareWith({ ...request, cwd, connect }, signal);
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
