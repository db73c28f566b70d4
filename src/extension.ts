import * as vscode from 'vscode';
import { createClient } from './api';
import { openMemory, SteadyStorage, Tokens } from './state';
import { registerCommands } from './ui/commands';
import { Connection } from './ui/connection';
import { setContext } from './ui/context';
import { Inspections } from './ui/inspections';
import { checkOpenManifests } from './ui/open-manifests';
import { Decorations } from './ui/preview/decorations';
import { networkSettings } from './ui/network-settings';
import { Preview } from './ui/preview/preview';
import { ProblemsPanel } from './ui/problems-panel';
import { QuickFixes } from './ui/quick-fixes';
import { Screenshots } from './ui/screenshots';
import type { Services } from './ui/services';
import { onAddressChange, serviceAddress, timeouts } from './ui/settings';
import { StatusBar } from './ui/status-bar';
import { createViews } from './ui/views';
import { waitVisibly } from './ui/wait-visibly';

/** Puts the parts together. Nothing is asked of the service before a view or a command needs it. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Browser Sessions', { log: true });
  const tokens = new Tokens(context.secrets, process.env);
  const connection = new Connection(tokens, (baseUrl, token) => createClient({ baseUrl, token, log: (line) => log.debug(line), wait: waitVisibly, timeouts, network: networkSettings }));
  const storage = new SteadyStorage(context.globalState);
  const inspections = new Inspections();
  const services: Services = {
    connection,
    get memory() {
      return openMemory(storage, serviceAddress(), (kind) => views[kind].refresh());
    },
    inspections,
    preview: new Preview(inspections, (rows, included) => void vscode.commands.executeCommand(`browserSessions.${included ? 'putIn' : 'leaveOut'}`, rows[0], rows)),
    allowedSecrets: context.workspaceState,
    screenshots: new Screenshots(),
    log,
  };
  const views = createViews(services);
  const statusBar = new StatusBar(tokens);
  const showConnection = async (): Promise<void> => {
    await statusBar.refresh();
    await setContext('hasToken', await connection.hasToken().catch(() => false));
  };
  const takeUpChange = async (): Promise<void> => {
    await showConnection();
    for (const view of Object.values(views)) view.showAgain();
  };
  const logged = (work: () => Promise<void>) => (): void => void work().catch((error: Error) => log.error(error));
  context.subscriptions.push(
    log, connection, inspections, services.preview, services.screenshots, statusBar, ...Object.values(views),
    new ProblemsPanel(inspections), new Decorations(inspections), QuickFixes.register(inspections), checkOpenManifests(inspections),
    inspections.onDidChange(() => void setContext('folderKnown', true)),
    registerCommands(services),
    onAddressChange(logged(takeUpChange)),
    // Another window may have set or cleared the token too.
    context.secrets.onDidChange(logged(takeUpChange)),
  );
  logged(showConnection)();
}
