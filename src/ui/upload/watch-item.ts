import * as vscode from 'vscode';
import { listOf, message, type Message } from '../../core/message';
import { labelOf, type SessionRecord } from '../../state';
import { commandId } from '../editor/contributed';
import { localize, MAX_STATUS, t } from '../editor/localize';
import type { WatchState } from '../sessions/watched-uploads';

interface Shown {
  readonly title: string;
  readonly session: SessionRecord;
  readonly state: WatchState;
  /** Why the last change was not uploaded; undefined if it was. */
  readonly problem?: Message;
}

/** The status bar item that shows which folders are watched. */
export class WatchItem {
  private readonly item = vscode.window.createStatusBarItem('browserSessions.watches', vscode.StatusBarAlignment.Left);

  constructor() {
    this.item.name = t('Browser Sessions: Watched Folders');
    this.item.command = commandId('stopWatching');
  }

  /** @param all what is watched now; without any, the item is hidden. */
  show(all: readonly Shown[]): void {
    const failing = all.find(({ problem }) => problem);
    const [only] = all;
    if (!only) return this.item.hide();
    this.item.text = localize(
      failing ? failingText(failing) : message('$(eye) Watching {0}', listOf(all.map(({ title }) => title))),
      MAX_STATUS,
    );
    this.item.tooltip = localize(
      failing?.problem ??
        (all.length === 1
          ? message('“{0}” is uploaded to “{1}” whenever it changes. Click to stop.', only.title, labelOf(only.session))
          : message('{0} folders are uploaded whenever they change. Click to stop.', all.length)),
    );
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }
}

function failingText({ title, state }: Shown): Message {
  const errors = state === 'uploaded' ? 0 : state.errors;
  if (errors === 0) return message('$(warning) {0}: not uploaded', title);
  return errors === 1
    ? message('$(warning) {0}: not uploaded, 1 error', title)
    : message('$(warning) {0}: not uploaded, {1} errors', title, errors);
}
