import path from 'node:path';
import { UserError } from '../../core/errors';
import { proposeExtensionName, extensionNameProblem } from '../../core/extension-name';
import { message, type Message } from '../../core/message';
import type { SessionRecord } from '../../state';
import type { PackedFolder, NamedPackage } from './pack-folders';
import type { UploadQuestions } from './ports';

/**
 * Gives each package a name that the session does not have yet: one derived from its title, with a number if its folder
 * was uploaded before. It is asked for only if something else has that name.
 * @param isLoaded whether the session's browser has reported an extension with this name.
 * @param given the name for a single package.
 */
export async function namePackages(
  packed: readonly PackedFolder[],
  session: SessionRecord,
  ask: Pick<UploadQuestions, 'name'>,
  isLoaded: (name: string) => boolean,
  given?: string,
): Promise<NamedPackage[]> {
  const [only, ...others] = packed;
  if (only && others.length === 0 && given !== undefined) return [{ ...only, name: given }];
  const uploads = session.uploads ?? [];
  const loaded = uploads.map(({ name }) => name);
  const packages: NamedPackage[] = [];
  for (const each of packed) {
    const title = each.inspection.manifest?.name ?? path.basename(each.folder);
    const own = uploads.filter(({ folder }) => folder === each.folder).map(({ name }) => name);
    const wanted = proposeExtensionName(title, own);
    const besides = packages.map(({ name }) => name);
    const isTaken = loaded.includes(wanted) || besides.includes(wanted) || isLoaded(wanted);
    const replaceable = others.length === 0 ? uploads.find((upload) => upload.name === wanted) : undefined;
    const name = isTaken
      ? await ask.name({ title, wanted, loaded: isLoaded(wanted) ? [...loaded, wanted] : loaded, besides, replaceable })
      : wanted;
    packages.push({ ...each, name });
  }
  return packages;
}

/** Names that are taken: by earlier uploads into the session, and by other extensions of the same upload. */
export interface TakenNames {
  readonly loaded: readonly string[];
  readonly besides: readonly string[];
}

/** Why an extension cannot be uploaded under this name, or undefined if it can. */
export function uploadNameProblem(name: string, { loaded, besides }: TakenNames): Message | undefined {
  const problem = extensionNameProblem(name);
  if (problem) return problem;
  // No operation replaces or removes an extension of a running browser. Source: docs/service.md, "Upload".
  if (loaded.includes(name))
    return message('“{0}” already exists in this session and can’t be replaced. Choose a different name.', name);
  return besides.includes(name)
    ? message('Another extension in this upload is named “{0}”. Choose a different name.', name)
    : undefined;
}

/**
 * Checks names wherever they come from: the input box has validated its names, a keybinding has not.
 * @throws UserError, with nothing sent, if one of the names cannot be used.
 */
export function requireUploadNames(names: readonly string[], loaded: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    const problem = uploadNameProblem(name, { loaded, besides: names.slice(0, index) });
    if (problem) throw new UserError(message('Nothing was sent: the name “{0}” can’t be used. {1}', name, problem));
  }
}
