import * as vscode from 'vscode';
import { listOf, message } from '../../core/message';
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

  /** @param all what is debugged now; without any, the item is hidden. */
  show(all: readonly Shown[]): void {
    const [only] = all;
    if (!only) return this.item.hide();
    const paused = all.find(({ isPaused }) => isPaused);
    const names = listOf(all.map(({ title }) => title));
    this.item.text = localize(
      paused ? message('$(debug-pause) {0}', paused.title) : message('$(debug-alt) {0}', names),
      MAX_STATUS,
    );
    this.item.tooltip = localize(
      paused
        ? message('“{0}” is paused in “{1}”. Click to show the debugger.', paused.title, paused.sessionLabel)
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
