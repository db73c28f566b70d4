import { message } from '../../core/message';
import { findSecrets, MANIFEST, setIncluded, type Secret } from '../../packaging';
import type { UploadDependencies } from './dependencies';
import { inspectFolders, FolderError } from './inspect-folders';
import type { FolderToPack } from './pack-folders';
import type { UploadQuestions, RunStep } from './ports';

/**
 * Reports keys, tokens and credentials in the included files before anything is sent, and excludes the files that the
 * user did not select. An allowed secret is not reported again until it changes.
 * @returns whether the user was asked; the folder must then be inspected again.
 * @throws FolderError, with nothing changed, if the user did not select a file that the extension requires.
 */
export async function guardSecrets(
  { allowedSecrets, serialize }: Pick<UploadDependencies, 'allowedSecrets' | 'serialize'>,
  { folder, inspection }: FolderToPack,
  ask: Pick<UploadQuestions, 'secrets'>,
  run: RunStep,
): Promise<boolean> {
  const salt = await allowedSecrets.salt();
  const found = await run({ kind: 'searching', title: inspection.manifest?.name ?? '' }, (signal) =>
    findSecrets(inspection.files, salt, signal),
  );
  const allowed = allowedSecrets.all();
  const unknown = found.filter(({ fingerprint }) => !allowed.has(fingerprint));
  if (unknown.length === 0) return false;
  const required = new Set([MANIFEST, ...inspection.named]);
  const selected = new Set(await ask.secrets({ folder, secrets: unknown, required }));
  const excluded = unknown.filter(({ file }) => !selected.has(file));
  const missing = excluded.find(({ file }) => required.has(file));
  if (missing) throw requiredExcluded(folder, missing);
  await serialize(async () => {
    for (const file of new Set(excluded.map((secret) => secret.file)))
      await setIncluded(folder, inspection, file, false);
  });
  await allowedSecrets.allow(unknown.filter(({ file }) => selected.has(file)).map(({ fingerprint }) => fingerprint));
  return true;
}

/** Inspects folders and guards their secrets until there is nothing more to ask: while a question is open, files may change. */
export async function inspectAndGuard(
  deps: Pick<UploadDependencies, 'inspect' | 'allowedSecrets' | 'serialize'>,
  folders: readonly string[],
  ask: Pick<UploadQuestions, 'secrets'>,
  run: RunStep,
): Promise<FolderToPack[]> {
  for (;;) {
    const inspected = await inspectFolders(deps.inspect, folders, run);
    let asked = false;
    for (const each of inspected) asked = (await guardSecrets(deps, each, ask, run)) || asked;
    if (!asked) return inspected;
  }
}

/** Without the file the extension does not work, and with it the secret would be sent; the user chose neither. */
function requiredExcluded(folder: string, secret: Secret): FolderError {
  return new FolderError(
    message(
      'Nothing was uploaded: the extension requires “{0}”, which may contain a secret. Remove the secret, or upload again and select the file.',
      secret.file,
    ),
    folder,
    secret,
  );
}
