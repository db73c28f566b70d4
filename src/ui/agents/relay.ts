import * as vscode from 'vscode';
import { privateFolder, type ToolHost } from '../../tools';
import type { RelayServer } from '../../tools/relay/server';
import type { Log } from '../editor/log';
import type { Launcher } from './launcher';

/** Lets agents outside the editor that work in the folders of a window use its tools, while the workspace is trusted. */
export class AgentRelay {
  private readonly listeners: vscode.Disposable;
  private server: RelayServer | undefined;
  private queue: Promise<void> = Promise.resolve();
  private isDisposed = false;

  constructor(
    private readonly host: () => ToolHost,
    private readonly launcher: Launcher,
    private readonly log: Log,
  ) {
    this.listeners = vscode.Disposable.from(
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.update()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.update()),
    );
    // Nobody waits for it, so what the window shows comes first.
    setImmediate(() => this.update());
  }

  dispose(): void {
    this.isDisposed = true;
    this.listeners.dispose();
    this.update();
  }

  private update(): void {
    this.queue = this.queue.then(() => this.adapt()).catch((error: unknown) => this.log.error(error));
  }

  private async adapt(): Promise<void> {
    const folders = this.folders();
    if (folders.length === 0) {
      const { server } = this;
      this.server = undefined;
      return server?.close();
    }
    if (this.server) return this.server.setFolders(folders);
    await this.launcher.renew();
    const { RelayServer } = await import('../../tools/relay/server');
    this.server = await RelayServer.start({
      host: this.host,
      folders,
      within: privateFolder('windows'),
      onError: (error) => this.log.error(error),
    });
  }

  private folders(): string[] {
    if (this.isDisposed || !vscode.workspace.isTrusted) return [];
    const all = vscode.workspace.workspaceFolders ?? [];
    return all.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
  }
}
