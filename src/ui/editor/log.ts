import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { logLine, logStack } from '../../core/log-line';

/** The log: one line for each event. Text from outside must not look like a line of ours or become a link. */
export class Log {
  constructor(private readonly channel: vscode.LogOutputChannel) {}

  static open(name: string): Log {
    return new Log(vscode.window.createOutputChannel(name, { log: true }));
  }

  debug(text: string): void {
    this.channel.debug(logLine(text));
  }

  /** For an unexpected error, one that is not a message for the user, the stack is logged too. */
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
