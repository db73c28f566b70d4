import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { editConnections } from '../connections/connections-setting';
import { commandId, COMMANDS, type CommandName } from '../editor/contributed';
import type { Label } from '../../state';
import { reportError, type FailedCommand } from '../report-error';
import { labelIn, servicesFor, type Services, type WindowServices } from '../services';
import { checkSession } from '../sessions/check-session';
import { targetOf, targetOfPictured, targetOfRows, viewOf, type Target } from '../target';
import type { OptionalOperation } from '../views/not-offered';
import type { Row } from '../views/rows';
import { acquireSession, flushPool } from './use-pool';
import { addConnection } from './add-connection';
import {
  showExtension,
  showPool,
  showSession,
  startSession,
  startSessionWithExtension,
  startSessionWithOptions,
} from './new-rows';
import { changeAddress, removeConnection, switchConnection } from './change-connection';
import { checkWithChromium } from './check-with-chromium';
import { click, repeatLastClick, namePoint } from './click';
import type { Command } from './command';
import { endSession } from './end-session';
import { findSession } from './find-session';
import { connectAgent } from './connect-agent';
import { copyLiveView, openLiveView } from './live-view';
import { addFromChromeStore, uploadToCatalog } from './upload-to-catalog';
import { debugExtension, chooseDebuggedPages } from './debug-extension';
import { deleteExtension, downloadExtension } from './catalog-extensions';
import { followLog, stopFollowing } from './follow-log';
import { clickByName } from './click-by-name';
import { activateSession, openScreen } from './open-screen';
import { openManual, openWalkthrough } from './open-help';
import { openInSession, openPage } from './open-page';
import { openReport, openSequenceOfReport, saveReport } from './report';
import { addExpectation, exportToPlaywright, playSequence, recordSequence, stopRecording } from './sequences';
import { disableExtension, enableExtension, removeFromBrowser, openPopup, showErrors } from './loaded-extensions';
import { startLocalService, stopLocalService } from './local-service';
import { stop, stopAgent } from './stop';
import { clearStorage, compareStorage, openStorage, restoreStorageSnapshot, saveStorageSnapshot } from './storage';
import { manageConnection } from './manage-connection';
import { closePreview, preview, uploadPreviewed } from './preview';
import { refreshExtensions, refreshPools, loadMore, refreshSessions } from './refresh';
import { releaseSession } from './release-session';
import { recordVideo, saveVideo, stopRecordingVideo } from './videos';
import { copyId, removeFromList, renameSession, revealFolder } from './rows';
import { takeScreenshot, keepScreenshot, saveScreenshot } from './take-screenshot';
import { clearToken, setToken } from './tokens';
import {
  resetAllowedSecrets,
  explainInclusion,
  exclude,
  excludeSourceMaps,
  include,
  includeSourceMaps,
} from './include-exclude';
import { uploadFolder, uploadWorkspaceFolder, uploadAgain } from './upload-folder';
import { stopWatching, watchFolder } from './watch-folder';
import { reloadExtension, startWorker, stopWorker } from './worker';

/** Every command of package.json, without the prefix `browserSessions.`. */
export const commands: Readonly<Record<CommandName, Command>> = {
  uploadWorkspaceFolder,
  uploadFolder,
  uploadFolderToSession: uploadFolder,
  uploadAgain,
  watchFolder,
  stopWatching,
  followLog,
  stopFollowing,
  debugExtension,
  chooseDebuggedPages,
  openPopup,
  openPage,
  openInSession,
  showErrors,
  openStorage,
  clearStorage,
  saveStorageSnapshot,
  restoreStorageSnapshot,
  compareStorage,
  stopWorker,
  startWorker,
  reloadExtension,
  removeFromBrowser,
  disableExtension,
  enableExtension,
  preview,
  uploadPreviewed,
  closePreview,
  include,
  exclude,
  includeSourceMaps,
  excludeSourceMaps,
  explainInclusion,
  resetAllowedSecrets,
  checkWithChromium,
  click,
  repeatLastClick,
  openScreen,
  activateSession,
  clickByName,
  namePoint,
  playSequence,
  recordSequence,
  stopRecording,
  addExpectation,
  exportToPlaywright,
  saveReport,
  openReport,
  openSequenceOfReport,
  takeScreenshot,
  recordVideo,
  stopRecordingVideo,
  saveVideo,
  releaseSession,
  acquireSession,
  startSession,
  startSessionWithExtension,
  startSessionWithOptions,
  renameSession,
  endSession,
  flushPool,
  uploadToCatalog,
  addFromChromeStore,
  downloadExtension,
  openLiveView,
  copyLiveView,
  saveScreenshot,
  keepScreenshot,
  deleteExtension,
  findSession,
  showSession,
  showPool,
  showExtension,
  refreshSessions,
  refreshPools,
  refreshExtensions,
  loadMore,
  setToken,
  clearToken,
  changeAddress,
  stop,
  stopAgent,
  manageConnection,
  addConnection,
  switchConnection,
  removeConnection,
  editConnections,
  startLocalService,
  stopLocalService,
  connectAgent,
  copyId,
  removeFromList,
  revealFolder,
  openWalkthrough,
  openManual,
  showLog: async ({ log }) => log.show(),
};

