import path from 'node:path';
import { takeScreenshot as takeScreenshotOf } from '../../app/computer';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { labelOf } from '../../state';
import { plainLabel } from '../editor/localize';
import { withStatus } from '../editor/progress';
import { saveFile } from '../editor/save-file';
import type { Services } from '../services';
import { sessionOf } from '../sessions/choose-session';
import type { Target } from '../target';
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

/** Writes a screenshot to a file, whose proposed name has its session and its time. */
export const saveScreenshot: Command = async ({ statusMessages, screenshots }, target) => {
  const { png, fileName } = pictureOf(screenshots, target);
  const file = await saveFile(message('Save Screenshot'), png, fileName, { PNG: ['png'] });
  if (file) statusMessages.show(message('$(check) Saved “{0}”', path.posix.basename(file.path)));
};

/** Keeps a screenshot beside the next one of its session. */
export const keepScreenshot: Command = async ({ screenshots }, target) => {
  pictureOf(screenshots, target);
  if (target.screenshot) await screenshots.keep(target.screenshot);
};

function pictureOf(
  screenshots: Services['screenshots'],
  { screenshot }: Target,
): { readonly png: Buffer; readonly fileName: string } {
  const picture = screenshot && screenshots.at(screenshot);
  if (!picture) throw new UserError(message('This screenshot is no longer kept. Take another one.'));
  return picture;
}
