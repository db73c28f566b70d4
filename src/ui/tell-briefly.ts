import * as vscode from 'vscode';

/** Milliseconds: long enough to be read. */
const SHOWN_FOR = 8000;

/** Tells something in the status bar for a moment, where a notification would be in the way. */
export function tellBriefly(text: string): void {
  vscode.window.setStatusBarMessage(text, SHOWN_FOR);
}
