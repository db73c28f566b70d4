import path from 'node:path';
import * as vscode from 'vscode';
import { startLocalService, type LocalService } from '../app';
import type { KeyValue } from '../state';
import { withProgress } from './progress';
import { say } from './say';
import { chosenChromium, localServicePort } from './settings';

/**
 * The service on this machine, a process of this window alone: another window has its own, so that none ends what another one uses.
 * It ends with the window, or when it is stopped.
 */
export class LocalBrowser {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changes.event;
  private service: LocalService | undefined;
  private starting: Promise<LocalService> | undefined;
  private remembered = new Map<string, unknown>();

  /** @param program path of the bundled service. */
  constructor(private readonly program: string) {}

  get running(): LocalService | undefined {
    return this.service;
  }

  /** What is remembered of its sessions and pools: gone with them. */
  readonly storage: KeyValue = {
    get: (key) => this.remembered.get(key),
    update: async (key, value) => void this.remembered.set(key, value),
  };

  /** The running one, or a new one. Throws UserError where it cannot start, Cancelled when the person stops it. */
  async start(): Promise<LocalService> {
    if (this.service) return this.service;
    this.starting ??= this.startAnew().finally(() => (this.starting = undefined));
    return this.starting;
  }

  async stop(): Promise<void> {
    await this.service?.stop();
  }

  private async startAnew(): Promise<LocalService> {
    const chromium = chosenChromium();
    const options = { program: this.program, port: localServicePort(), ...(chromium !== undefined && { chromium }) };
    const service = await withProgress(vscode.l10n.t('Starting the local browser service'), (signal) => startLocalService(options, signal));
    this.remembered = new Map();
    this.service = service;
    this.changes.fire();
    void this.afterEnd(service);
    return service;
  }

  private async afterEnd(service: LocalService): Promise<void> {
    const why = await service.ended;
    if (this.service !== service) return;
    this.service = undefined;
    this.remembered = new Map();
    this.changes.fire();
    if (!why) return;
    const again = vscode.l10n.t('Start Again');
    if ((await vscode.window.showErrorMessage(say(why), again)) === again) await vscode.commands.executeCommand('browserSessions.startLocalService');
  }

  /** The window closes: nobody is to be told. The child ends by itself even if there is no time to wait for it. */
  dispose(): void {
    void this.service?.stop();
    this.changes.dispose();
  }

  /** Where the packaged extension carries the service. */
  static in(extension: vscode.ExtensionContext): LocalBrowser {
    return new LocalBrowser(path.join(extension.extensionPath, 'dist', 'local-service.mjs'));
  }
}
