import * as vscode from 'vscode';
import { asRecord } from '../../core/json';
import type { Message } from '../../core/message';
import { localize } from '../editor/localize';

/**
 * Debugs for as long as a session of the debugger lasts.
 * @param write adds a line to its debug console.
 * @param signal is aborted when the user ends the session. Settles when nothing is debugged any more.
 */
type Debug = (write: (text: Message) => void, signal: AbortSignal) => Promise<void>;

/**
 * The session that the sessions of an extension's targets belong to. It has no threads: the built-in JavaScript
 * debugger debugs each target in a session below it. Source: https://microsoft.github.io/debug-adapter-protocol
 */
export class ParentAdapter implements vscode.DebugAdapter {
  private readonly messages = new vscode.EventEmitter<vscode.DebugProtocolMessage>();
  readonly onDidSendMessage = this.messages.event;
  private readonly ending = new AbortController();
  private lastSeq = 0;

  /** @param debug must handle its own errors. */
  constructor(private readonly debug: Debug) {}

  handleMessage(received: vscode.DebugProtocolMessage): void {
    const { type, seq, command } = asRecord(received);
    if (type !== 'request') return;
    const respond = (body: object = {}): void =>
      this.send({ type: 'response', request_seq: seq, command, success: true, body });
    switch (command) {
      case 'initialize':
        respond({ supportsConfigurationDoneRequest: true });
        return this.event('initialized');
      case 'attach':
        respond();
        return void this.run();
      case 'threads':
        return respond({ threads: [] });
      case 'setBreakpoints':
      case 'setFunctionBreakpoints':
        return respond({ breakpoints: [] });
      case 'disconnect':
      case 'terminate':
        this.ending.abort();
        return respond();
      default:
        return respond();
    }
  }

  dispose(): void {
    this.ending.abort();
    this.messages.dispose();
  }

  private async run(): Promise<void> {
    const write = (text: Message): void => this.event('output', { category: 'stdout', output: `${localize(text)}\n` });
    await this.debug(write, this.ending.signal);
    this.event('terminated');
  }

  private event(event: string, body: object = {}): void {
    this.send({ type: 'event', event, body });
  }

  private send(message: object): void {
    this.messages.fire({ seq: ++this.lastSeq, ...message });
  }
}
