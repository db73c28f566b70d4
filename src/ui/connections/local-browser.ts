import path from 'node:path';
import * as vscode from 'vscode';
import type { LocalRunner } from '../../app/connections/connection';
import type { LocalService } from '../../app/local-service/start';
import { message } from '../../core/message';
import type { ListedKeyValue } from '../../state';
import { withProgress } from '../editor/progress';
import { chosenChromium, localServicePort } from '../editor/settings';
import { commandButton, showError } from '../editor/show';

/**
 * The local service, a process of this window only. Each window has its own, so that no window ends the service of
 * another. It ends with the window, or when it is stopped.
 */
export class LocalBrowser implements LocalRunner {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changes.event;
  private service: LocalService | undefined;
  private starting: { readonly service: Promise<LocalService>; readonly cancel: AbortController } | undefined;
  /** Settles when the last service has ended: until then its port is in use. */
  private gone: Promise<unknown> = Promise.resolve();
  private remembered = new Map<string, unknown>();

  /** @param program path of the bundled service. */
  constructor(private readonly program: string) {}

  get running(): LocalService | undefined {
    return this.service;
  }

  /** What is remembered of its sessions and pools. It is discarded when the service ends. */
  readonly storage: ListedKeyValue = {
    keys: () => [...this.remembered.keys()],
    get: (key) => this.remembered.get(key),
    update: async (key, value) => void this.remembered.set(key, value),
  };

  /**
   * Returns the running service, or starts one.
   * @throws UserError if it cannot start, Cancelled if the user stops it.
   */
  async start(): Promise<LocalService> {
    if (this.service) return this.service;
    if (!this.starting) {
      const cancel = new AbortController();
      this.starting = { cancel, service: this.startAnew(cancel).finally(() => (this.starting = undefined)) };
    }
    return this.starting.service;
  }

  /**
   * Stops the service. From now on none is running, although it takes a moment to end.
   * @returns whether a service was running or starting.
   */
  async stop(): Promise<boolean> {
    const { service, starting } = this;
    starting?.cancel.abort();
    if (service) {
      this.forget();
      this.gone = service.stop();
      await this.gone;
    }
    return (service ?? starting) !== undefined;
  }

  private forget(): void {
    this.service = undefined;
    this.remembered = new Map();
    this.changes.fire();
  }

  private async startAnew(cancel: AbortController): Promise<LocalService> {
    await this.gone;
    const { startLocalService } = await import('../../app/local-service/start');
    const chromium = chosenChromium();
    const options = {
      program: this.program,
      port: localServicePort(),
      // A pool has browsers at hand for many; here they would only take memory.
      flags: ['--pool-size', '0'],
      ...(chromium !== undefined && { chromium }),
    };
    const service = await withProgress(message('Starting the local browser'), (signal) =>
      startLocalService(options, AbortSignal.any([signal, cancel.signal])),
    );
    this.remembered = new Map();
    this.service = service;
    this.changes.fire();
    void this.afterEnd(service);
    return service;
  }

  private async afterEnd(service: LocalService): Promise<void> {
    const why = await service.ended;
    if (this.service !== service) return;
    this.forget();
    if (!why) return;
    await showError(why, commandButton(message('Start Again'), 'startLocalService'));
  }

  /**
   * The window is closing, so nobody is notified. The child process ends by itself even if there is no time to wait for
   * it.
   */
  dispose(): void {
    this.starting?.cancel.abort();
    void this.service?.stop();
    this.changes.dispose();
  }

  /** Uses the service that is part of the packaged extension. */
  static in(extension: vscode.ExtensionContext): LocalBrowser {
    return new LocalBrowser(path.join(extension.extensionPath, 'dist', 'local-service.mjs'));
  }
}
