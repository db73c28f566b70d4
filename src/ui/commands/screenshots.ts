import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { saveFile } from '../editor/save-file';
import type { Services } from '../services';
import type { Target } from '../target';
import type { Command } from './command';

/** Writes a screenshot to a file, whose proposed name has its session and its time. */
export const saveScreenshot: Command = async ({ statusMessages, screenshots }, target) => {
  const { png, fileName } = pictureOf(screenshots, target);
  if (await saveFile(message('Save Screenshot'), png, fileName, { PNG: ['png'] }))
    statusMessages.show(message('$(check) Saved the screenshot'));
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
