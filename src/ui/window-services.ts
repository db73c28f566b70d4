import * as vscode from 'vscode';
import { stopWhatMayNotGoOn } from '../app/activities/stop-reasons';
import { DevToolsSessions } from '../app/devtools-sessions';
import { EndedSessions } from '../app/ended-sessions';
import { lastUploaded } from '../app/last-used';
import { LoadedReader } from '../app/loaded/ask-loaded';
import type { LoadedTarget } from '../app/loaded/change-loaded';
import { SessionHistories } from '../app/report/session-history';
import { UserError } from '../core/errors';
import { formatWait } from '../core/format';
import { message } from '../core/message';
import { AllowedSecrets, keyOf, labelOf, type ConnectionKey, type KeyValue } from '../state';
import { RunningItem } from './activities/running-item';
import { tellStopped } from './activities/tell-stopped';
import { LastClick } from './clicks/last-click';
import { runCommand } from './commands';
import { testParts } from './tests/test-runs';
import { DebugSessions } from './debug/debug-sessions';
import { setContext } from './editor/context';
import { EditorTools } from './agents/editor-tools';
import { Launcher } from './agents/launcher';
import { AgentRelay } from './agents/relay';
import { rememberProduction } from './agents/remembered-production';
import { windowHost, type WindowHost } from './agents/window-host';
import { commandId } from './editor/contributed';
import { commandButton, showInformation } from './editor/show';
import { ExtensionFolders } from './folders/extension-folders';
import { Inspections, manifestCheck } from './folders/inspections';
import { ProblemsPanel } from './folders/problems-panel';
import { QuickFixes } from './folders/quick-fixes';
import { ExtensionLogs } from './log/extension-logs';
import { Decorations } from './preview/decorations';
import { Preview } from './preview/preview';
import { ReportPanels } from './report/report-panels';
import { Screens } from './screen/screens';
import { SequenceProblems } from './sequences/sequence-problems';
import type { TestParts } from './tests/test-list';
import { servicesFor, type StartupServices, type ConnectionServices } from './services';
import { askDetails, askLoaded } from './sessions/check-session';
import { StorageFiles } from './storage/storage-files';
import { StoragePlaces } from './storage/storage-uri';
import { DoubleClick } from './sessions/double-click';
import { Screenshots } from './sessions/screenshots';
import { UploadTasks } from './tasks/upload-tasks';
import type { SessionRow } from './views/rows';

