import * as vscode from 'vscode';
import { createClient } from './api';
import { ChosenConnection, SteadyStorage, Tokens } from './state';
import { registerCommands } from './ui/commands';
import { ConnectionDisplay } from './ui/connection-display';
import { Connections } from './ui/connections';
import { setContext } from './ui/context';
import { Inspections } from './ui/inspections';
import { LastClick } from './ui/last-click';
import { LocalBrowser } from './ui/local-browser';
import { networkSettings } from './ui/network-settings';
import { checkOpenManifests } from './ui/open-manifests';
import { Decorations } from './ui/preview/decorations';
import { Preview } from './ui/preview/preview';
import { ProblemsPanel } from './ui/problems-panel';
import { QuickFixes } from './ui/quick-fixes';
import { Screenshots } from './ui/screenshots';
import type { Parts } from './ui/services';
import { timeouts } from './ui/settings';
import { createViews } from './ui/views';
import { waitVisibly } from './ui/wait-visibly';

/** Puts the parts together. Nothing is asked of the service before a view or a command needs it. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Browser Sessions', { log: true });
  const storage = new SteadyStorage(context.globalState);
  const connections = new Connections({
    tokens: new Tokens(context.secrets, storage, process.env),
    local: LocalBrowser.in(context),
    connect: (baseUrl, token) => createClient({ baseUrl, token, log: (line) => log.debug(line), wait: waitVisibly, timeouts, network: networkSettings }),
    chosen: new ChosenConnection(new SteadyStorage(context.workspaceState), storage),
    storage,
    onRemembered: (kind) => {
      views[kind].refresh();
      display.refresh();
    },
  });
  const inspections = new Inspections();
  const parts: Parts = {
    connections,
    inspections,
    preview: new Preview(inspections, (rows, included) => void vscode.commands.executeCommand(`browserSessions.${included ? 'putIn' : 'leaveOut'}`, rows[0], rows)),
    allowedSecrets: context.workspaceState,
    screenshots: new Screenshots(),
    lastClick: new LastClick(),
    log,
  };
  const views = createViews(parts);
  const display = new ConnectionDisplay(connections, Object.values(views), log);
  context.subscriptions.push(
    log, connections, connections.local, inspections, parts.preview, parts.screenshots, display, ...Object.values(views),
    new ProblemsPanel(inspections), new Decorations(inspections), QuickFixes.register(inspections), checkOpenManifests(inspections),
    inspections.onDidChange(() => void setContext('folderKnown', true)),
    registerCommands(parts),
    connections.onDidChange(() => display.takeUpChange()),
    // Another window may have set or cleared the token too.
    context.secrets.onDidChange(() => display.takeUpChange()),
  );
  display.refresh();
}
