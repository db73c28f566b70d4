import { lstat, rm } from 'node:fs/promises';
import { messageOf, UserError } from '../../core/errors';
import { message } from '../../core/message';
import { MANIFEST } from '../manifest/manifest-text';
import { replaceFile } from '../regular-file';
import type { RuleChange, RuleRequest } from './extension-ignore';
import type { Selection } from './selection';

/**
 * Finds the rules to write.
 * @throws UserError if the ignore file cannot be read.
 */
export type FindRule = (request: RuleRequest) => Promise<RuleChange>;

/**
 * Includes or excludes a file or folder by a rule in the own ignore file. A rule for exactly this path is removed if
 * that is enough, else a rule is added at the end; all other lines stay unchanged. `within` is a path within the
 * folder, with `/`. `findRule` matches patterns, so it runs in a worker thread. Writing does not, because a thread may
 * be terminated at any time.
 * @throws UserError if no rule can do it, or the file cannot be written.
 */
export async function setIncluded(
  folder: string,
  selection: Selection,
  within: string,
  included: boolean,
  findRule: FindRule,
): Promise<void> {
  const { ignoreFile, excluded } = selection;
  const out = excluded.find((each) => each.path === within);
  if (included && out?.rule.kind === 'none')
    throw new UserError(message('“{0}” can’t be included ({1}).', within, out.reason));
  if (within === MANIFEST && !included)
    throw new UserError(message('“{0}” is always included; without it there is no extension.', within));
  if (/[\r\n]/.test(within))
    throw new UserError(message('Can’t write a rule for “{0}”: the name contains a line break. Rename it.', within));
  if (included !== (coveredBy(selection, within) !== undefined)) return;

  await refuseLink(ignoreFile);
  const files = selection.files.filter(({ path: each }) => each === within || each.startsWith(`${within}/`));
  const covered = coveredBy(selection, within);
  const { before, now } = await findRule({
    folder,
    ignoreFile,
    within,
    included,
    isFolder: out?.folder,
    isIncludedWithout: covered
      ? isOwn(selection, covered.rule) && covered.otherwise === undefined
      : !files.every(({ why }) => why && isOwn(selection, why.by)),
  });
  await write(ignoreFile, before, now);
}

/** The entry that excludes a path: its own, or that of a folder above it. Undefined if the path is included. */
function coveredBy({ files, excluded }: Selection, within: string): Selection['excluded'][number] | undefined {
  const own = excluded.find((each) => each.path === within);
  if (own || files.some(({ path: each }) => each === within || each.startsWith(`${within}/`))) return own;
  return excluded.find((each) => each.folder && within.startsWith(`${each.path}/`));
}

function isOwn({ ignoreFile }: Selection, rule: { readonly kind: string; readonly file?: string }): boolean {
  return rule.kind === 'ignore-file' && rule.file === ignoreFile;
}

/** Writes the text, or deletes the file if no rules are left in it. */
async function write(file: string, before: string, now: string): Promise<void> {
  if (now === before) return;
  await (now === '' ? rm(file) : replaceFile(file, now)).catch((error: unknown) => {
    throw new UserError(
      message('Couldn’t write the rule to {0}, so nothing was changed: “{1}”', file, messageOf(error)),
    );
  });
}

/** A repository from elsewhere may contain a link to any file of the user. */
async function refuseLink(file: string): Promise<void> {
  const status = await lstat(file).catch(() => undefined);
  if (status?.isSymbolicLink())
    throw new UserError(
      message('{0} is a symbolic link. Rules aren’t written through links. Replace it with a file.', file),
    );
}
