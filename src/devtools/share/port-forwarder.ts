import pLimit from 'p-limit';
import type { Protocol } from 'devtools-protocol';
import { escapeHtml } from '../../core/escape-html';
import { inMegabytes, MEGABYTE } from '../../core/format';
import { asText } from '../../core/json';
import { message, type Message } from '../../core/message';
import { originsOf, portName, sharedAddress } from '../../core/shared-port';
import { withTimeLimit } from '../../core/time-limit';
import type { ProtocolEvent } from '../connection';
import type { Doubtful } from '../doubtful';
import type { AttachedOver } from '../early-attachment';
import { ignoreFailure } from '../failures';
import type { Target } from '../targets';
import { askLoopback, LoopbackFailure } from './ask-loopback';
import { askedOfWorker, AskingDocuments } from './asking-documents';
import { PageSockets } from './page-sockets';
import { requestBody } from './request-body';

/** Bytes of a body, either way: it is handed over whole. */
export const MAX_SHARED_BODY = 32 * MEGABYTE;
/** Bytes of all bodies at a time: a page may ask for many. */
const MAX_HELD = 4 * MAX_SHARED_BODY;
/** Requests at a time. Beyond them the browser's own limit would make them wait too. */
const MAX_AT_ONCE = 32;
/** Milliseconds in which a browser takes an answer: a large one goes over a slow line. */
const MAX_HANDOVER = 180_000;
/** Milliseconds in which open pages take it that ports are not shared any more. */
const MAX_GIVE_BACK = 2000;

/** What has scripts of its own world, and so a WebSocket that can be replaced. */
const DOCUMENTS = ['page', 'iframe', 'other', 'background_page'];

/** What is told while ports are shared. */
export interface SharingListener {
  /** The words for a person, in a page. */
  readonly localize: (text: Message) => string;
  /** A server has answered. @param isPage whether with a page. */
  readonly onAnswer: (port: number, isPage: boolean) => void;
  /** A request was not answered. @param isDown whether nothing listens at the port. */
  readonly onProblem: (port: number, problem: Message, isDown: boolean) => void;
}

type Paused = Doubtful<Protocol.Fetch.RequestPausedEvent>;

/**
 * Answers requests of a session's browser to chosen ports of localhost from this machine, and opens their WebSockets
 * here. Only these ports, only of the loopback interface: no name is looked up, and no redirect followed here.
 */
export class PortForwarder {
  private readonly documents = new AskingDocuments();
  private readonly sockets: PageSockets;
  private readonly ports = new Set<number>();
  private readonly limit = pLimit(MAX_AT_ONCE);
  private held = 0;
  private readonly targets = new Map<string, Pick<Target, 'targetId' | 'type' | 'url'>>();
  /** Requests that are being answered, by the session of their page and their ID there. */
  private readonly running = new Map<string, AbortController>();

  constructor(private readonly listener: SharingListener) {
    this.sockets = new PageSockets(this.documents, this.ports, {
      onRefused: (port, site) => this.refused(port, site),
      onDown: (port) => this.listener.onProblem(port, downText(port), true),
      onOpen: (port) => this.listener.onAnswer(port, false),
    });
  }

  /** The addresses that it answers, as Chromium takes them. */
  get patterns(): readonly string[] {
    return [...this.ports].flatMap((port) => originsOf(port, 'http:').map((origin) => `${origin}/*`));
  }

  /** Answers requests to this port too, from the next time that targets are prepared. */
  add(port: number): void {
    this.ports.add(port);
  }

  /** It begins over a connection: what was open over another one has ended. */
  begin(): void {
    this.sockets.close();
    this.documents.clear();
    this.targets.clear();
  }

  /** Prepares a target. @throws DevToolsFailure, or Cancelled. */
  async prepare(targetSession: string, over: AttachedOver, target?: Target): Promise<void> {
    if (target) this.targets.set(targetSession, target);
    const { type } = this.targets.get(targetSession) ?? {};
    if (this.ports.size > 0 && DOCUMENTS.includes(type ?? '')) await this.sockets.prepare(targetSession, over);
  }

