import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';

/** Runs in a terminal. @returns the exit code. */
export type TerminalProgram = (writeLine: (line: string) => void, signal: AbortSignal) => Promise<number>;

const CTRL_C = '\x03';

/** Milliseconds. VS Code says of a terminal that fails sooner that it could not be started. */
const LAUNCH = 600;

/** The terminal of a task. Closing it, or Ctrl+C in it, cancels what runs in it. */
export class TaskTerminal implements vscode.Pseudoterminal {
  private readonly writes = new vscode.EventEmitter<string>();
  private readonly ends = new vscode.EventEmitter<number>();
  readonly onDidWrite = this.writes.event;
  readonly onDidClose = this.ends.event;
  private readonly closing = new AbortController();

  /** @param program must handle its own errors. Its lines must be plain text. */
  constructor(private readonly program: TerminalProgram) {}

  open(): void {
    void this.run();
  }

  close(): void {
    this.closing.abort();
  }

  handleInput(data: string): void {
    if (data === CTRL_C) this.close();
  }

  private async run(): Promise<void> {
    const launched = delay(LAUNCH);
    const code = await this.program((line) => this.writes.fire(`${line}\r\n`), this.closing.signal);
    if (code !== 0) await launched;
    this.ends.fire(code);
    this.writes.dispose();
    this.ends.dispose();
  }
}
