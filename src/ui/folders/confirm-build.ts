import * as vscode from 'vscode';
import type { ExtensionFolder } from '../../app';
import { Cancelled } from '../../core/errors';
import { message, sentences, type Message } from '../../core/message';
import { t } from '../editor/localize';
import { pick } from '../editor/pick';
import { when } from '../editor/when';

/**
 * Says what speaks against a folder before it is uploaded.
 * @throws Cancelled unless the person wants it all the same.
 */
export async function askIfDoubtful(found: ExtensionFolder): Promise<void> {
  const doubts = doubtsOf(found);
  if (doubts.length === 0) return;
  const anyway = await pick(
    message('Upload {0} All the Same?', vscode.workspace.asRelativePath(found.folder, false)),
    sentences(...doubts),
    [
      {
        label: t('$(close) Cancel'),
        description: found.needsBuild || found.staleSince ? t('to build it first') : undefined,
        value: false,
      },
      {
        label: found.staleSince
          ? t('$(cloud-upload) Upload the Older Build')
          : t('$(cloud-upload) Upload It All the Same'),
        value: true,
      },
    ],
  );
  if (!anyway) throw new Cancelled();
}

function doubtsOf({ staleSince, needsBuild, tool, forChromium, forDevelopment }: ExtensionFolder): Message[] {
  return [
    ...(staleSince
      ? [
          message(
            '{0} was changed {1}, after the build of {2}.',
            staleSince.source,
            when(staleSince.changedAt),
            staleSince.builtAt.toLocaleTimeString(undefined, { timeStyle: 'medium' }),
          ),
        ]
      : []),
    ...(needsBuild
      ? [message('As it is, no browser runs it: it must be built by {0} first.', tool ?? message('its build tool'))]
      : []),
    ...(forChromium ? [] : [message('It was built for another browser than Chromium.')]),
    ...(forDevelopment ? [message('It was built for development: its pages may ask your own machine for code.')] : []),
  ];
}