/** What commands and extension folders need. */
export interface OpenedWindow extends vscode.Disposable {
  /** Runs a command of package.json with the arguments from the editor; `isOfRow` if rows offer it. */
  run(id: string, args: readonly unknown[], isOfRow: boolean): Promise<void>;
  /** Checks a folder with a manifest. */
  check(folder: vscode.Uri): Promise<void>;
  /** Asks the browser of a session's row what it has loaded. Nobody waits for the answer, so an error is only logged. */
  askLoaded(row: SessionRow): Promise<void>;
  /** Asks it how much an extension has stored, and what it may do. An error is only logged. */
  askDetails(connection: ConnectionKey, target: LoadedTarget): Promise<void>;
  /** Asks whether the session of a row has ended, and tells the user if so. An error is only logged. */
  askEnded(row: SessionRow): Promise<void>;
  readonly tools: EditorTools;
  readonly tests: TestParts;
  readonly tasks: vscode.TaskProvider;
  readonly debug: DebugSessions;
  readonly storage: StorageFiles;
  /** Fills a tab that was open when the window was reloaded. */
  restoreScreen(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
}

/** Creates everything that exists once per window and is needed only when the extension is used. */
export function openWindow(
  startup: StartupServices,
  {
    workspaceState,
    extensionUri,
    globalStorageUri,
  }: Pick<vscode.ExtensionContext, 'workspaceState' | 'extensionUri' | 'globalStorageUri'>,
  workspace: KeyValue,
): OpenedWindow {
  const { activities, connections } = startup;
  const inspections = new Inspections((folder) => chromiumOf(startup, folder));
  const preview = new Preview(
    inspections,
    (rows, included) => void vscode.commands.executeCommand(commandId(included ? 'include' : 'exclude'), rows[0], rows),
  );
  const screenshots = new Screenshots();
  const inMedia = (file: string): vscode.Uri => vscode.Uri.joinPath(extensionUri, 'media', file);
  const devtools = new DevToolsSessions();
  const screens = new Screens({ ...startup, devtools }, vscode.Uri.joinPath(extensionUri, 'dist', 'screen'), {
    light: inMedia('screen-light.svg'),
    dark: inMedia('screen-dark.svg'),
  });
  const histories = new SessionHistories();
  const reports = new ReportPanels();
  const logs = new ExtensionLogs(activities, startup.loaded, histories);
  const lastClick = new LastClick();
  const services = {
    ...startup,
    inspections,
    preview,
    allowedSecrets: new AllowedSecrets(workspaceState),
    devtools,
    loadedReader: new LoadedReader(devtools),
    logs,
    screens,
    histories,
    reports,
    doubleClick: new DoubleClick(),
    screenshots,
    lastClick,
    storagePlaces: new StoragePlaces(workspace),
    launcher: new Launcher(globalStorageUri.fsPath, vscode.Uri.joinPath(extensionUri, 'dist', 'cli.mjs').fsPath),
  };
  const storage = new StorageFiles(services);
  let host: WindowHost | undefined;
  const openHost = (): WindowHost => (host ??= windowHost(services));
  const made = vscode.Disposable.from(
    new AgentRelay(openHost, services.launcher, services.log),
    { dispose: () => host?.dispose() },
    rememberProduction(services, globalStorageUri.fsPath),
    inspections,
    new ExtensionFolders(),
    preview,
    screens,
    screenshots,
    reports,
    logs,
    storage,
    { dispose: () => devtools.close() },
    new RunningItem(activities, startup.statusMessages),
    new SequenceProblems(),
    connections.onDidClick(({ connection, session, text }) => lastClick.set(connection, session, text)),
    new ProblemsPanel(inspections),
    new Decorations(inspections),
    QuickFixes.register(inspections),
    inspections.onDidChange(() => {
      void setContext('folderKnown', true);
      void setContext('checkedFolders', inspections.folders);
    }),
    startup.loaded.onDidChange(() => inspections.chromiumChanged()),
    connections.onDidChange(() => inspections.chromiumChanged()),
    activities.onDidStop(tellStopped),
    stopWhatMayNotGoOn(activities, connections),
  );
  return {
    run: (id, args, isOfRow) => runCommand(services, id, args, isOfRow),
    check: manifestCheck(inspections),
    askLoaded: async ({ connection: { name, address }, session }) =>
      askLoaded(servicesFor(services, { connection: name, address }), session.id).catch((error: unknown) =>
        services.log.error(error),
      ),
    askDetails: async ({ name, address }, target) =>
      askDetails(servicesFor(services, { connection: name, address }), target).catch((error: unknown) =>
        services.log.error(error),
      ),
    askEnded: async ({ connection: { name, address }, session }) =>
      tellEnded(servicesFor(services, { connection: name, address }), session.id).catch((error: unknown) =>
        services.log.error(error),
      ),
    tools: new EditorTools(services, openHost),
    tests: testParts(services, vscode.Uri.joinPath(globalStorageUri, 'failures'), workspaceState),
    tasks: new UploadTasks(services),
    debug: new DebugSessions(services),
    storage,
    restoreScreen: (panel, state) => screens.restore(panel, state),
    dispose: () => made.dispose(),
  };
}

/** Milliseconds. */
const ASK_WITHIN = 10_000;

const endedSessions = new EndedSessions();

/** Asks the service about a session whose time is over, and tells the user if it has ended, with all that end with it. */
async function tellEnded({ connection, records: { sessions } }: ConnectionServices, id: string): Promise<void> {
  const client = async () => ((await connection.isReady()) ? connection.client() : undefined);
  const ended = await endedSessions.verifyEnd(keyOf(connection.settings), id, { client, sessions }, () =>
    AbortSignal.timeout(ASK_WITHIN),
  );
  const [first, ...others] = ended ?? [];
  if (!first) return;
  const { name, address } = connection.settings;
  await showInformation(
    others.length > 0
      ? message('{0} sessions have ended: they weren’t used.', others.length + 1)
      : message(
          '“{0}” has ended: it wasn’t used for {1}.',
          labelOf(first),
          formatWait((first.timeoutSeconds ?? 0) * 1000),
        ),
    commandButton(message('New Session'), 'startSession', { connection: name, address }),
  );
}

/**
 * The version of the browser that a folder is for: that of the session into which it was last uploaded, at the
 * connection in use.
 * @returns undefined if it was not uploaded, or if that session has not told its version in this window.
 */
function chromiumOf(
  { connections, loaded }: Pick<StartupServices, 'connections' | 'loaded'>,
  folder: vscode.Uri,
): string | undefined {
  try {
    const { records, settings } = connections.active();
    const last = lastUploaded(records.sessions, { folder: folder.fsPath });
    return last && loaded.get(settings, last.session)?.version;
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
