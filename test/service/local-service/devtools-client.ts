import assert from 'node:assert/strict';
import { EventEmitter, on, once } from 'node:events';
import { WebSocket, type ClientOptions } from 'ws';
import { type LocalService, request } from '../../support/local-service';
import { PATIENCE } from '../../support/until';

/** A message of the DevTools protocol, an answer or an event. */
export interface Message {
  id?: number;
  method?: string;
  sessionId?: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- each method has another
  result?: any;
  // oxlint-disable-next-line typescript/no-explicit-any -- each event has others
  params?: any;
  error?: { code: number; message: string };
}

/** The address of a session's DevTools. */
export async function addressOf(service: LocalService, session: string): Promise<string> {
  const { status, text } = await request(service, 'GET', `/browsers/${session}`);
  assert.equal(status, 200, text);
  const { cdp_ws_url }: { cdp_ws_url: string } = JSON.parse(text);
  return cdp_ws_url;
}

/** What is answered where the connection is not made: its status and body. */
export async function refusalOf(
  address: string,
  options: ClientOptions = {},
): Promise<{ status: number; text: string }> {
  const socket = new WebSocket(address, options);
  socket.on('error', () => undefined);
  const response = (await once(socket, 'unexpected-response'))[1];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, text };
}

/** A plain client of DevTools: it says and hears what it is told to, and no more. */
export class DevToolsClient {
  /** All that came, in its order. */
  readonly heard: Message[] = [];
  /** Settles when the connection has ended. */
  readonly closed: Promise<{ code: number; reason: string }>;
  private readonly news = new EventEmitter().setMaxListeners(0);
  private lastId = 0;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data) => {
      assert.ok(Buffer.isBuffer(data));
      this.heard.push(JSON.parse(data.toString()));
      this.news.emit('message', this.heard.at(-1));
    });
    this.closed = once(socket, 'close').then(([code, reason]) => ({ code, reason: String(reason) }));
    socket.on('close', () => this.news.emit('closed'));
  }

  static async connect(address: string): Promise<DevToolsClient> {
    const client = new DevToolsClient(new WebSocket(address, { maxPayload: 0 }));
    await once(client.socket, 'open');
    return client;
  }

  /** The answer as it came, also an error. Ids begin with 1. */
  async ask(method: string, params: object = {}, sessionId?: string): Promise<Message> {
    const id = ++this.lastId;
    this.socket.send(JSON.stringify({ id, method, params, sessionId }));
    return this.waitFor((message) => message.id === id);
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- each method has another
  async send(method: string, params: object = {}, sessionId?: string): Promise<any> {
    const { error, result } = await this.ask(method, params, sessionId);
    assert.equal(error, undefined, `${method}: ${error?.message}`);
    return result;
  }

  /** The first message that fits, of those that came and those to come. */
  async waitFor(fits: (message: Message) => boolean): Promise<Message> {
    const known = this.heard.find(fits);
    if (known) return known;
    const options = { signal: AbortSignal.timeout(PATIENCE), close: ['closed'] };
    for await (const [message] of on(this.news, 'message', options)) if (fits(message)) return message;
    throw new Error('no such message came');
  }

  /** Opens a page, and a session of its own to it. */
  async openPage(url = 'about:blank'): Promise<string> {
    const { targetId } = await this.send('Target.createTarget', { url });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    return sessionId;
  }

  async evaluate(expression: string, sessionId: string): Promise<unknown> {
    const { result } = await this.send('Runtime.evaluate', { expression, returnByValue: true }, sessionId);
    return result.value;
  }

  close(): Promise<unknown> {
    this.socket.close();
    return this.closed;
  }
}
