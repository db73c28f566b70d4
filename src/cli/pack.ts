import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { packForStore, type StorePackage } from '../app/store/store-package';
import { inspectAndGuard } from '../app/upload/guard-secrets';
import { packFolders } from '../app/upload/pack-folders';
import { refuseSecrets } from '../app/upload/upload-again';
import { formatBytes } from '../core/format';
import { listOf, message, sentences } from '../core/message';
import { readChosenFile, zippedName, type Inspection, type Package } from '../packaging';
import { UsageError, type Context, type ExitCode } from './context';
import { folderOf, writeOutput } from './files';
import { findingLine, findingOf } from './findings';
import { allowSecrets, runSteps } from './upload-steps';

interface PackOptions {
  readonly out?: string;
  /** Whether it is for the Chrome Web Store. */
  readonly store: boolean;
  readonly allowSecret: readonly string[];
}

/** Writes the zip that an upload would send, or the one that the store takes. */
export async function pack(context: Context, folder: string, options: PackOptions): Promise<ExitCode> {
  const { host, signal } = context;
  const checked = await folderOf(context, folder);
  await allowSecrets(context, checked, options.allowSecret);
  const parts = {
    inspect: host.inspect,
    allowedSecrets: host.allowedSecrets,
    serialize: <T>(work: () => Promise<T>) => work(),
  };
  const inspected = await inspectAndGuard(parts, [checked], { secrets: refuseSecrets }, runSteps(context));
  const [found] = inspected;
  if (options.store && found) {
    const result = await packForStore(found.inspection, signal);
    sayChecked(context, checked, result);
    if (!result.packed) return 1;
    await writeZip(context, checked, found.inspection, result.packed, options);
    return 0;
  }
  const [packed] = await packFolders(inspected, NO_LIMITS, signal, () => {});
  if (!packed) throw new Error('one folder gives one package');
  await writeZip(context, checked, packed.inspection, packed, options);
  return 0;
}

function sayChecked(context: Context, folder: string, { problems, locales, removed, packed }: StorePackage): void {
  const { terminal } = context;
  for (const problem of problems) terminal.print(findingLine(context, folder, findingOf(problem)));
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  terminal.say(
    sentences(
      message(
        'Checked for the Chrome Web Store: all that Chromium checks, unused permissions, code from elsewhere, missing files, possible secrets, the icon of 128 × 128, and the name and description.',
      ),
      locales.length === 0 ? undefined : message('Locales: {0}.', listOf(locales)),
      removed.length === 0
        ? undefined
        : message('Left out of manifest.json, because the store refuses it: {0}.', listOf(removed)),
      packed ? undefined : message('The store would reject it for {0} of these. No zip was written.', errors),
    ),
  );
}

async function writeZip(
  { terminal, signal, cwd }: Context,
  folder: string,
  { manifest, files }: Inspection,
  { zip }: Package,
  { out, store }: PackOptions,
): Promise<void> {
  const name = `${manifest?.name ?? path.basename(folder)}-${manifest?.version ?? '0'}${store ? '-store' : ''}`;
  const file = path.resolve(cwd, out ?? `${name.replaceAll(/[^\w.-]+/g, '-')}.zip`);
  if (out === undefined) await refuseOther(file, signal);
  await writeOutput(file, zip);
  terminal.say(message('Wrote {0} ({1} files, {2}).', path.relative(cwd, file), files.length, formatBytes(zip.length)));
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
