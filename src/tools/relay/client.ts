import type { Socket } from 'node:net';
import { raceWithAbort, throwIfCancelled, UserError } from '../../core/errors';
import { asCount, asRecord, asText } from '../../core/json';
import { message } from '../../core/message';
import { readBound, type Caller } from '../agents/caller';
import type { ToolInput } from '../input';
import type { ToolResult } from '../tool';
import { linesOf, MAX_ANSWER_LINE, sendLine } from './lines';
import { connectTo, RELAY_VERSION, windowsFor, type FoundWindow, type RelayWindow } from './windows';

/** Milliseconds until a window must have answered the secret: it may be busy. */
const READY_TIMEOUT = 10_000;

/** What a window has answered: a result, or an error that the agent reads. */
export interface RelayedResult extends Omit<ToolResult, 'text'> {
  /** It has passed the gate of the window. */
  readonly text: string;
  readonly isError: boolean;
}

/** An agent's side of the relay. */
export class RelayClient {
  private readonly waiting = new Map<number, (answer: Readonly<Record<string, unknown>> | undefined) => void>();
  private lastCall = 0;

  private constructor(
    private readonly socket: Socket,
    /** The one for which the window was taken. */
    readonly folder: string,
    private readonly caller: Caller,
  ) {}

  /**
   * Connects to the window that is nearest to a folder.
   * @param within where windows are found: a path of `privateFolder`.
   * @param caller is bound to the connections that the window says.
   * @returns undefined if there is none.
   * @throws UserError if it does not answer: then no other window, and no other token, may do its work.
   */
  static async connect(folder: string, within: string, caller: Caller): Promise<RelayClient | undefined> {
    for (const window of await windowsFor(folder, within)) {
      const socket = await connectTo(window.socket).catch(() => 'unknown' as const);
      if (!socket) continue;
      if (socket === 'unknown') throw noAnswer(window);
      const client = new RelayClient(socket, window.folder, caller);
      if (!(await client.begin(window))) throw noAnswer(window);
      return client;
    }
    return undefined;
  }

  get isOpen(): boolean {
    return !this.socket.destroyed;
  }

  /** @throws UserError if the window is closed meanwhile, or Cancelled. */
  async call(tool: string, input: ToolInput, signal: AbortSignal): Promise<RelayedResult> {
    throwIfCancelled(signal);
    const call = ++this.lastCall;
    const cancel = (): void => sendLine(this.socket, { cancel: call });
    signal.addEventListener('abort', cancel, { once: true });
    sendLine(this.socket, { call, tool, input });
    const answer = await raceWithAbort(this.answerTo(call), signal);
    signal.removeEventListener('abort', cancel);
    if (!answer) throw windowClosed();
    const screenshot = asText(answer['screenshot']);
    return {
      text: asText(answer['text']) ?? '',
      isError: answer['isError'] === true,
      ...(screenshot !== undefined && {
        screenshot: { bytes: Buffer.from(screenshot, 'base64'), mime: 'image/png' as const },
      }),
    };
  }

  close(): void {
    this.socket.destroy();
  }

  /** @returns whether the window has accepted the secret. */
  private async begin({ secret, version }: RelayWindow): Promise<boolean> {
    if (version !== RELAY_VERSION) this.close();
    const timer = setTimeout(() => this.socket.destroy(), READY_TIMEOUT);
    const ready = this.answerTo(0);
    void this.read();
    sendLine(this.socket, { secret, ...this.caller });
    const isReady = (await ready) !== undefined;
    clearTimeout(timer);
    return isReady;
  }

  /** What comes back for a call; undefined if the connection ends before. */
  private answerTo(call: number): Promise<Readonly<Record<string, unknown>> | undefined> {
    if (!this.isOpen) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.waiting.set(call, (answer) => {
        this.waiting.delete(call);
        resolve(answer);
      });
    });
  }

  private async read(): Promise<void> {
    try {
      for await (const line of linesOf(this.socket, () => MAX_ANSWER_LINE)) {
        const answer = asRecord(line);
        this.caller.at = readBound(answer['at']) ?? this.caller.at;
        this.waiting.get(answer['ready'] === true ? 0 : (asCount(answer['call']) ?? -1))?.(answer);
      }
    } finally {
      this.socket.destroy();
      for (const settle of this.waiting.values()) settle(undefined);
    }
  }
}

function noAnswer({ folder }: FoundWindow): UserError {
  return new UserError(
    message(
      'The editor’s window of “{0}” doesn’t answer, and nothing was done. A person can reload that window. To work without it, a person closes it and starts this agent anew.',
      folder,
    ),
  );
}

function windowClosed(): UserError {
  return new UserError(
    message(
      'The window of the editor was closed during the call, so it is unknown what was done. Look first, then call again.',
    ),
  );
}
