import { once } from 'node:events';
import { WebSocket } from 'ws';
import { asRecord } from '../../../src/core/json';
import { until } from '../../support/until';

interface Received {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** A debugger that speaks the protocol directly. */
export class DebuggerClient {
  readonly events: Received[] = [];
  private readonly answers = new Map<number, (answer: Record<string, unknown>) => void>();
  private lastId = 0;

  private constructor(readonly socket: WebSocket) {
    socket.on('error', () => {});
    socket.on('message', (data) => {
      if (!Buffer.isBuffer(data)) return;
      const { id, method, params, ...answer } = asRecord(JSON.parse(data.toString()));
      if (typeof method === 'string') this.events.push({ method, params: asRecord(params) });
      if (typeof id === 'number') this.answers.get(id)?.(answer);
    });
  }

  static async connect(address: string, headers: Record<string, string> = {}): Promise<DebuggerClient> {
    const socket = new WebSocket(address, { headers });
    const client = new DebuggerClient(socket);
    await once(socket, 'open');
    return client;
  }

  /** @returns the result. @throws the text of an error. */
  async call(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = ++this.lastId;
    const answered = new Promise<Record<string, unknown>>((resolve) => this.answers.set(id, resolve));
    this.socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await answered;
    if (error) throw new Error(String(asRecord(error)['message']));
    return asRecord(result);
  }

  /** Waits for an event after the first `from`. */
  async next(method: string, from = 0): Promise<Record<string, unknown>> {
    const found = (): Received | undefined => this.events.slice(from).find((event) => event.method === method);
    await until(`there is an event ${method}`, () => found() !== undefined);
    return found()?.params ?? {};
  }

  /** The files whose scripts it was shown; an expression has none. */
  get urls(): unknown[] {
    return this.events.flatMap(({ method, params: { url } }) =>
      method === 'Debugger.scriptParsed' && url !== '' ? [url] : [],
    );
  }

  async ended(): Promise<void> {
    if (this.socket.readyState !== WebSocket.CLOSED) await once(this.socket, 'close');
  }
}
