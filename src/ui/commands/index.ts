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
import { addConnection } from './add-connection';
import type { Command } from './command';
import * as catalogExtensions from './catalog-extensions';
import * as changeConnection from './change-connection';
import * as checkWithChromium from './check-with-chromium';
import * as compareWithVersion from './compare-with-version';
import * as click from './click';
import * as clickByName from './click-by-name';
import * as connectAgent from './connect-agent';
import * as coverage from './coverage';
import * as sharePort from './share-port';
import * as debugExtension from './debug-extension';
import * as endSession from './end-session';
import * as findSession from './find-session';
import * as followLog from './follow-log';
import * as includeExclude from './include-exclude';
import * as liveView from './live-view';
import * as loadedExtensions from './loaded-extensions';
import * as localService from './local-service';
import * as manageConnection from './manage-connection';
import * as newRows from './new-rows';
import * as openHelp from './open-help';
import * as openSample from './open-sample';
import * as openPage from './open-page';
import * as openScreen from './open-screen';
import * as preview from './preview';
import * as profiles from './profiles';
import * as refresh from './refresh';
import * as releaseSession from './release-session';
import * as report from './report';
import * as ofRows from './rows';
import * as sequences from './sequences';
import * as stop from './stop';
import * as storage from './storage';
import * as storeScreenshots from './store-screenshots';
import * as takeScreenshot from './take-screenshot';
import * as tokens from './tokens';
import * as uploadFolder from './upload-folder';
import * as uploadToCatalog from './upload-to-catalog';
import * as usePool from './use-pool';
import * as videos from './videos';
import * as watchFolder from './watch-folder';
import * as worker from './worker';

/** All commands, by the names of their functions. */
export const commands: Readonly<Record<CommandName, Command>> = {
  ...catalogExtensions,
  ...changeConnection,
  ...checkWithChromium,
  ...compareWithVersion,
  ...click,
  ...clickByName,
  ...connectAgent,
  ...coverage,
  ...sharePort,
  ...debugExtension,
  ...endSession,
  ...findSession,
  ...followLog,
  ...includeExclude,
  ...liveView,
  ...loadedExtensions,
  ...localService,
  ...manageConnection,
  ...newRows,
  ...openHelp,
  ...openSample,
  ...openPage,
  ...openScreen,
  ...preview,
  ...profiles,
  ...refresh,
  ...releaseSession,
  ...report,
  ...ofRows,
  ...sequences,
  ...stop,
  ...storage,
  ...storeScreenshots,
  ...takeScreenshot,
  ...tokens,
  ...uploadFolder,
  ...uploadToCatalog,
  ...usePool,
  ...videos,
  ...watchFolder,
  ...worker,
  addConnection,
  editConnections,
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
  return kind === 'more' ? commands.loadMore : commands.openStorage;
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
