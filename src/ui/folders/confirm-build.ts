import * as vscode from 'vscode';
import type { ExtensionFolder } from '../../app';
import { message, type Message } from '../../core/message';
import { confirm } from '../editor/pick';
import { when } from '../editor/when';

/**
 * Shows what may be wrong with a folder before it is uploaded.
 * @throws Cancelled unless the user confirms.
 */
export async function askIfDoubtful(found: ExtensionFolder): Promise<void> {
  const [first, ...others] = doubtsOf(found);
  if (!first) return;
  await confirm(first.title, [first.text, ...others.map(({ text }) => text)], message('Upload Anyway'));
}

interface Doubt {
  readonly title: Message;
  readonly text: Message;
}

/** The most important one first: it becomes the title. */
function doubtsOf({ folder, staleSince, needsBuild, tool, forChromium, forDevelopment }: ExtensionFolder): Doubt[] {
  const name = vscode.workspace.asRelativePath(folder, false);
  const doubts: Doubt[] = [];
  if (staleSince)
    doubts.push({
      title: message('Upload the outdated build “{0}”?', name),
      text: message(
        '“{0}” is newer ({1}) than the build ({2}).',
        staleSince.source,
        when(staleSince.changedAt),
        when(staleSince.builtAt),
      ),
    });
  if (needsBuild)
    doubts.push({
      title: message('Upload “{0}” unbuilt?', name),
      text: tool
        ? message('This is unbuilt source. Build it with {0} first.', tool)
        : message('This is unbuilt source. Build it first.'),
    });
  if (!forChromium)
    doubts.push({
      title: message('Upload “{0}”, built for another browser?', name),
      text: message('It may not work in Chromium.'),
    });
  if (forDevelopment)
    doubts.push({
      title: message('Upload the development build “{0}”?', name),
      text: message('Its pages may load code from your machine.'),
    });
  return doubts;
}