  /** Is to be given each event of a target. */
  receive(event: ProtocolEvent & { readonly targetSession: string }, over: AttachedOver): void {
    const { method, params, targetSession } = event;
    if (method === 'Runtime.executionContextDestroyed')
      this.sockets.removeGone(targetSession, Number(params.executionContextId));
    else if (method === 'Runtime.executionContextsCleared') this.sockets.removeGone(targetSession);
    else if (method === 'Runtime.bindingCalled') this.sockets.called(params, targetSession, over);
    else if (method === 'Network.loadingFailed')
      this.running.get(`${targetSession} ${asText(params.requestId)}`)?.abort();
    else if (method === 'Network.webSocketCreated') {
      const shared = sharedAddress(asText(params.url) ?? '', this.ports, 'ws:');
      if (shared) this.listener.onProblem(shared.port, noSocketText(shared.port), false);
    }
    this.documents.receive(event);
  }

  /** A target has ended. */
  forget(targetSession: string): void {
    this.targets.delete(targetSession);
    this.documents.removeAllOf(targetSession);
    this.sockets.forget(targetSession);
    for (const [key, running] of this.running) if (key.startsWith(`${targetSession} `)) running.abort();
  }

  /** Ends it for the pages that are open. */
  async end(over: AttachedOver | undefined): Promise<void> {
    this.ports.clear();
    if (over) {
      const signal = withTimeLimit(over.signal, MAX_GIVE_BACK);
      await this.sockets.giveBack({ ...over, signal }).catch(ignoreFailure);
    }
    this.sockets.close();
    for (const running of this.running.values()) running.abort();
  }

  /**
   * Answers a request that is paused, if it goes to a shared port.
   * @returns undefined if it does not.
   */
  answer(paused: Paused, targetSession: string, over: AttachedOver): Promise<void> | undefined {
    const shared = sharedAddress(asText(paused.request?.url) ?? '', this.ports, 'http:');
    if (!shared) return undefined;
    const ending = new AbortController();
    const key = `${targetSession} ${asText(paused.networkId) ?? asText(paused.requestId)}`;
    this.running.set(key, ending);
    const signal = AbortSignal.any([over.signal, ending.signal]);
    return this.limit(() => this.forward(paused, shared, targetSession, { ...over, signal })).finally(() => {
      if (this.running.get(key) === ending) this.running.delete(key);
    });
  }

  private async forward(
    paused: Paused,
    { url, port }: { readonly url: URL; readonly port: number },
    targetSession: string,
    over: AttachedOver,
  ): Promise<void> {
    const { connection, signal } = over;
    const requestId = asText(paused.requestId) ?? '';
    const fulfill = (status: number, headers: readonly (readonly [string, string])[], body: Buffer): Promise<unknown> =>
      connection.send(
        'Fetch.fulfillRequest',
        {
          requestId,
          responseCode: status,
          // With each byte as it came.
          binaryResponseHeaders: Buffer.from(
            headers.map(([name, value]) => `${name}: ${value}\0`).join(''),
            'latin1',
          ).toString('base64'),
          body: body.toString('base64'),
        },
        { signal, targetSession, timeout: MAX_HANDOVER },
      );
    const fail = (errorReason: Protocol.Network.ErrorReason): Promise<unknown> =>
      connection.send('Fetch.failRequest', { requestId, errorReason }, { signal, targetSession });
    const isPage = paused.resourceType === 'Document';
    const tell = async (text: Message, status: number, isDown = false): Promise<void> => {
      this.listener.onProblem(port, text, isDown);
      const words = this.listener.localize(text);
      const type = isPage ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
      const body = Buffer.from(isPage ? this.page(words) : words);
      await fulfill(status, [['content-type', type], ['cache-control', 'no-store'], ...PAGE_POLICY], body);
    };
    if (!(await this.mayAsk(paused, targetSession, over))) {
      await fail('BlockedByClient');
      return;
    }
    const to = { signal, targetSession };
    // A document that is being left answers nothing until it is known what comes in its place.
    const frame = isPage ? undefined : asText(paused.frameId);
    const body = await requestBody(connection, paused.request, frame, to, MAX_SHARED_BODY);
    if (body === 'unknown') return tell(noBodyText(port), 501);
    try {
      const asked = {
        method: asText(paused.request?.method) ?? 'GET',
        url,
        headers: Object.entries(paused.request?.headers ?? {}).map(
          ([name, value]) => [name, asText(value) ?? ''] as const,
        ),
        body,
      };
      const answer = await askLoopback(asked, port, MAX_SHARED_BODY, signal);
      const { length } = answer.body;
      if (this.held + length > MAX_HELD) throw new LoopbackFailure('tooLarge');
      this.held += length;
      this.listener.onAnswer(port, isPage);
      await fulfill(answer.status, answer.headers, answer.body).finally(() => (this.held -= length));
    } catch (error) {
      if (!(error instanceof LoopbackFailure)) throw error;
      if (error.kind === 'down' && !isPage) {
        this.listener.onProblem(port, downText(port), true);
        await fail('ConnectionRefused');
      } else if (error.kind === 'down') await tell(downText(port), 502, true);
      else await tell(failureText(error.kind, port), 502);
    }
  }

