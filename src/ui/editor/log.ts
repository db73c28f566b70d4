import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { logLine, logStack } from '../../core/log-line';

export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

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

  /** One entry of several lines. Every line but the first is indented, so that none looks like an entry of its own. */
  write(level: LogLevel, [first = '', ...others]: readonly string[]): void {
    const text = [logLine(first), ...others.map((line) => `    ${logLine(line)}`)].join('\n');
    if (level === 'error') this.channel.error(text);
    else if (level === 'warning') this.channel.warn(text);
    else if (level === 'debug') this.channel.debug(text);
    else this.channel.info(text);
  }

  /** @param preserveFocus whether the user goes on where they are. */
  show(preserveFocus = false): void {
    this.channel.show(preserveFocus);
  }

  dispose(): void {
    this.channel.dispose();
  }
}
