import * as vscode from 'vscode';
import { uploadAgain, WatchLoop, type AgainOutcome } from '../../app';
import { Cancelled, UserError } from '../../core/errors';
import { listOf, message, type Message } from '../../core/message';
import { isNotFound } from '../../core/service-error';
import { labelOf, type SessionRecord } from '../../state';
import { commandId } from '../editor/contributed';
import { localize, MAX_STATUS, t } from '../editor/localize';
import { reloadsPages } from '../editor/settings';
import { showWarning } from '../editor/show';
import { keyOf, type WatchedUpload } from '../sessions/watched-uploads';
import type { Services } from '../services';
import { partsOf } from './upload';
import { reloaded } from './upload-again';
import { withOffer } from './upload-error';

interface Watch {
  readonly upload: WatchedUpload;
  readonly title: string;
  readonly session: SessionRecord;
  /** Why the last change was not uploaded; undefined if it was. */
  readonly problem?: Message;
  readonly stop: () => void;
}

/** Uploads folders again when they change, and shows in the status bar that it does. */
export class Watches {
  private readonly watches = new Map<string, Watch>();
  private readonly item = vscode.window.createStatusBarItem('browserSessions.watches', vscode.StatusBarAlignment.Left);

  constructor() {
    this.item.name = t('Browser Sessions: Watched Folders');
    this.item.command = commandId('stopWatching');
  }

  /** Begins to watch a folder for a session, and uploads what has changed since its last upload. */
  start(services: Services, upload: WatchedUpload, title: string, session: SessionRecord): void {
    const key = keyOf(upload);
    if (this.watches.has(key)) return;
    const loop = new WatchLoop((signal) => this.upload(services, key, signal));
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.file(upload.folder), '**/*'),
    );
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) event(() => loop.changed());
    const stop = (): void => {
      loop.stop();
      watcher.dispose();
      services.watched.set(upload, false);
    };
    this.watches.set(key, { upload, title, session, stop });
    services.watched.set(upload, true);
    this.show();
    loop.changed();
  }

  /** @param wanted undefined: all. @returns whether there was anything to stop. */
  stop(wanted?: WatchedUpload): boolean {
    const keys = wanted ? [keyOf(wanted)] : [...this.watches.keys()];
    const stopped = keys.filter((key) => this.watches.has(key));
    for (const key of stopped) {
      this.watches.get(key)?.stop();
      this.watches.delete(key);
    }
    this.show();
    return stopped.length > 0;
  }

  dispose(): void {
    for (const { stop } of this.watches.values()) stop();
    this.watches.clear();
    this.item.dispose();
  }

  private async upload(services: Services, key: string, signal: AbortSignal): Promise<void> {
    const watch = this.watches.get(key);
    if (!watch) return;
    const { folder, session } = watch.upload;
    // It was confirmed when the watch began.
    const ask = { production: async (): Promise<void> => {} };
    const parts = { ...partsOf(services), reloadPages: reloadsPages() };
    try {
      const outcome = await uploadAgain(parts, { folder, session }, ask, (_step, work) => work(signal, () => {}));
      if (outcome.kind === 'notPossible') this.end(watch, notInPlace(watch));
      else this.tell(services, key, outcome);
    } catch (error) {
      this.fail(services, key, error);
    }
  }

  private tell(services: Services, key: string, outcome: Exclude<AgainOutcome, { kind: 'notPossible' }>): void {
    this.change(key, undefined);
    if (outcome.kind === 'reloaded') services.brief.show(reloaded(outcome));
  }

  /** Errors of the folder cause no notification: they are in the Problems panel, and the user is still working. */
  private fail(services: Services, key: string, error: unknown): void {
    const watch = this.watches.get(key);
    if (!watch || error instanceof Cancelled) return;
    if (isNotFound(error)) return this.end(watch, sessionEnded(watch));
    const known = withOffer(error, services.inspections);
    services.log.error(known);
    services.brief.end();
    this.change(
      key,
      known instanceof UserError ? known.text : message('An unexpected error occurred. See the log for details.'),
    );
  }

  private end(watch: Watch, why: Message): void {
    this.stop(watch.upload);
    const { folder, connection } = watch.upload;
    void showWarning(why, {
      label: message('Upload Folder'),
      run: () =>
        vscode.commands.executeCommand(commandId('uploadFolder'), {
          folder,
          connection: connection.name,
          address: connection.address,
        }),
    });
  }

  private change(key: string, problem: Message | undefined): void {
    const watch = this.watches.get(key);
    if (!watch) return;
    const { problem: _before, ...rest } = watch;
    this.watches.set(key, { ...rest, ...(problem && { problem }) });
    this.show();
  }

  private show(): void {
    const all = [...this.watches.values()];
    const failing = all.find(({ problem }) => problem);
    const [only] = all;
    if (!only) return this.item.hide();
    const names = listOf(all.map(({ title }) => title));
    this.item.text = localize(failing ? message('$(warning) {0}', names) : message('$(eye) {0}', names), MAX_STATUS);
    this.item.tooltip = localize(
      failing?.problem ??
        (all.length === 1
          ? message('“{0}” is uploaded to “{1}” whenever it changes. Click to stop.', only.title, labelOf(only.session))
          : message('{0} folders are uploaded whenever they change. Click to stop.', all.length)),
    );
    this.item.show();
  }
}

function notInPlace({ title, session }: Watch): Message {
  return message('Stopped watching “{0}”: it can’t be reloaded in “{1}”. Upload it again.', title, labelOf(session));
}

function sessionEnded({ title, session }: Watch): Message {
  return message('Stopped watching “{0}”: “{1}” no longer exists.', title, labelOf(session));
}