  /** Whether the browser would let the page or worker reach this machine. */
  private async mayAsk(paused: Paused, targetSession: string, over: AttachedOver): Promise<boolean> {
    const target = this.targets.get(targetSession);
    const frame = asText(paused.frameId);
    if (!target) return false;
    if (!DOCUMENTS.includes(target.type)) {
      const { mayAsk, site } = askedOfWorker(target);
      if (!mayAsk) this.refusedAt(paused, site);
      return mayAsk;
    }
    if (frame === undefined) return false;
    const isNavigation = paused.resourceType === 'Document';
    // Whoever is at the page has gone there, or a link has led there: no browser asks about that.
    if (isNavigation && target.type !== 'iframe' && frame === target.targetId) return true;
    const asking = isNavigation ? this.documents.parentOf(frame) : frame;
    if (asking === undefined) return false;
    const mayAsk = await this.documents.mayAsk(asking, targetSession, over);
    if (!mayAsk) this.refusedAt(paused, (await this.documents.ask(asking, targetSession, over)).site);
    return mayAsk;
  }

  private refusedAt(paused: Paused, site: string): void {
    const shared = sharedAddress(asText(paused.request?.url) ?? '', this.ports, 'http:');
    if (shared) this.refused(shared.port, site);
  }

  private refused(port: number, site: string): void {
    const text = message(
      '“{0}” asked for {1}: this browser lets no website reach a local address.',
      site,
      portName(port),
    );
    this.listener.onProblem(port, text, false);
  }

  private page(words: string): string {
    const again = escapeHtml(this.listener.localize(message('Try Again')));
    const text = escapeHtml(words);
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${text}</title><style>${STYLE}</style><main><h1>${text}</h1><p><a href="">${again}</a></p></main></html>`;
  }
}

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;display:grid;place-items:center;min-height:100vh}main{max-width:34rem;padding:2rem}h1{font-size:1.25rem;font-weight:600}a{color:LinkText}';
const PAGE_POLICY = [['content-security-policy', "default-src 'none'; style-src 'unsafe-inline'"]] as const;

function downText(port: number): Message {
  return message('Nothing answers at {0} on the machine that shares it.', portName(port));
}

function noBodyText(port: number): Message {
  return message(
    'An upload to {0} was refused: a script of the page must send the file, from a field, with at most {1}.',
    portName(port),
    LIMIT,
  );
}

function noSocketText(port: number): Message {
  return message(
    'A worker or content script opened a WebSocket to {0}: only those of pages can be shared.',
    portName(port),
  );
}

function failureText(kind: Exclude<LoopbackFailure['kind'], 'down'>, port: number): Message {
  switch (kind) {
    case 'broken':
      return message('{0} gave no answer in HTTP. HTTPS can’t be shared.', portName(port));
    case 'tooLarge':
      return message('A response of {0} is larger than {1}, which can’t be shared.', portName(port), LIMIT);
    case 'endless':
      return message('A response of {0} streams without an end, which can’t be shared.', portName(port));
  }
}

const LIMIT = inMegabytes(MAX_SHARED_BODY);
