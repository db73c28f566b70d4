import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { isNotFound } from '../../core/service-error';
import { labelOf } from '../../state';
import { withStatus } from '../editor/progress';
import type { Services } from '../services';
import { sessionOf } from '../sessions/choose-session';
import type { Target } from '../target';
import type { Command } from './command';

/** Shows a session in the editor's simple browser, or outside if this editor has none. */
export const openLiveView: Command = async (services, target) => {
  const address = await addressOf(services, target);
  const uri = vscode.Uri.parse(address.href, true);
  if (!(await showInEditor(uri, address))) await vscode.env.openExternal(uri);
};

/**
 * By the command of the simple browser for other extensions, or by the one for people. The editor lists neither before
 * its first use, and reports one that does not exist as an error, without naming its argument.
 */
async function showInEditor(uri: vscode.Uri, { href }: URL): Promise<boolean> {
  for (const [command, argument] of [
    ['simpleBrowser.api.open', uri],
    ['simpleBrowser.show', href],
  ] as const) {
    try {
      await vscode.commands.executeCommand(command, argument);
      return true;
    } catch {
      /* the next one */
    }
  }
  return false;
}

export const copyLiveView: Command = async (services, target) => {
  const address = await addressOf(services, target);
  await vscode.env.clipboard.writeText(address.href);
  services.brief.show(message('$(check) Copied. Whoever has this address can use the session'));
};

/** The address is a secret: it is asked for each time, and neither kept, logged nor shown by us. */
async function addressOf({ connection, records }: Services, target: Target): Promise<URL> {
  const client = await connection.client();
  const title = message('Live View: Select Session');
  const id = await sessionOf(target, { client, records, connection }, { title, mayStart: false });
  const label = labelOf(records.sessions.get(id) ?? { id });
  const address = await withStatus(message('Asking for the live view of “{0}”…', label), (signal) =>
    client.liveViewAddress(id, signal),
  ).catch(async (error: unknown) => {
    if (isNotFound(error)) await records.sessions.remember({ id, gone: true });
    throw error;
  });
  if (!address) throw new UserError(message('“{0}” has no live view.', label));
  return address;
}
