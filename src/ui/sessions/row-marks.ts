import * as vscode from 'vscode';

/** What is marked in the rows of this window, such as folders that are watched. */
export class RowMarks<Of> {
  private readonly marked = new Set<string>();
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changes.event;

  /** @param keyOf returns the same text for equal values only. */
  constructor(private readonly keyOf: (of: Of) => string) {}

  has(of: Of): boolean {
    return this.marked.has(this.keyOf(of));
  }

  set(of: Of, isMarked: boolean): void {
    if (isMarked) this.marked.add(this.keyOf(of));
    else this.marked.delete(this.keyOf(of));
    this.changes.fire();
  }

  dispose(): void {
    this.changes.dispose();
  }
}
