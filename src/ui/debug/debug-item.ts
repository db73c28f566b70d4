import * as vscode from 'vscode';
import { listOf, message, type Message } from '../../core/message';
import type { Label } from '../../state';
import { localize, MAX_STATUS, t } from '../editor/localize';

interface Shown {
  readonly title: string;
  readonly sessionLabel: Label;
  readonly isPaused: boolean;
}

/** The status bar item that shows which extensions are debugged, and which one stands at a breakpoint. */
export class DebugItem {
  private readonly item = vscode.window.createStatusBarItem('browserSessions.debug', vscode.StatusBarAlignment.Left);

  constructor() {
    this.item.name = t('Browser Sessions: Debugged Extensions');
    this.item.command = 'workbench.view.debug';
  }

  /**
   * @param all what is debugged now; without any, the item is hidden.
   * @param left the time that the session of the first paused one has left, if it ends soon.
   */
  show(all: readonly Shown[], left: Message | undefined): void {
    const [only] = all;
    if (!only) return this.item.hide();
    const paused = all.find(({ isPaused }) => isPaused);
    const names = listOf(all.map(({ title }) => title));
    this.item.text = localize(
      paused ? pausedText(paused, left) : message('$(debug-alt) Debugging {0}', names),
      MAX_STATUS,
    );
    this.item.tooltip = localize(
      paused
        ? pausedTooltip(paused, left)
        : all.length === 1
          ? message('“{0}” is debugged in “{1}”. Click to show the debugger.', only.title, only.sessionLabel)
          : message('{0} extensions are debugged. Click to show the debugger.', all.length),
    );
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }
}

function pausedText({ title, sessionLabel }: Shown, left: Message | undefined): Message {
  return left
    ? message('$(debug-pause) {0} paused · “{1}”: {2}', title, sessionLabel, left)
    : message('$(debug-pause) {0} paused', title);
}

function pausedTooltip({ title, sessionLabel }: Shown, left: Message | undefined): Message {
  return left
    ? message(
        '“{0}” is paused in “{1}”: {2}, unless the service counts the debugger as use. Click to show the debugger.',
        title,
        sessionLabel,
        left,
      )
    : message('“{0}” is paused in “{1}”. Click to show the debugger.', title, sessionLabel);
}
