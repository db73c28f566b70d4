import path from 'node:path';
import type { Activities } from '../../app/activities/activities';
import type { DebugActivity } from '../../app/activities/activity';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { plainText, type PlainText } from '../../core/plain-text';
import { labelOf } from '../../state';
import { configurationFor } from '../debug/debug-configurations';
import { debugUpload, startDebugging } from '../debug/start-debugging';
import { MAX_NAME, plainLabel } from '../editor/localize';
import { pick, pickSeveral } from '../editor/pick';
import { showInformation } from '../editor/show';
import { loadedOf } from '../sessions/choose-loaded';
import type { Target } from '../target';
import type { Command } from './command';

/**
 * Starts the editor's debugger on a loaded extension that was uploaded from this machine: that of a row, of a folder in
 * the Explorer, or one that the user chooses.
 */
export const debugExtension: Command = async (services, target) => {
  const [resource] = target.resources ?? [];
  if (resource) return startDebugging(resource, configurationFor(resource.fsPath, path.basename(resource.fsPath)));
  const { upload, session, extension } = await loadedOf(services, target, message('Debug'), ({ enabled }) => enabled);
  if (!upload)
    throw new UserError(
      message('“{0}” wasn’t uploaded from here, so its files aren’t known.', extension.name),
      'showLog',
      'warning',
    );
  await debugUpload(services.connection.settings, session.id, upload);
};

/** Each page has a debugger of its own, which is a process of this machine. */
const MAX_CHOSEN = 20;

/** Lets the user choose in which of the open web pages the content scripts of a debugged extension are debugged. */
export const chooseDebuggedPages: Command = async ({ activities }, target) => {
  const { title, pages, choice } = await debuggedOf(activities, target);
  if (!pages) throw new UserError(message('“{0}” isn’t connected yet. Try again in a moment.', title));
  const all = pages.all();
  if (all.length === 0)
    throw new UserError(
      message('No content scripts of “{0}” are debugged in an open web page.', title),
      undefined,
      'warning',
    );
  const debugIn = (chosen: readonly string[]): void => {
    choice.set(
      all.map(({ targetId }) => targetId),
      new Set(chosen),
    );
    // After a break of the connection these are others; they know the choice from the start.
    pages.update();
  };
  const [only, ...others] = all;
  if (only && others.length === 0) {
    if (!only.isAttached) return debugIn([only.targetId]);
    return void showInformation(message('“{0}” is debugged in its only open page: {1}', title, addressOf(only)), {
      label: message('Stop Debugging It'),
      run: async () => debugIn([]),
    });
  }
  const chosen = await pickSeveral(
    message('Debug “{0}”: Choose Pages', title),
    message('Select pages whose content scripts to debug; none stops debugging them'),
    all.map((page) => ({
      label: titleOf(page),
      description: addressOf(page),
      picked: page.isAttached,
      value: page.targetId,
    })),
  );
  if (chosen.length > MAX_CHOSEN)
    throw new UserError(message('At most {0} pages can be debugged. Nothing was changed.', MAX_CHOSEN));
  debugIn(chosen);
};

/** @throws UserError if nothing is debugged, or Cancelled. */
async function debuggedOf(activities: Activities, { row }: Target): Promise<DebugActivity> {
  const extensionId = row?.kind === 'upload' ? row.loaded?.id : row?.kind === 'loaded' ? row.extension.id : undefined;
  const isMeant = ({ session, ...each }: DebugActivity): boolean =>
    session !== undefined &&
    (row === undefined || ('session' in row && session.id === row.session.id && each.extensionId === extensionId));
  const [only, ...others] = activities.of('debug').filter(isMeant);
  if (!only) throw new UserError(message('This extension isn’t being debugged.'), undefined, 'warning');
  if (others.length === 0) return only;
  return pick(
    message('Debugged Pages: Select Extension'),
    message('Extension'),
    [only, ...others].map((each) => ({
      label: plainLabel(each.title),
      description: each.session && plainLabel(labelOf(each.session)),
      value: each,
    })),
  );
}

type Page = Pick<ReturnType<NonNullable<DebugActivity['pages']>['all']>[number], 'url' | 'title'>;

/** A page without a title, and a frame, has its address in its place. */
function titleOf({ url, title }: Page): PlainText {
  return url.endsWith(title) ? addressOf({ url }) : plainText(title, MAX_NAME);
}

/** Without a query, which may hold a secret. */
function addressOf({ url }: Pick<Page, 'url'>): PlainText {
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: '', pathname: '' };
  return plainText(`${host}${pathname}`, MAX_NAME);
}
