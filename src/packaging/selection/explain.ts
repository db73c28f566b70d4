import path from 'node:path';
import { message, sentences, type Message } from '../../core/message';
import { MANIFEST } from '../manifest/manifest-text';
import type { LeftOutFile } from './left-out';
import type { IgnoreFileRule, InReason, Rule } from './rule';
import type { Selection } from './selection';

type Known = Pick<Selection, 'kind' | 'files' | 'leftOut' | 'ignoreFile'>;

/**
 * Why a file or folder is in or out, in one or two sentences, with file and line of the rule. `within` is a path within
 * the folder, with `/`.
 */
export function explain(selection: Known, within: string): Message {
  const { files, leftOut } = selection;
  if (within === MANIFEST) return message('{0} always goes in: without it there is no extension.', within);
  const file = files.find((each) => each.path === within);
  if (file) return explainIn(selection, within, file.why);
  const out =
    leftOut.find((each) => each.path === within) ??
    leftOut.find((each) => each.folder && within.startsWith(`${each.path}/`));
  const below = files.find((each) => each.path.startsWith(`${within}/`));
  if (out)
    return sentences(
      explainOut(selection, within, out),
      below && message('Some of what lies in it goes in all the same.'),
    );
  if (below) return message('The folder {0} goes in. Ask of each file in it.', within);
  return leftOut.some((each) => each.path.startsWith(`${within}/`))
    ? message('Nothing of the folder {0} goes in: ask of each file in it.', within)
    : message('{0} is not in the folder.', within);
}

function explainIn(selection: Known, within: string, why: InReason | undefined): Message {
  if (why)
    return sentences(
      byWhom(selection, within, why),
      message('Otherwise {0} would leave it out.', ruleWords(selection, why.instead)),
    );
  return selection.kind === 'build'
    ? message('{0} goes in, as everything in a build folder does.', within)
    : message('{0} goes in: no rule leaves it out.', within);
}

function byWhom(selection: Known, within: string, { by }: InReason): Message {
  switch (by.kind) {
    case 'manifest':
      return by.named === within
        ? message('{0} goes in because the manifest names it.', within)
        : message(
            '{0} goes in because the manifest names {1}, and the folder of a build goes in whole.',
            within,
            by.named,
          );
    case 'page':
      return by.named === within
        ? message('{0} goes in because {1} loads it.', within, by.page)
        : message(
            '{0} goes in because {1} loads {2}, and the folder of a build goes in whole.',
            within,
            by.page,
            by.named,
          );
    case 'ignore-file':
      return message('{0} goes in by your own rule in {1}.', within, lineWords(selection, by));
    case 'package':
      return message(
        '{0} goes in because the service installs an extension from a .crx and an update.xml at its root.',
        within,
      );
  }
}

function explainOut(selection: Known, within: string, { path: left, reason, rule, otherwise }: LeftOutFile): Message {
  const words =
    within === left
      ? message('{0} does not go in: {1}.', within, reason)
      : message('{0} does not go in, as all of {1}: {2}.', within, left, reason);
  const by =
    rule.kind === 'none'
      ? message('No rule can change that.')
      : message('It is left out by {0}.', ruleWords(selection, rule));
  return sentences(
    words,
    by,
    otherwise && message('Without it, it would be left out by {0}.', ruleWords(selection, otherwise)),
  );
}

function ruleWords(selection: Known, rule: Rule): Message {
  switch (rule.kind) {
    case 'default':
      return message('the default rule {0}', rule.pattern);
    case 'ignore-file':
      return lineWords(selection, rule);
    case 'source-maps':
      return message('the choice to send no source maps');
    case 'none':
      return message('no rule');
  }
}

function lineWords({ ignoreFile }: Known, { file, line, pattern }: IgnoreFileRule): Message {
  const shown = path.relative(path.dirname(ignoreFile), file).split(path.sep).join('/');
  return message('line {0} of {1} ({2})', line, shown, pattern);
}
