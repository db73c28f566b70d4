import path from 'node:path';
import * as vscode from 'vscode';
import { lastUploaded } from '../../app/last-used';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { Label } from '../../state';
import { setContext } from '../editor/context';
import { chooseExtensionFolder } from '../folders/choose-folder';
import { reportError } from '../report-error';
import { labelIn, servicesFor, type Services, type WindowServices } from '../services';
import { ParentAdapter } from './debug-adapter';
import { configurationFor, configurationsIn, configurationsOfUploads, readDefinition } from './debug-configurations';
import { debugExtension } from './debug-extension';

/** The debug sessions of a window, and the configurations that the editor asks for. */
export class DebugSessions {
  constructor(private readonly services: WindowServices) {}

  /** The adapter of a session runs in the extension host. */
  adapterFor(session: vscode.DebugSession): vscode.DebugAdapterDescriptor {
    const adapter = new ParentAdapter(async (write, signal) => {
      let services: Services | undefined;
      try {
        const [first] = vscode.workspace.workspaceFolders ?? [];
        const definition = readDefinition(session.configuration, (session.workspaceFolder ?? first)?.uri);
        const { connection, address } = definition;
        services = servicesFor(this.services, {
          ...(connection !== undefined && { connection }),
          ...(address !== undefined && { address }),
        });
        await debugExtension(services, definition, session, write, signal);
      } catch (error) {
        // Not awaited: the notification may stay open for hours.
        if (!signal.aborted) void this.report(error, services);
      }
    });
    return new vscode.DebugAdapterInlineImplementation(adapter);
  }

  async configurationsIn(folder: vscode.WorkspaceFolder | undefined): Promise<vscode.DebugConfiguration[]> {
    if (folder?.uri.scheme !== 'file' || !vscode.workspace.isTrusted) return [];
    return configurationsIn(folder.uri.fsPath);
  }

  configurationsOfUploads(): vscode.DebugConfiguration[] {
    try {
      const { records, name } = this.services.connections.active();
      return configurationsOfUploads(records.sessions).map((each) => ({ ...each, connection: name }));
    } catch (error) {
      // An invalid connection is reported where it is used.
      if (error instanceof UserError) return [];
      throw error;
    }
  }

  /** F5 without a configuration: asks for the folder if there are several. */
  async resolve(configuration: vscode.DebugConfiguration): Promise<vscode.DebugConfiguration | undefined> {
    // Otherwise the editor refuses a `launch.json` of ours until an extension folder was opened.
    await setContext('debugConfigured', true);
    if (configuration.type) return configuration;
    try {
      const folder = await chooseExtensionFolder(message('Debug: Select Extension'), message('Debug Folder'), (each) =>
        this.isUploaded(each),
      );
      return configurationFor(folder.fsPath, path.basename(folder.fsPath));
    } catch (error) {
      void this.report(error);
      return undefined;
    }
  }

  private isUploaded(folder: string): boolean {
    try {
      return lastUploaded(this.services.connections.active().records.sessions, { folder }) !== undefined;
    } catch (error) {
      // An invalid connection is reported where it is used.
      if (error instanceof UserError) return false;
      throw error;
    }
  }

  private async report(error: unknown, services = servicesFor(this.services)): Promise<void> {
    const label = (id: string): Label => labelIn(services, id);
    try {
      await reportError(error, { log: services.log, about: {}, label });
    } catch (reason) {
      services.log.error(reason);
    }
  }
}
