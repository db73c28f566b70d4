import * as vscode from 'vscode';

/** Tells when anything that is remembered of sessions, pools and extensions has changed. */
export class RecordChanges {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changes.event;

  fire(): void {
    this.changes.fire();
  }

  dispose(): void {
    this.changes.dispose();
  }
}
