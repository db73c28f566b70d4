import { createConnection, type Socket } from 'node:net';
import { raceWithAbort, throwIfCancelled, UserError } from '../../core/errors';
import { asCount, asRecord, asText } from '../../core/json';
import { message } from '../../core/message';
import { linesOf, MAX_ANSWER_LINE, sendLine } from './lines';
import { windowsFor, type RelayWindow } from './windows';
import type { Caller, ToolInput, ToolResult } from '../tool';

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

  private constructor(private readonly socket: Socket) {}

  /**
   * Connects to the window that is nearest to a folder.
   * @param within where windows are found: a path of `privateFolder`.
   * @returns undefined if there is none.
   * @throws UserError if it does not answer.
   */
  static async connect(folder: string, within: string, caller: Caller): Promise<RelayClient | undefined> {
    for (const window of await windowsFor(folder, within)) {
      const socket = await open(window);
      if (!socket) continue;
      const client = new RelayClient(socket);
      if (await client.begin(window, caller)) return client;
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
    const picture = asText(answer['picture']);
    return {
      text: asText(answer['text']) ?? '',
      isError: answer['isError'] === true,
      ...(picture !== undefined && { picture: { bytes: Buffer.from(picture, 'base64'), mime: 'image/png' as const } }),
    };
  }

  close(): void {
    this.socket.destroy();
  }

  /** @returns whether the window has accepted the secret. */
  private async begin({ secret }: RelayWindow, caller: Caller): Promise<boolean> {
    const timer = setTimeout(() => this.socket.destroy(), READY_TIMEOUT);
    const ready = this.answerTo(0);
    void this.read();
    sendLine(this.socket, { secret, ...caller });
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
        this.waiting.get(answer['ready'] === true ? 0 : (asCount(answer['call']) ?? -1))?.(answer);
      }
    } finally {
      this.socket.destroy();
      for (const settle of this.waiting.values()) settle(undefined);
    }
  }
}

/** Undefined if nobody listens: the window has ended. */
async function open({ socket: address }: RelayWindow): Promise<Socket | undefined> {
  const socket = createConnection(address);
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  // The loop that reads it sees the same error.
  return isOpen ? socket.on('error', () => {}) : undefined;
}

function windowClosed(): UserError {
  return new UserError(
    message(
      'The window of the editor was closed during the call, so it is unknown what was done. Look first, then call again.',
    ),
  );
}
