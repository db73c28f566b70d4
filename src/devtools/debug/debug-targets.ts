import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import { ProtocolError } from '../../core/devtools-failure';
import { asRecord, asText, parseJson } from '../../core/json';
import type { DevToolsConnection, ProtocolEvent } from '../connection';
import {
  attachToExtension,
  runIfWaiting,
  type AttachedPages,
  type Attachment,
  type ExtensionTarget,
  type ExtensionTargetsOptions,
  type TargetKind,
} from '../extension-targets';
import type { DebugServer, WebSocket } from './debug-server';
import { FileAddresses } from './file-addresses';
import { TargetMessages } from './target-messages';

/** Targets at a time. Each has a debugger of its own, which is a process of this machine. */
const LIMITS = { own: 10, web: 5 };

/** A target that waits for a debugger. */
export interface DebugTarget {
  /** Chromium's. */
  readonly id: string;
  readonly kind: TargetKind;
  readonly url: string;
  /** WebSocket on this machine, for one debugger. It speaks the domains `Debugger` and `Runtime` of the protocol. */
  readonly address: string;
}

interface DebugOptions extends Pick<
  ExtensionTargetsOptions,
  'extensionId' | 'pausesWorkers' | 'runsIn' | 'wants' | 'choice' | 'onTooMany' | 'onTooManyOwn'
> {
  /** Where the files of the extension are on this machine. */
  readonly folder: string;
  /** Paths within the folder, with `/`. Asked for each breakpoint, because an upload may change them. */
  readonly files: () => readonly string[];
  readonly onTarget: (target: DebugTarget) => void;
  readonly onPause: (id: string, isPaused: boolean) => void;
  readonly onTargetEnd: (id: string) => void;
}

/**
 * Offers each target of an extension to a debugger: its worker, also one that starts later, its pages, and pages of the
 * web that its scripts run in. Resolves when all that runs now is offered; the rest is as `attachToExtension` says.
 * @returns the pages of the web.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function debugTargets(
  connection: DevToolsConnection,
  server: DebugServer,
  options: DebugOptions,
  signal: AbortSignal,
): Promise<AttachedPages> {
  const { extensionId, folder } = options;
  const addresses = new FileAddresses(extensionId, folder);
  return attachToExtension(
    connection,
    {
      ...options,
      limits: LIMITS,
      attached: (target) => {
        const { targetId: id, kind, url } = target;
        return new DebuggedTarget({
          connection,
          server,
          target,
          signal,
          messages: new TargetMessages(extensionId, addresses, options.files),
          onBegin: (address) => options.onTarget({ id, kind, url, address }),
          onPause: (isPaused) => options.onPause(id, isPaused),
          onEnd: () => options.onTargetEnd(id),
        });
      },
    },
    signal,
  );
}

/** Milliseconds that a worker waits at its start for a debugger. */
const MAX_WAIT = 15_000;
/** Bytes that a debugger may leave unread. */
const MAX_UNREAD = 64 * 1024 * 1024;
/** Code of JSON-RPC for an error of the server. */
const SERVER_ERROR = -32_000;

/** Connects one target of an extension with a debugger of this machine. */
class DebuggedTarget implements Attachment {
  private socket: WebSocket | undefined;
  private wait: NodeJS.Timeout | undefined;
  private hasEnded = false;
  private isPaused = false;
  /** Whether it waits at its start. */
  private isWaiting: boolean;

  constructor(
    private readonly options: {
      readonly connection: DevToolsConnection;
      readonly target: ExtensionTarget;
      readonly messages: TargetMessages;
      readonly server: DebugServer;
      readonly signal: AbortSignal;
      /** @param address for one debugger. */
      readonly onBegin: (address: string) => void;
      readonly onPause: (isPaused: boolean) => void;
      readonly onEnd: () => void;
    },
  ) {
    ({ isWaiting: this.isWaiting } = options.target);
  }

