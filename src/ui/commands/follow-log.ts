import * as vscode from 'vscode';
import type { Running } from '../../app/activities/activities';
import { belongsTo, type LogActivity } from '../../app/activities/activity';
import { devToolsFailure } from '../../app/in-browser';
import type { FollowRequest } from '../../app/log/follow-log';
import { sentenceOf } from '../../core/errors';
import { matchesOfManifest } from '../../core/match-pattern';
import { message } from '../../core/message';
import { isNotFound } from '../../core/service-error';
import { labelOf } from '../../state';
import { commandId } from '../editor/contributed';
import { withStatus } from '../editor/progress';
import { showWarning } from '../editor/show';
import { workspaceFolderOf } from '../editor/uris';
import type { LogToFollow } from '../log/extension-logs';
import type { Services } from '../services';
import { loadedOf, type ChosenExtension } from '../sessions/choose-loaded';
import type { Command } from './command';

/** Shows what a loaded extension says, in an output channel of its own. */
export const followLog: Command = async (services, target) => {
  const chosen = await loadedOf(services, target, message('Follow Log'), ({ enabled }) => enabled);
  const { connection, records, devtools, logs, statusMessages } = services;
  const { name, address } = connection.settings;
  const { session, extension } = chosen;
  const client = await connection.client();
  const log = { connection: { name, address }, session, extensionId: extension.id, title: extension.name };
  const notOffered = message('This service doesn’t give access to the log of “{0}”.', labelOf(session));
  const failed = (error: unknown): Promise<unknown> => devToolsFailure(records.sessions, session, error, notOffered);
  await withStatus(message('Following the log of “{0}”…', extension.name), async (signal) => {
    const request = await requestFor(services, chosen, signal);
    await logs
      .follow(log, devtools.of(client, session.id), request, signal, (error, running) => {
        void tellOfEnd(services, log, running, failed(error));
      })
      .catch(async (error: unknown) => {
        throw await failed(error);
      });
  });
  statusMessages.show(message('$(check) Following the log of “{0}”', extension.name));
};

async function tellOfEnd(
  { log }: Pick<Services, 'log'>,
  { title, session, connection: { name, address } }: LogToFollow,
  running: Running<LogActivity>,
  failure: Promise<unknown>,
): Promise<void> {
  const reason = await failure;
  log.error(reason);
  if (isNotFound(reason)) return running.stop('sessionEnded');
  running.stop('failed');
  await showWarning(message('Stopped following the log of “{0}”. {1}', title, sentenceOf(reason)), {
    label: message('Follow Log'),
    run: () =>
      vscode.commands.executeCommand(commandId('followLog'), { session: session.id, connection: name, address }),
  });
}

/** Without a row: all of the window. */
export const stopFollowing: Command = async ({ activities, statusMessages }, { row }) => {
  const extension = row?.kind === 'loaded' ? row.extension : row?.kind === 'upload' ? row.loaded : undefined;
  // Not at the connection in use: it may be invalid.
  const isMeant = (each: LogActivity): boolean =>
    !row ||
    !('session' in row) ||
    !extension ||
    (each.extensionId === extension.id && each.session.id === row.session.id && belongsTo(each, row.connection));
  const [only, ...others] = activities.stopWhere((each) => each.kind === 'log' && isMeant(each), 'stopped');
  if (only === undefined) statusMessages.show(message('No log is followed'));
  else if (others.length > 0) statusMessages.show(message('$(check) Stopped following {0} logs', others.length + 1));
  else statusMessages.show(message('$(check) Stopped following the log of “{0}”', only.title));
};

async function requestFor(
  { inspections, connection }: Pick<Services, 'inspections' | 'connection'>,
  { upload, extension }: ChosenExtension,
  signal: AbortSignal,
): Promise<FollowRequest> {
  // A worker of a website must not wait for a connection that may be slow.
  const common = { extensionId: extension.id, pausesWorkers: !connection.settings.production };
  // Where its scripts run is not known.
  if (!upload) return { ...common, matches: () => ['<all_urls>'] };
  const folder = vscode.Uri.file(upload.folder);
  await inspections.inspect(folder, signal).catch(() => {});
  return {
    ...common,
    matches: () => matchesOfManifest(inspections.get(folder)?.manifest),
    files: { folder: upload.folder, top: workspaceFolderOf(folder) },
  };
}
