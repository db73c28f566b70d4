import { takeScreenshot as takeScreenshotOf } from '../../app/computer';
import { message } from '../../core/message';
import { labelOf } from '../../state';
import { plainLabel } from '../editor/localize';
import { withStatus } from '../editor/progress';
import { sessionOf } from '../sessions/choose-session';
import type { Command } from './command';

export const takeScreenshot: Command = async ({ connection, notOffered, records, screenshots }, target) => {
  const client = await connection.client();
  const needs = { client, records, connection };
  const id = await sessionOf(target, needs, { title: message('Take Screenshot: Select Session') });
  const session = records.sessions.get(id) ?? { id };
  const png = await withStatus(message('Taking a screenshot…'), (signal) =>
    takeScreenshotOf({ client, sessions: records.sessions }, id, signal),
  );
  notOffered.works(connection.settings, 'takeScreenshot');
  const { name, address } = connection.settings;
  await screenshots.show({ connection: { name, address }, session: id }, plainLabel(labelOf(session)), png);
};
