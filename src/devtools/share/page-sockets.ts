import { randomBytes } from 'node:crypto';
import type { Protocol } from 'devtools-protocol';
import { WebSocket, type RawData } from 'ws';
import { asCount, asRecord, asText, parseJson } from '../../core/json';
import { sharedAddress } from '../../core/shared-port';
import type { Doubtful } from '../doubtful';
import { listOf } from '../doubtful';
import type { AttachedOver } from '../early-attachment';
import { ignoreFailure } from '../failures';
import { isNotThere, loopbackOf } from './ask-loopback';
import type { AskingDocuments } from './asking-documents';
import { newsCall, socketScript, type SocketNews } from './socket-script';

/** WebSockets of all pages of a session. */
const MAX_SOCKETS = 64;
/** Bytes of a message. */
const MAX_MESSAGE = 8 * 1024 * 1024;
/** UTF-16 units of what a page says at once: most characters of a message may be escaped in it. */
const MAX_PAYLOAD = 6 * MAX_MESSAGE;
/** Bytes that a page has not taken yet: one that takes nothing is not sent more. */
const MAX_UNTAKEN = 4 * MAX_MESSAGE;
/** UTF-16 units and items of what a page asks for. */
const MAX_ADDRESS = 10_000;
const MAX_PROTOCOLS = 20;
const PROTOCOL = /^[\w!#$%&'*+.^`|~-]{1,200}$/;
/** Milliseconds for the server to answer. */
const MAX_HANDSHAKE = 60_000;
const TOO_LARGE = 1009;

interface PageSocket {
  readonly targetSession: string;
  readonly context: number;
  /** Undefined while it is found out who asks. */
  socket: WebSocket | undefined;
  untaken: number;
  /** Whether the page has closed it before it was open. */
  isOver: boolean;
}

/** What a page asks the binding for. */
type Asked = Readonly<Record<string, unknown>> & { readonly id: number };

/** What is told of the WebSockets. */
interface SocketsListener {
  /** A page that may not reach this machine has asked. */
  readonly onRefused: (port: number, site: string) => void;
  readonly onDown: (port: number) => void;
  readonly onOpen: (port: number) => void;
}

/**
 * The WebSockets of pages to shared ports: a script in the page speaks to a binding, and the sockets are opened here.
 * Nothing that a page says is believed but the address, which has to be a shared one, the protocols and the messages.
 */
export class PageSockets {
  private readonly name = `browserSessions${randomBytes(12).toString('hex')}`;
  private readonly sockets = new Map<string, PageSocket>();
  /** By the session of the page. */
  private readonly scripts = new Map<string, string>();

  constructor(
    private readonly documents: AskingDocuments,
    private readonly ports: ReadonlySet<number>,
    private readonly listener: SocketsListener,
  ) {}

  /** Prepares a page, or gives it the ports of now. @throws DevToolsFailure, or Cancelled. */
  async prepare(targetSession: string, { connection, signal }: AttachedOver): Promise<void> {
    const to = { signal, targetSession };
    const before = this.scripts.get(targetSession);
    const source = socketScript(this.name, [...this.ports], MAX_MESSAGE, before === undefined);
    // Calls are carried out in their order.
    const [, , added] = await Promise.all([
      connection.send('Page.enable', {}, to),
      connection.send('Runtime.addBinding', { name: this.name }, to),
      connection.send('Page.addScriptToEvaluateOnNewDocument', { source, runImmediately: true }, to),
      connection.send('Runtime.enable', undefined, to),
    ]);
    const identifier = asText(added.identifier);
    if (identifier !== undefined) this.scripts.set(targetSession, identifier);
    if (before !== undefined)
      await connection.send('Page.removeScriptToEvaluateOnNewDocument', { identifier: before }, to);
  }

  /** A page calls the binding. */
  called(
    { name, payload, executionContextId }: Doubtful<Protocol.Runtime.BindingCalledEvent>,
    targetSession: string,
    over: AttachedOver,
  ): void {
    const context = asCount(executionContextId);
    if (name !== this.name || context === undefined) return;
    const frame = this.documents.frameOf(context, targetSession);
    const text = asText(payload) ?? '';
    const asked = asRecord(text.length > MAX_PAYLOAD ? undefined : parseJson(text));
    const id = asCount(asked['id']);
    if (frame === undefined || id === undefined) return;
    const key = `${targetSession} ${context} ${id}`;
    const known = this.sockets.get(key);
    if (known) this.pass({ ...asked, id }, known);
    else if (asText(asked['open']) !== undefined) {
      const page: PageSocket = { targetSession, context, socket: undefined, untaken: 0, isOver: false };
      const tell = (news: SocketNews): void => this.tell(page, id, news, over);
      if (this.sockets.size >= MAX_SOCKETS) return tell(['failed']);
      this.sockets.set(key, page);
      const end = (news: SocketNews): void => {
        if (this.sockets.get(key) !== page) return;
        this.sockets.delete(key);
        page.socket?.terminate();
        tell(news);
      };
      void this.open({ ...asked, id }, frame, page, over, tell, end).catch((error: unknown) => {
        ignoreFailure(error);
        end(['failed']);
      });
    }
  }

  /** Ends the WebSockets of documents that are not there any more. */
  removeGone(targetSession: string, context?: number): void {
    for (const [key, page] of this.sockets) {
      if (page.targetSession !== targetSession || (context !== undefined && page.context !== context)) continue;
      this.sockets.delete(key);
      page.socket?.terminate();
    }
  }

  /** A page that has ended. */
  forget(targetSession: string): void {
    this.scripts.delete(targetSession);
    this.removeGone(targetSession);
  }

  /** Gives the open documents their own WebSockets back. @throws DevToolsFailure, or Cancelled. */
  async giveBack({ connection, signal }: AttachedOver): Promise<void> {
    const expression = socketScript(this.name, [], MAX_MESSAGE, true);
    const asked = this.documents.contexts.map(({ context: contextId, targetSession }) =>
      connection.send('Runtime.evaluate', { expression, contextId }, { signal, targetSession }),
    );
    await Promise.allSettled(asked);
  }

  /** Ends all that is open here. */
  close(): void {
    this.scripts.clear();
    for (const { socket } of this.sockets.values()) socket?.terminate();
    this.sockets.clear();
  }

  private async open(
    asked: Asked,
    frame: string,
    page: PageSocket,
    over: AttachedOver,
    tell: (news: SocketNews) => void,
    end: (news: SocketNews) => void,
  ): Promise<void> {
    const address = (asText(asked['open']) ?? '').slice(0, MAX_ADDRESS);
    const protocols = protocolsOf(asked['protocols']);
    const shared = sharedAddress(address, this.ports, 'ws:');
    if (!shared || !protocols) return end(['failed']);
    const { url, port } = shared;
    const { targetSession } = page;
    const { origin, site, mayAsk } = await this.documents.ask(frame, targetSession, over);
    if (!mayAsk) {
      this.listener.onRefused(port, site);
      return end(['failed']);
    }
    const cookie = await cookiesFor(url, origin, targetSession, over);
    for (const host of loopbackOf(url.hostname)) {
      if (page.isOver || !this.ports.has(port)) return end(['failed']);
      const options = {
        headers: { host: url.host, ...(cookie !== '' && { cookie }) },
        origin,
        perMessageDeflate: false,
        followRedirects: false,
        handshakeTimeout: MAX_HANDSHAKE,
        maxPayload: MAX_MESSAGE,
      };
      const at = `ws://${host === '::1' ? '[::1]' : host}:${port}${url.pathname}${url.search}`;
      const socket = new WebSocket(at, [...protocols], options);
      page.socket = socket;
      const failure = await opened(socket);
      if (isNotThere(failure)) continue;
      if (failure !== undefined) return end(['failed']);
      this.listener.onOpen(port);
      const deliver = (data: RawData, isBinary: boolean): void => {
        if (page.untaken > MAX_UNTAKEN) return end(['failed']);
        tell(isBinary ? ['binary', bytesOf(data).toString('base64')] : ['text', bytesOf(data).toString()]);
      };
      socket.on('message', deliver);
      socket.once('close', (code, reason) => end(['close', code, reason.toString()]));
      tell(['open', socket.protocol]);
      // It may have ended, or been closed by the page, meanwhile.
      if (socket.readyState !== WebSocket.OPEN) end(['failed']);
      return;
    }
    this.listener.onDown(port);
    end(['failed']);
  }

  private pass(asked: Asked, page: PageSocket): void {
    const { socket } = page;
    const [text, binary, code] = [asText(asked['text']), asText(asked['binary']), asCount(asked['close'])];
    if (code !== undefined && socket?.readyState !== WebSocket.OPEN) {
      page.isOver = true;
      socket?.terminate();
    } else if (socket?.readyState !== WebSocket.OPEN) return;
    else if (code !== undefined) {
      const isTold = code === 1000 || code === TOO_LARGE || (code >= 3000 && code <= 4999);
      if (isTold) socket.close(code, (asText(asked['reason']) ?? '').slice(0, 123));
      else socket.close();
    } else if ((text ?? binary ?? '').length > MAX_MESSAGE) socket.close(TOO_LARGE);
    else if (text !== undefined) socket.send(text);
    else if (binary !== undefined) socket.send(Buffer.from(binary, 'base64'));
  }

  private tell(page: PageSocket, id: number, news: SocketNews, { connection, signal }: AttachedOver): void {
    const expression = newsCall(this.name, id, news);
    page.untaken += expression.length;
    const asked = { expression, contextId: page.context, returnByValue: false };
    void connection
      .send('Runtime.evaluate', asked, { signal, targetSession: page.targetSession })
      .catch(ignoreFailure)
      .finally(() => (page.untaken -= expression.length));
  }
}

/** @returns undefined if they are none that a page can ask for. */
function protocolsOf(value: unknown): readonly string[] | undefined {
  const all = Array.isArray(value) && value.length <= MAX_PROTOCOLS ? value.map((each) => asText(each) ?? '') : [''];
  return all.every((each) => PROTOCOL.test(each)) ? all : undefined;
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(new Uint8Array(data));
}

/** @returns why it is not open. */
function opened(socket: WebSocket): Promise<unknown> {
  return new Promise((resolve) => {
    // Each error is followed by the end, which is what counts.
    socket.on('error', resolve);
    socket.once('close', () => resolve(new Error('closed')));
    socket.once('open', () => resolve(undefined));
  });
}

/** The cookies that the browser would send: those of this machine, for a page of another site, or of none, only what allows that. */
async function cookiesFor(
  url: URL,
  origin: string,
  targetSession: string,
  { connection, signal }: AttachedOver,
): Promise<string> {
  const urls = [`http://${url.host}${url.pathname}`];
  const { cookies } = await connection.send('Network.getCookies', { urls }, { signal, targetSession });
  const isSameSite = URL.canParse(origin) && new URL(origin).hostname === url.hostname;
  return listOf(cookies, 200)
    .filter(({ sameSite }) => isSameSite || sameSite === 'None')
    .flatMap(({ name, value }) => {
      const [key, text] = [asText(name), asText(value)];
      return key === undefined || text === undefined || /[^\x20-\x7e]/.test(key + text) ? [] : [`${key}=${text}`];
    })
    .join('; ');
}