  async begin(): Promise<void> {
    const { server, onBegin } = this.options;
    this.wait = setTimeout(() => void this.run(), MAX_WAIT);
    onBegin(server.offer((socket) => this.serve(socket)));
  }

  receive(event: ProtocolEvent): void {
    if (!this.socket) return;
    const shown = this.options.messages.event(event);
    if (shown === 'dropped') return;
    if (shown === 'resume') return void this.resume();
    const { method, params } = event;
    if (method === 'Debugger.paused') this.setPaused(params.reason !== 'instrumentation');
    else if (method === 'Debugger.resumed') this.setPaused(false);
    this.sendToDebugger({ method, params: shown.params });
  }

  private setPaused(isPaused: boolean): void {
    if (this.isPaused === isPaused) return;
    this.isPaused = isPaused;
    this.options.onPause(isPaused);
  }

  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    clearTimeout(this.wait);
    this.socket?.close();
    this.options.onEnd();
  }

  private serve(socket: WebSocket): void {
    // For a debugger that comes too late, the target ends normally.
    if (this.hasEnded) return socket.close();
    clearTimeout(this.wait);
    this.socket = socket;
    socket.on('message', (data, isBinary) => {
      if (isBinary || !Buffer.isBuffer(data)) socket.terminate();
      else void this.receiveCall(data.toString());
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      this.socket = undefined;
      if (!this.hasEnded) void this.run();
    });
  }

  /** Without a debugger, nothing must stay paused. */
  private async run(): Promise<void> {
    const { connection, signal, target } = this.options;
    const { targetSession } = target;
    this.setPaused(false);
    this.isWaiting = false;
    await Promise.allSettled([
      connection.send('Debugger.disable', undefined, { signal, targetSession }),
      connection.send('Runtime.disable', undefined, { signal, targetSession }),
      runIfWaiting(connection, targetSession, signal),
    ]);
  }

  private async resume(): Promise<void> {
    const { connection, signal, target } = this.options;
    await connection
      .send('Debugger.resume', {}, { signal, targetSession: target.targetSession })
      // It has run on meanwhile, or has ended.
      .catch(() => {});
  }

  private async receiveCall(text: string): Promise<void> {
    const { id, method, params } = asRecord(parseJson(text));
    if (typeof id !== 'number' || typeof method !== 'string') return this.socket?.terminate();
    this.sendToDebugger({ id, ...(await this.answerTo(method, asRecord(params))) });
  }

  private async answerTo(
    method: string,
    params: Record<string, unknown>,
  ): Promise<{ readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } }> {
    const { connection, messages, signal, target } = this.options;
    const call = messages.call(method, params);
    if ('refusal' in call) return { error: { code: call.code ?? SERVER_ERROR, message: call.refusal } };
    if (method === 'Runtime.runIfWaitingForDebugger') {
      // Chromium would end a pause at a breakpoint too, also one that is only just being reported.
      if (!this.isWaiting) return { result: {} };
      this.isWaiting = false;
    }
    try {
      const { targetSession } = target;
      // An expression may run until a person lets it go on.
      const options = { signal, targetSession, timeout: 0 };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the allowed calls, checked by Chromium
      const result = await connection.send(method as keyof ProtocolMapping.Commands, call.params, options);
      // It ends a pause without an event.
      if (method === 'Debugger.disable') this.setPaused(false);
      return { result: messages.answer(result) };
    } catch (error) {
      const isFromChromium = error instanceof ProtocolError;
      return {
        error: {
          code: (isFromChromium ? error.code : undefined) ?? SERVER_ERROR,
          message: asText(isFromChromium ? error.message : undefined) ?? 'The target has ended.',
        },
      };
    }
  }

  private sendToDebugger(message: object): void {
    const { socket } = this;
    if (!socket) return;
    if (socket.bufferedAmount > MAX_UNREAD) return socket.terminate();
    socket.send(JSON.stringify(message));
  }
}
