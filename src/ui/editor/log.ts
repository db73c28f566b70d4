import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { logLine, logStack } from '../../core/log-line';

/** The log: one event, one line. What comes from outside must neither look like a line of ours nor become a link. */
export class Log {
  constructor(private readonly channel: vscode.LogOutputChannel) {}

  static open(name: string): Log {
    return new Log(vscode.window.createOutputChannel(name, { log: true }));
  }

  debug(text: string): void {
    this.channel.debug(logLine(text));
  }

  /** Of an error that is no sentence for the person its stack is told too. */
  error(error: unknown): void {
    const unexpected = error instanceof Error && !(error instanceof UserError);
    this.channel.error(unexpected ? logStack(error) : logLine(error instanceof Error ? error.message : String(error)));
  }

  show(): void {
    this.channel.show();
  }

  dispose(): void {
    this.channel.dispose();
  }
}