/**
 * Runs a command of package.json, and reports its error to the user. The third parameter contains the arguments from
 * the editor; the last one says whether rows offer the command, and no view's title does.
 */
export async function runCommand(
  services: WindowServices,
  id: string,
  args: readonly unknown[],
  isOfRow: boolean,
): Promise<void> {
  const name = COMMANDS.find((each) => commandId(each) === id);
  if (!name) throw new Error(`There is no command ${id}`);
  const [argument, selected] = args;
  // While a list is drawn again, the editor knows none of its rows: the button or menu of a row passes two arguments
  // then, but not the row, and the command would ask for what was just pointed at.
  if (isOfRow && args.length > 1 && (argument === undefined || argument === null))
    return services.statusMessages.show(message('The list has just changed. Try again.'));
  const view = viewOf(argument);
  const rows = view && (await services.selectedRows(view));
  const [row] = rows ?? [];
  const command = row ? commandOfKey(name, row) : commands[name];
  if (!command) return;
  await run(services, command, () =>
    rows ? targetOfRows(rows) : withPictured(services, targetOf(argument, selected)),
  );
}

/** Enter on a row without a screen does what a click on it does; the other keys are about no item there. */
function commandOfKey(name: CommandName, { kind }: Row): Command | undefined {
  if (kind === 'ended' || kind === 'past') return undefined;
  if (kind !== 'more' && kind !== 'area') return commands[name];
  if (name !== 'openScreen') return undefined;
  return kind === 'more' ? loadMore : openStorage;
}

function withPictured({ screens, screenshots }: WindowServices, target: Target): Target {
  // Its tab has ended: no other session is meant.
  if (target.screen && !screens.active) return { ...target, askSession: true };
  const pictured = target.screen ? screens.active : target.screenshot && screenshots.at(target.screenshot)?.of;
  return targetOfPictured(target, pictured);
}

async function run(windowServices: WindowServices, command: Command, target: () => Target): Promise<void> {
  let about: Target = {};
  let label: (id: string) => Label = unlabeled;
  let known: Services | undefined;
  windowServices.statusMessages.end();
  try {
    const given = target();
    const services = servicesFor(windowServices, given);
    about = aboutOf(services, given);
    label = (id) => labelIn(services, id);
    known = services;
    await command(services, given);
  } catch (error) {
    const again = (session?: string): Promise<void> =>
      run(windowServices, command, () => ({
        ...(session === undefined ? withoutSession(target()) : { ...target(), session }),
        ...about,
      }));
    const services = known;
    const { connection: name, address } = about;
    const at = name !== undefined && address !== undefined ? { name, address } : undefined;
    if (at) await windowServices.notOffered.record(at, error);
    const isNotOffered = (operation: OptionalOperation): boolean =>
      at !== undefined && windowServices.notOffered.has(at, operation);
    const failed: FailedCommand = {
      log: windowServices.log,
      renew: windowServices.renew,
      again,
      about,
      label,
      isNotOffered,
      ...(services && {
        checkSession: (id: string) =>
          run(
            windowServices,
            async (found) => checkSession(found, id),
            () => about,
          ),
        hasExisted: (id: string) => hasExisted(services, id),
      }),
    };
    // Not awaited: the notification may stay open for hours, and the caller of the command must not wait for it.
    void reportError(error, failed).catch((reason: unknown) => windowServices.log.error(reason));
  }
}

/** One that is shown by its ID may never have been there. */
function hasExisted(services: Services, id: string): boolean {
  const session = services.records.sessions.get(id);
  return session !== undefined && session.shownById !== true;
}

/**
 * The connection that a command works with, as it is now. The buttons of an error must not affect another connection,
 * even if they are pressed much later.
 */
function aboutOf(services: Services, { connection }: Target): Target {
  try {
    const { name, address } = services.connection.settings;
    return { connection: name, address };
  } catch (error) {
    if (error instanceof UserError) return connection === undefined ? {} : { connection };
    throw error;
  }
}

/** The label if the connection is not available, so that no names are known. */
function unlabeled(id: string): Label {
  return id;
}

/** The target for “Select Session”: the same command again, but it always asks for the session. */
function withoutSession({
  session: _session,
  sessions: _sessions,
  pool: _pool,
  row: _row,
  rows: _rows,
  ...rest
}: Target): Target {
  return { ...rest, askSession: true };
}
