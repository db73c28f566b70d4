import * as vscode from 'vscode';
import { Activities } from './app/activities/activities';
import { wordsForStop } from './app/activities/stop-reasons';
import type { Connect } from './app/connections/connection';
import { Connections } from './app/connections/connections';
import { PastSessions } from './app/past-sessions';
import { LoadedExtensions } from './app/loaded/loaded-extensions';
import { ChosenConnection, SerializedMemento, Tokens } from './state';
import { ConnectionDisplay } from './ui/views/connection-display';
import { DEBUG_TYPE, SCREEN_VIEW, TASK_TYPE } from './ui/editor/contributed';
import { areConnectionsUnset, connectionsSetting } from './ui/connections/connections-setting';
import { LocalBrowser } from './ui/connections/local-browser';
import { Log } from './ui/editor/log';
import { remotePlace } from './ui/editor/remote-machine';
import { watchSequences } from './ui/sequences/open-sequences';
import { listTests } from './ui/tests/test-list';
import { watchManifests } from './ui/folders/open-manifests';
import { StatusMessages } from './ui/editor/show';
import { createViews, renewIn, revealIn, revealInFront } from './ui/views';
import type { StartupServices } from './ui/services';
import { registerStorage } from './ui/storage/register-storage';
import { ListStates } from './ui/views/list-states';
import { NotOffered } from './ui/views/not-offered';
import type { Row } from './ui/views/rows';
import type { OpenedWindow } from './ui/window-services';

/**
 * Creates what is visible when a window opens, and registers the commands. Everything else is loaded with the first
 * command, the first extension folder or the first view that needs it, so that the extension does not slow down a
 * window that does not use it.
 */
export function activate(context: vscode.ExtensionContext): void {
  const log = Log.open('Browser Sessions');
  const storage = new SerializedMemento(context.globalState);
  const workspace = new SerializedMemento(context.workspaceState);
  const tokens = new Tokens(context.secrets, storage, process.env, { place: remotePlace() });
  const local = LocalBrowser.in(context);
  const connect = connectLogging(log);
  const connections = new Connections({
    list: connectionsSetting,
    tokens,
    onTokensChanged: (listener) => context.secrets.onDidChange(() => listener()),
    local,
    connect,
    askToken: async (owner, why) => {
      if (why === 'needed' && areConnectionsUnset()) {
        const { chooseFirstConnection } = await import('./ui/commands/add-connection');
        await chooseFirstConnection({ connections, statusMessages });
      }
      const { askForToken } = await import('./ui/connections/token-box');
      return askForToken({ tokens, connect }, owner);
    },
    chosen: new ChosenConnection(workspace, storage),
    storage,
  });
  const statusMessages = new StatusMessages();
  const activities = new Activities(wordsForStop);
  const loaded = new LoadedExtensions();
  const past = new PastSessions();
  const reveal = (row: Row, expand?: boolean): void => revealIn(views, row, expand);
  const lists = new ListStates();
  const notOffered = new NotOffered();
  const startup: StartupServices = {
    activities,
    statusMessages,
    connections,
    lists,
    notOffered,
    log,
    reveal,
    revealInFront: (row) => revealInFront(views, row),
    selectedRows: async (kind) => views[kind].selectedRows(),
    renew: (...kinds) => renewIn(views, lists, kinds),
    loaded,
    past,
    showCoverage: (name, coverage) => tests.showCoverage(name, coverage),
  };
  // Before all else is registered: without a provider, the editor says in their place that there is none.
  const views = createViews(startup, {
    askLoaded: async (row) => (await opened()).askLoaded(row),
    askDetails: async (connection, target) => (await opened()).askDetails(connection, target),
    askEnded: async (row) => (await opened()).askEnded(row),
    onUse: () => display.use(),
  });
  const display = new ConnectionDisplay(connections, views, lists, notOffered, log, workspace);
  const opened = once(async () => {
    const { openWindow } = await import('./ui/window-services');
    const made = openWindow(startup, context, workspace);
    context.subscriptions.push(made);
    return made;
  });
  const connectionChanged = (): void => {
    past.forget();
    display.onConnectionChanged();
  };
  const used = async (): Promise<OpenedWindow> => {
    display.use();
    return opened();
  };
  const tests = listTests(async () => (await used()).tests);
  context.subscriptions.push(
    log,
    statusMessages,
    activities,
    activities.onDidChange(() => views.sessions.refresh()),
    loaded,
    past,
    loaded.onDidChange(() => views.sessions.refresh()),
    past.onDidChange(() => views.sessions.refresh()),
    connections,
    local,
    display,
    lists,
    lists.onDidChange(() => {
      for (const view of Object.values(views)) view.refresh();
      display.refresh();
    }),
    ...Object.values(views),
    ...registerCommands(context.extension, used),
    watchManifests(opened),
    watchSequences(opened),
    tests,
    registerStorage(async () => (await used()).storage),
    vscode.tasks.registerTaskProvider(TASK_TYPE, {
      provideTasks: async (token) => (await opened()).tasks.provideTasks(token),
      resolveTask: async (task, token) => (await opened()).tasks.resolveTask(task, token),
    }),
    ...registerDebugging(opened, used),
    ...registerTools(context.extension, used),
    vscode.window.registerWebviewPanelSerializer(SCREEN_VIEW, {
      deserializeWebviewPanel: async (panel, state: unknown) => (await opened()).restoreScreen(panel, state),
    }),
    connections.onDidChange(connectionChanged),
    connections.onDidRemember((kind) => {
      views[kind].refresh();
      display.use();
    }),
    // Another window may have set or cleared the token.
    context.secrets.onDidChange(connectionChanged),
  );
  // Nothing in a workspace that never used the extension. Deferred, so that extensions that the editor activates after this one do not wait for it.
  setImmediate(() => display.refresh());
}

