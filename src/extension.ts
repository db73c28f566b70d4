import * as vscode from 'vscode';
// Imported directly: the index would load all use cases, which slows down the start.
import type { Connect } from './app/connections/connection-ports';
import { Connections } from './app/connections/connections';
import { ChosenConnection, SerializedMemento, Tokens } from './state';
import { ConnectionDisplay } from './ui/views/connection-display';
import { connectionsSetting } from './ui/connections/connections-setting';
import { LocalBrowser } from './ui/connections/local-browser';
import { Log } from './ui/editor/log';
import { watchManifests } from './ui/folders/open-manifests';
import { BriefMessages } from './ui/editor/show';
import { createViews, revealIn } from './ui/views';
import { ListStates } from './ui/views/list-states';
import type { Row } from './ui/views/rows';
import { WatchedUploads } from './ui/sessions/watched-uploads';
import type { OpenedWindow } from './ui/window-services';

/**
 * Creates what is visible when a window opens, and registers the commands. Everything else is loaded with the first
 * command, the first extension folder or the first view that needs it, so that the extension does not slow down a
 * window that does not use it.
 */
export function activate(context: vscode.ExtensionContext): void {
  const log = Log.open('Browser Sessions');
  const storage = new SerializedMemento(context.globalState);
  const tokens = new Tokens(context.secrets, storage, process.env);
  const local = LocalBrowser.in(context);
  const connect = connectLogging(log);
  const connections = new Connections({
    list: connectionsSetting,
    tokens,
    local,
    connect,
    askToken: async (owner) => {
      const { askForToken } = await import('./ui/connections/token-box');
      return askForToken({ tokens, connect }, owner);
    },
    chosen: new ChosenConnection(new SerializedMemento(context.workspaceState), storage),
    storage,
    onRemembered: (kind) => {
      views[kind].refresh();
      display.refresh();
    },
  });
  const brief = new BriefMessages();
  const watched = new WatchedUploads();
  const reveal = (row: Row): void => revealIn(views, row);
  const startup = { brief, connections, lists: new ListStates(), log, reveal, watched };
  const views = createViews(startup);
  const display = new ConnectionDisplay(connections, Object.values(views), log);
  const opened = once(async () => {
    const { openWindow } = await import('./ui/window-services');
    const made = openWindow(startup, context);
    context.subscriptions.push(made);
    return made;
  });
  context.subscriptions.push(
    log,
    brief,
    watched,
    watched.onDidChange(() => views.sessions.refresh()),
    connections,
    local,
    display,
    ...Object.values(views),
    ...registerCommands(context.extension, opened),
    watchManifests(async (folder) => (await opened()).check(folder)),
    connections.onDidChange(() => display.onConnectionChanged()),
    // Another window may have set or cleared the token.
    context.secrets.onDidChange(() => display.onConnectionChanged()),
  );
  // Deferred, so that extensions that the editor activates after this one do not wait for it.
  setImmediate(() => display.refresh());
}

function connectLogging(log: Log): Connect {
  return async (baseUrl, token) => {
    const [{ createClient }, { clientOptions }] = await Promise.all([
      import('./api'),
      import('./ui/connections/client-options'),
    ]);
    return createClient({ baseUrl, token, ...clientOptions(log) });
  };
}

/** Registers every command of package.json; a test checks that the code implements exactly these. */
function registerCommands(
  { packageJSON }: vscode.Extension<unknown>,
  opened: () => Promise<OpenedWindow>,
): vscode.Disposable[] {
  const {
    contributes: { commands },
  }: { contributes: { commands: readonly { command: string }[] } } = packageJSON;
  return commands.map(({ command }) =>
    vscode.commands.registerCommand(command, async (...args: unknown[]) => (await opened()).run(command, args)),
  );
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
