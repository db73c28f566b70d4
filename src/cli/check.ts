import { lstat, stat } from 'node:fs/promises';
import path from 'node:path';
import { inspectAndGuard } from '../app/upload/guard-secrets';
import { packFolders } from '../app/upload/pack-folders';
import type { RunStep } from '../app/upload/ports';
import { stepTitle } from '../app/upload/outcome-words';
import { refuseSecrets } from '../app/upload/upload-again';
import { UserError } from '../core/errors';
import { formatBytes } from '../core/format';
import { message, type Message } from '../core/message';
import {
  findSecrets,
  readChosenFile,
  writeChosenFile,
  zippedName,
  type Inspection,
  type Problem,
  type Secret,
} from '../packaging';
import { UsageError, type Context, type ExitCode } from './context';
import { sarifLog } from './sarif';
import { lineOf, plain } from './terminal';

export const FORMATS = ['text', 'json', 'sarif'] as const;

/** A problem of a folder, or a possible secret in it, as it is listed. */
export interface Finding {
  readonly severity: Problem['severity'];
  readonly code: string;
  readonly text: string;
  /** Path within the folder, with `/`. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly length?: number;
}

/** Checks a folder as the browser would. Nothing is sent. */
export async function check(
  context: Context,
  folder: string,
  { format }: { readonly format: (typeof FORMATS)[number] },
): Promise<ExitCode> {
  const { host, signal, terminal, cwd } = context;
  const checked = await folderOf(context, folder);
  terminal.progress(stepTitle({ kind: 'checking', folder: checked }));
  const inspection = await host.inspect(checked, signal);
  const secrets = await findSecrets(inspection.files, await host.allowedSecrets.salt(), signal);
  const findings = [...inspection.problems.map(findingOf), ...secrets.map(secretFinding)];
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (format === 'sarif') terminal.printJson(sarifLog(findings, checked, cwd));
  else if (format === 'json') terminal.printJson(jsonOf(inspection, checked, findings));
  else {
    for (const finding of findings) terminal.print(findingLine(context, checked, finding));
    terminal.say(summary(inspection, findings.length - errors, errors));
  }
  return errors === 0 ? 0 : 1;
}

/** Writes the zip that an upload would send. */
export async function pack(
  context: Context,
  folder: string,
  { out, allowSecret }: { readonly out?: string; readonly allowSecret: readonly string[] },
): Promise<ExitCode> {
  const { host, terminal, signal, cwd } = context;
  const checked = await folderOf(context, folder);
  const run = runSteps(context);
  await allowSecrets(context, checked, allowSecret);
  const parts = {
    inspect: host.inspect,
    allowedSecrets: host.allowedSecrets,
    serialize: <T>(work: () => Promise<T>) => work(),
  };
  const inspected = await inspectAndGuard(parts, [checked], { secrets: refuseSecrets }, run);
  const [packed] = await packFolders(inspected, NO_LIMITS, signal, () => {});
  if (!packed) throw new Error('one folder gives one package');
  const { manifest, files } = packed.inspection;
  const name = `${manifest?.name ?? path.basename(checked)}-${manifest?.version ?? '0'}`;
  const file = path.resolve(cwd, out ?? `${name.replaceAll(/[^\w.-]+/g, '-')}.zip`);
  if (out === undefined) await refuseOther(file, signal);
  await writeOutput(file, packed.zip);
  terminal.say(
    message('Wrote {0} ({1} files, {2}).', path.relative(cwd, file), files.length, formatBytes(packed.zip.length)),
  );
  return 0;
}

/** The manifest gives the name of a package, so that it may be that of any file here. */
async function refuseOther(file: string, signal: AbortSignal): Promise<void> {
  const isThere = await lstat(file).then(
    (status) => status.isFile(),
    () => false,
  );
  if (isThere && (await zippedName(await readChosenFile(file, Infinity), signal)) === undefined)
    throw new UsageError(
      message('{0} exists, and isn’t the package of an extension. Move it, or use --out.', path.basename(file)),
    );
}

/** A zip on the disk may have any size. */
const NO_LIMITS = { zipBytes: Infinity, extensions: 1 };

/**
 * The absolute path of a folder that a command is about.
 * @throws UsageError if there is none.
 */
export async function folderOf({ cwd }: Pick<Context, 'cwd'>, folder: string): Promise<string> {
  const absolute = path.resolve(cwd, folder);
  const found = await stat(absolute).catch(() => undefined);
  if (!found?.isDirectory()) throw new UsageError(message('Folder not found: {0}.', folder));
  return absolute;
}

/** @throws UsageError if there is a link or no regular file, or if it cannot be written. */
export async function writeOutput(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeChosenFile(file, content);
  } catch (error) {
    throw error instanceof UserError ? new UsageError(error.text) : error;
  }
}

/** Shows the steps of an upload as progress. */
export function runSteps({ terminal, signal }: Pick<Context, 'terminal' | 'signal'>): RunStep {
  return (step, work) => {
    const title = stepTitle(step);
    terminal.progress(message('{0}…', title));
    return work(signal, (progress) => {
      if (progress.phase === 'sending')
        terminal.progress(
          message('{0}: {1} %', title, Math.round((100 * progress.sent) / Math.max(1, progress.total))),
        );
      else if (progress.phase === 'restarting') terminal.progress(message('{0}: restarting the browser…', title));
    });
  };
}

/** Allows the possible secrets of these files, for this run alone. */
export async function allowSecrets(
  { host, signal }: Pick<Context, 'host' | 'signal'>,
  folder: string,
  files: readonly string[],
): Promise<void> {
  if (files.length === 0) return;
  const { files: included } = await host.inspect(folder, signal);
  const named = files.map((file) => path.posix.normalize(file.replaceAll('\\', '/')));
  const unknown = named.find((file) => !included.some(({ path: each }) => each === file));
  if (unknown !== undefined)
    throw new UsageError(
      message('--allow-secret: no file “{0}” is in the package. Give its path within the folder.', unknown),
    );
  const wanted = included.filter(({ path: each }) => named.includes(each));
  const found = await findSecrets(wanted, await host.allowedSecrets.salt(), signal);
  await host.allowedSecrets.allow(found.map(({ fingerprint }) => fingerprint));
}

function findingOf({ severity, code, message: text, file, line, column, length }: Problem): Finding {
  return {
    severity,
    code,
    text: lineOf(text),
    file,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(length !== undefined && { length }),
  };
}

function secretFinding({ file, line, column, kind }: Secret): Finding {
  return {
    severity: 'warning',
    code: 'possible-secret',
    text: lineOf(message('Possible secret: {0}. An upload refuses it, unless the file is allowed.', kind)),
    file,
    line,
    column,
  };
}

/** `dist/manifest.json:3:5: error: … (key-missing)`, as editors and problem matchers read it. */
export function findingLine(
  { terminal, cwd }: Pick<Context, 'terminal' | 'cwd'>,
  folder: string,
  finding: Finding,
): string {
  const { severity, code, text, file, line = 1, column = 1 } = finding;
  const place = `${plain(path.relative(cwd, path.join(folder, file)))}:${line}:${column}`;
  return `${terminal.style('bold', place)}: ${terminal.style(severity === 'error' ? 'red' : 'yellow', severity)}: ${text} (${code})`;
}

function summary({ manifest, files, totalBytes }: Inspection, warnings: number, errors: number): Message {
  const found = message('{0}, {1}', counted(errors, 'error'), counted(warnings, 'warning'));
  if (errors > 0) return message('{0}. Chromium would reject the extension.', found);
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
