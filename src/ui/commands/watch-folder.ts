import * as vscode from 'vscode';
import { belongsTo } from '../../app/activities/activity';
import { VerdictError } from '../../app/upload/inspect-folders';
import { ExtensionRefused } from '../../app/upload/refusals';
import { uploadAgain, type AgainRequest } from '../../app/upload/upload-again';
import { watchUpload } from '../../app/upload/watch-upload';
import { sentenceOf, UserError } from '../../core/errors';
import { message } from '../../core/message';
import { labelOf, type SessionRecord } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { requireReadable } from '../folders/choose-folder';
import type { Services } from '../services';
import { BUILD_TASKS } from '../upload/build-tasks';
import { unattendedDependencies } from '../upload/upload';
import { tellReloaded, titleOf, uploadedOf } from '../upload/repeat-upload';
import { withOffer } from '../upload/upload-error';
import type { Command } from './command';

/** Uploads a folder again whenever it changes: that of an upload's row, else that of the newest upload. */
export const watchFolder: Command = async (services, target) => {
  const { connection, records, activities } = services;
  const request = uploadedOf(services, target);
  const { folder } = request;
  const session: SessionRecord = records.sessions.get(request.session) ?? { id: request.session };
  requireReadable(vscode.Uri.file(folder));
  if (connection.settings.production)
    await confirmAt(connection, {
      question: message(
        'Upload “{0}” to “{1}” in production at every save?',
        titleOf(session, folder) ?? folder,
        labelOf(session),
      ),
      effect: message('Each save replaces what’s running there.'),
      buttons: [message('Watch Folder')],
    });
  const isWatched = activities.in('watch', connection.settings, session.id).some((each) => each.folder === folder);
  if (!isWatched) watch(services, request, session);
};

function watch(services: Services, request: AgainRequest, session: SessionRecord): void {
  const { activities, statusMessages, connection, devtools, inspections, log, notOffered } = services;
  const { name, address, production } = connection.settings;
  const { folder } = request;
  // A saved file must not open a box: the user is writing.
  const noToken = async (): Promise<never> => {
    throw new UserError(message('Set a token for “{0}” with the command Set Token, then save again.', name));
  };
  // It was confirmed when it began.
  const ask = { production: async (): Promise<void> => {} };
  watchUpload(
    { activities, builds: BUILD_TASKS, changes: inspections.changesIn(vscode.Uri.file(folder)) },
    { kind: 'watch', connection: { name, address }, session, folder, endsInProduction: !production },
    {
      title: () => titleOf(services.records.sessions.get(session.id), folder) ?? folder,
      upload: (signal) =>
        uploadAgain(unattendedDependencies(services, noToken), request, ask, (_step, work) => work(signal, () => {})),
      isServiceThere: () => connection.address !== undefined,
      onUploaded: (outcome) => {
        if (outcome.kind === 'reloaded') tellReloaded(statusMessages, outcome);
      },
      onNotPossible: async () => {
        if (devtools.hasNone(await connection.client(noToken)))
          await notOffered.add(connection.settings, 'watchFolder');
      },
      // Errors of the folder cause no notification: they are in the Problems panel, and the user is still working.
      onError: (error) => {
        const known = withOffer(error, inspections, { connection: connection.settings, folders: [folder] });
        log.error(known);
        statusMessages.end();
        return { state: { errors: errorsOf(error) }, problem: sentenceOf(known) };
      },
    },
  );
}

/** How many errors of the folder the Problems panel has now. */
function errorsOf(error: unknown): number {
  if (error instanceof VerdictError) return error.problems.length;
  return error instanceof ExtensionRefused ? 1 : 0;
}

/** Without a row: all folders of the window. */
export const stopWatching: Command = async ({ activities, statusMessages }, { row }) => {
  const stopped = activities.stopWhere(
    (each) =>
      each.kind === 'watch' &&
      (row?.kind !== 'upload' ||
        (each.folder === row.upload.folder && each.session.id === row.session.id && belongsTo(each, row.connection))),
    'stopped',
  );
  const [only, ...others] = stopped;
  if (only === undefined) statusMessages.show(message('No folder is watched'));
  else if (others.length > 0) statusMessages.show(message('$(check) Stopped watching {0} folders', others.length + 1));
  else statusMessages.show(message('$(check) Stopped watching “{0}”', only.title));
};
