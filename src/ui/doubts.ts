import * as vscode from 'vscode';
import type { ExtensionFolder } from '../app';
import { Cancelled } from '../core/errors';
import { pick } from './pick';
import { when } from './when';

/** Says what speaks against a folder before it is uploaded. Throws Cancelled unless the person wants it all the same. */
export async function askIfDoubtful(found: ExtensionFolder): Promise<void> {
  const doubts = doubtsOf(found);
  if (doubts.length === 0) return;
  const anyway = await pick(vscode.l10n.t('Upload {0} All the Same?', vscode.workspace.asRelativePath(found.folder, false)), doubts.join(' '), [
    { label: vscode.l10n.t('$(close) Cancel'), description: found.needsBuild || found.staleSince ? vscode.l10n.t('to build it first') : '', value: false },
    { label: found.staleSince ? vscode.l10n.t('$(cloud-upload) Upload the Older Build') : vscode.l10n.t('$(cloud-upload) Upload It All the Same'), value: true },
  ]);
  if (!anyway) throw new Cancelled();
}

function doubtsOf({ staleSince, needsBuild, tool, forChromium, forDevelopment }: ExtensionFolder): string[] {
  return [
    ...(staleSince ? [vscode.l10n.t('{0} was changed {1}, after the build of {2}.', staleSince.source, when(staleSince.changedAt), staleSince.builtAt.toLocaleTimeString(undefined, { timeStyle: 'medium' }))] : []),
    ...(needsBuild ? [vscode.l10n.t('As it is, no browser runs it: it must be built by {0} first.', tool ?? vscode.l10n.t('its build tool'))] : []),
    ...(forChromium ? [] : [vscode.l10n.t('It was built for another browser than Chromium.')]),
    ...(forDevelopment ? [vscode.l10n.t('It was built for development: its pages may ask your own machine for code.')] : []),
  ];
}
