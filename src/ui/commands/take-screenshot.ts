import * as vscode from 'vscode';
import { refuseReleased } from '../../app';
import { chooseSession } from '../choose-session';
import { withStatus } from '../progress';
import { labelOf } from '../views/items';
import type { Command } from './command';

export const takeScreenshot: Command = async ({ connection, memory, screenshots }, target) => {
  const client = await connection.client();
  const id = target.session ?? (await chooseSession({ client, memory, connection }, { title: vscode.l10n.t('Screenshot of Which Session?'), always: target.askSession }));
  refuseReleased(memory.sessions, id);
  const session = memory.sessions.get(id) ?? { id };
  const png = await withStatus(vscode.l10n.t('Taking a screenshot…'), (signal) => client.screenshot(id, signal));
  await screenshots.show(id, labelOf(session), png);
};
