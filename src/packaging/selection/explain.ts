import path from 'node:path';
import { message, sentences, type Message } from '../../core/message';
import { MANIFEST } from '../manifest/manifest-text';
import type { ExcludedFile, IgnoreFileRule, InclusionReason, Rule } from './rule';
import type { Selection } from './selection';

type ExplainedSelection = Pick<Selection, 'kind' | 'files' | 'excluded' | 'ignoreFile'>;

/**
 * Explains in one or two sentences why a file or folder is included or excluded, with file and line of the rule.
 * `within` is a path within the folder, with `/`.
 */
export function explain(selection: ExplainedSelection, within: string): Message {
  const { files, excluded } = selection;
  if (within === MANIFEST) return message('“{0}” is always included; without it there is no extension.', within);
  const file = files.find((each) => each.path === within);
  if (file) return explainIn(selection, within, file.why);
  const out =
    excluded.find((each) => each.path === within) ??
    excluded.find((each) => each.folder && within.startsWith(`${each.path}/`));
  const below = files.find((each) => each.path.startsWith(`${within}/`));
  if (out)
    return sentences(explainOut(selection, within, out), below && message('Some files in it are included anyway.'));
  if (below) return message('“{0}” is included. For details, run this on one of its files.', within);
  return excluded.some((each) => each.path.startsWith(`${within}/`))
    ? message('Nothing in “{0}” is included. For details, run this on one of its files.', within)
    : message('“{0}” isn’t in the folder.', within);
}

function explainIn(selection: ExplainedSelection, within: string, why: InclusionReason | undefined): Message {
  if (why) return sentences(byWhom(selection, within, why), otherwise(selection, why.instead));
  return selection.kind === 'build'
    ? message('“{0}” is included because build folders are included as a whole.', within)
    : message('“{0}” is included because no rule excludes it.', within);
}

function byWhom(selection: ExplainedSelection, within: string, { by }: InclusionReason): Message {
  switch (by.kind) {
    case 'manifest':
      return by.named === within
        ? message('“{0}” is included because the manifest names it.', within)
        : message(
            '“{0}” is included because the manifest names “{1}” and build folders are included as a whole.',
            within,
            by.named,
          );
    case 'page':
      return by.named === within
        ? message('“{0}” is included because “{1}” loads it.', within, by.page)
        : message(
            '“{0}” is included because “{1}” loads “{2}” and build folders are included as a whole.',
            within,
            by.page,
            by.named,
          );
    case 'ignore-file':
      return message('“{0}” is included by line {1} of {2} (“{3}”).', within, ...rulePlace(selection, by));
    case 'package':
      return message(
        '“{0}” is included because the service installs extensions from a .crx and an update.xml at the root.',
        within,
      );
  }
}

function explainOut(selection: ExplainedSelection, within: string, out: ExcludedFile): Message {
  const { path: left, otherwise: other } = out;
  return sentences(
    within === left ? undefined : message('“{0}” is in “{1}”.', within, left),
    excludedBy(selection, out),
    other && otherwise(selection, other),
  );
}

function excludedBy(selection: ExplainedSelection, { path: left, reason, rule }: ExcludedFile): Message {
  switch (rule.kind) {
    case 'default':
      return message('“{0}” is excluded by the default rule “{1}” ({2}).', left, rule.pattern, reason);
    case 'ignore-file':
      return message('“{0}” is excluded by line {1} of {2} (“{3}”).', left, ...rulePlace(selection, rule));
    case 'source-maps':
      return message('“{0}” is excluded because source maps aren’t uploaded.', left);
    case 'none':
      return message('“{0}” is excluded and can’t be included ({1}).', left, reason);
  }
}

/** What would apply without the rule that decides. */
function otherwise(selection: ExplainedSelection, rule: Rule): Message | undefined {
  switch (rule.kind) {
    case 'default':
      return message('Otherwise the default rule “{0}” would exclude it.', rule.pattern);
    case 'ignore-file':
      return message('Otherwise line {0} of {1} (“{2}”) would exclude it.', ...rulePlace(selection, rule));
    case 'source-maps':
      return message('Otherwise it would be excluded with the source maps.');
    case 'none':
      return undefined;
  }
}

/** The place of a rule of an ignore file: its line, the file, and the pattern. */
function rulePlace(
  { ignoreFile }: ExplainedSelection,
  { file, line, pattern }: IgnoreFileRule,
): [number, string, string] {
  return [line, path.relative(path.dirname(ignoreFile), file).split(path.sep).join('/'), pattern];
}
