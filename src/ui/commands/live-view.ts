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

/** The commands of the editor's own simple browser: the one that other extensions use, and the one for people. */
const SIMPLE_BROWSER = ['simpleBrowser.api.open', 'simpleBrowser.show'] as const;

/** Shows a session in the editor's simple browser. */
export const openLiveView: Command = async (services, target) => {
  const address = await addressOf(services, target);
  const known = new Set(await vscode.commands.getCommands(true));
  const open = SIMPLE_BROWSER.find((each) => known.has(each));
  // It is turned off, or this editor has none.
  if (open === undefined) await vscode.env.openExternal(vscode.Uri.parse(address.href, true));
  else
    await vscode.commands.executeCommand(
      open,
      open === SIMPLE_BROWSER[0] ? vscode.Uri.parse(address.href, true) : address.href,
    );
};

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