function connectLogging(log: Log): Connect {
  return async (to, token, ended) => {
    const [{ openClient }, { clientOptions }] = await Promise.all([
      import('./app/connections/open-client'),
      import('./ui/connections/client-options'),
    ]);
    return openClient(to, token, { ...(ended && { ended }), ...clientOptions(log) });
  };
}

/** Registers every command of package.json; a test checks that the code implements exactly these. */
function registerCommands(
  { packageJSON }: vscode.Extension<unknown>,
  opened: () => Promise<OpenedWindow>,
): vscode.Disposable[] {
  const {
    contributes: { commands, menus },
  }: {
    contributes: {
      commands: readonly { command: string }[];
      menus: { 'view/item/context': readonly { command?: string }[] };
    };
  } = packageJSON;
  const ofRows = new Set(menus['view/item/context'].map(({ command }) => command));
  return commands.map(({ command }) =>
    vscode.commands.registerCommand(command, async (...args: unknown[]) =>
      (await opened()).run(command, args, ofRows.has(command)),
    ),
  );
}

/** Offers the tools of package.json to the editor's own agents; a test checks that the code implements exactly these. */
function registerTools(
  { packageJSON }: vscode.Extension<unknown>,
  used: () => Promise<OpenedWindow>,
): vscode.Disposable[] {
  const { contributes }: { contributes: { languageModelTools: readonly { name: string }[] } } = packageJSON;
  return contributes.languageModelTools.map(({ name }) =>
    vscode.lm.registerTool<object>(name, {
      prepareInvocation: async ({ input }, token) => (await used()).tools.prepare(name, input, token),
      invoke: async ({ input }, token) => (await used()).tools.invoke(name, input, token),
    }),
  );
}

function registerDebugging(
  opened: () => Promise<OpenedWindow>,
  used: () => Promise<OpenedWindow>,
): vscode.Disposable[] {
  const { debug, DebugConfigurationProviderTriggerKind: Kind } = vscode;
  return [
    debug.registerDebugAdapterDescriptorFactory(DEBUG_TYPE, {
      createDebugAdapterDescriptor: async (session) => (await used()).debug.adapterFor(session),
    }),
    debug.registerDebugConfigurationProvider(DEBUG_TYPE, {
      provideDebugConfigurations: async (folder) => (await opened()).debug.configurationsIn(folder),
      resolveDebugConfiguration: async (_, configuration) => (await opened()).debug.resolve(configuration),
    }),
    debug.registerDebugConfigurationProvider(
      DEBUG_TYPE,
      { provideDebugConfigurations: async () => (await opened()).debug.configurationsOfUploads() },
      Kind.Dynamic,
    ),
  ];
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
