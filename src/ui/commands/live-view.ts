import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { isNotFound } from '../../core/service-error';
import { labelOf, type Label } from '../../state';
import { plainLabel } from '../editor/localize';
import { withStatus } from '../editor/progress';
import { openViewer } from '../screen/viewer';
import type { Services } from '../services';
import { sessionOf } from '../sessions/choose-session';
import type { Target } from '../target';
import type { Command } from './command';

/**
 * Shows a session in its service's own viewer, in a tab. The editor's simple browser and the browsers of this machine
 * would show the address, which is a secret.
 */
export const openLiveView: Command = async (services, target) => {
  const { address, label } = await addressOf(services, target);
  openViewer(address, plainLabel(label));
};

export const copyLiveView: Command = async (services, target) => {
  const { address } = await addressOf(services, target);
  await vscode.env.clipboard.writeText(address.href);
  services.brief.show(message('$(check) Copied. Whoever has this address can use the session'));
};

/** The address is a secret: it is asked for each time, and neither kept, logged nor shown by us. */
async function addressOf(
  { connection, records }: Services,
  target: Target,
): Promise<{ readonly address: URL; readonly label: Label }> {
  const client = await connection.client();
  const title = message('Service’s Viewer: Select Session');
  const id = await sessionOf(target, { client, records, connection }, { title, mayStart: false });
  const label = labelOf(records.sessions.get(id) ?? { id });
  const address = await withStatus(message('Asking for the viewer of “{0}”…', label), (signal) =>
    client.liveViewAddress(id, signal),
  ).catch(async (error: unknown) => {
    if (isNotFound(error)) await records.sessions.remember({ id, gone: true });
    throw error;
  });
  if (!address) throw new UserError(message('The service has no viewer for “{0}”.', label));
  return { address, label };
}
