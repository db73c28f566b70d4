import { setTimeout as delay } from 'node:timers/promises';
import type { Protocol } from 'devtools-protocol';
import { fitsPattern } from '../../core/text-pattern';
import { asText } from '../../core/json';
import type { Mock } from '../../core/mock';
import type { DevToolsConnection, ProtocolEvent } from '../connection';
import type { Doubtful } from '../doubtful';
import { EarlyAttachment, type AttachedOver } from '../early-attachment';
import { ignoreFailure } from '../failures';
import type { PortForwarder } from '../share/port-forwarder';

/** Addresses that are counted apart. */
const MAX_ADDRESSES = 10_000;
/** UTF-16 units of an address that are compared. */
const MAX_ADDRESS = 10_000;
/** Bytes of responses that Chromium keeps for a target; they are not read. */
const NO_BUFFER = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 };

interface OpenMock {
  readonly mock: Mock;
  /** How many requests it still answers. */
  left: number;
}

/**
 * Sees all requests of a session's browser, from pages, frames, workers and content scripts, and answers some in the
 * place of their servers. It can begin again over another connection, and then goes on with the same mocks and counts.
 */
export class RequestWatch {
  private readonly mocks: OpenMock[] = [];
  private readonly counts = new Map<string, number>();
  private readonly counted = new Set<string>();
  private readonly attachment = new EarlyAttachment({
    prepare: (targetSession, over, target) =>
      Promise.all([
        over.connection.send('Network.enable', NO_BUFFER, { signal: over.signal, targetSession }),
        this.intercept(targetSession, over),
        this.forwarder?.prepare(targetSession, over, target),
      ]),
    receive: (event, over) => this.receive(event, over),
    onEnd: (targetSession) => this.forwarder?.forget(targetSession),
  });

  /** @param forwarder answers what no mock does, at ports that are shared. */
  constructor(private readonly forwarder?: PortForwarder) {}

  /** How many pages and workers were more than are watched: their requests are neither answered nor counted. */
  get unwatched(): number {
    return this.attachment.unattached;
  }

  /**
   * Resolves when all that is open is watched. What starts later is watched before it makes its first request, until
   * the connection ends or the signal is aborted.
   * @throws DevToolsFailure, or Cancelled.
   */
  begin(connection: DevToolsConnection, signal: AbortSignal): Promise<void> {
    this.forwarder?.begin();
    return this.attachment.begin(connection, signal);
  }

  /**
   * Answers requests from now on. Of several mocks that fit, the newest answers.
   * @throws DevToolsFailure, or Cancelled.
   */
  async answer(mock: Mock): Promise<void> {
    const isAsked = this.mocks.some((each) => each.mock.url === mock.url);
    this.mocks.unshift({ mock, left: mock.times ?? Infinity });
    const { current, sessions } = this.attachment;
    // Chromium takes the patterns of a target together, in place of those before.
    if (current && !isAsked) await Promise.all(sessions.map((each) => this.intercept(each, current)));
  }

  /**
   * Answers requests to a shared port from now on.
   * @throws DevToolsFailure, or Cancelled.
   */
  async share(port: number): Promise<void> {
    this.forwarder?.add(port);
    const { current, sessions } = this.attachment;
    if (!current) return;
    await Promise.all(
      sessions.map(async (each) => {
        await this.intercept(each, current);
        await this.forwarder?.prepare(each, current).catch(ignoreFailure);
      }),
    );
  }

  /** Ends what is shared, also for the pages that are open. */
  async endSharing(): Promise<void> {
    await this.forwarder?.end(this.attachment.current);
  }

  /** How many requests went to addresses of a pattern. A redirect is one more. */
  count(pattern: string): number {
    return [...this.counts].reduce((sum, [url, count]) => sum + (fitsPattern(pattern, url) ? count : 0), 0);
  }

  /** Counts anew. */
  startCount(): void {
    this.counts.clear();
  }

  /** Has Chromium ask about requests that a mock may answer, and about no others. */
  private async intercept(targetSession: string, { connection, signal }: AttachedOver): Promise<void> {
    const urls = new Set(this.mocks.map(({ mock }) => mock.url));
    const patterns = [
      ...[...urls].map((url) => ({ urlPattern: url.replaceAll(/[\\?]/g, String.raw`\$&`) })),
      ...(this.forwarder?.patterns ?? []).map((urlPattern) => ({ urlPattern })),
    ];
    if (patterns.length === 0) return;
    await connection.send('Fetch.enable', { patterns }, { signal, targetSession }).catch(ignoreFailure);
  }

  private receive(event: ProtocolEvent & { readonly targetSession: string }, over: AttachedOver): void {
    const { targetSession } = event;
    if (event.method === 'Network.requestWillBeSent') {
      const { request, requestId, type } = event.params;
      if (type !== 'Preflight') this.add([targetSession, asText(requestId)], asText(request?.url) ?? '');
    } else if (event.method === 'Fetch.requestPaused')
      void this.settle(event.params, targetSession, over).catch(ignoreFailure);
    this.forwarder?.receive(event, over);
  }

  /** @param id of the request: both ways in which Chromium tells of it have it, and each may be missing. */
  private add(id: readonly [targetSession: string, request: string | undefined], address: string): void {
    const url = address.slice(0, MAX_ADDRESS);
    const key = JSON.stringify([...id, url]);
    if (this.counted.has(key)) return;
    if (this.counted.size < MAX_ADDRESSES) this.counted.add(key);
    if (this.counts.size < MAX_ADDRESSES || this.counts.has(url)) this.counts.set(url, (this.counts.get(url) ?? 0) + 1);
  }

  private async settle(
    paused: Doubtful<Protocol.Fetch.RequestPausedEvent>,
    targetSession: string,
    over: AttachedOver,
  ): Promise<void> {
    const { requestId: id, networkId, request } = paused;
    const { connection, signal } = over;
    const requestId = asText(id);
    if (requestId === undefined) return;
    const options = { signal, targetSession };
    const [url, method] = [asText(request?.url) ?? '', asText(request?.method) ?? ''];
    const headers = new Map(
      Object.entries(request?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), asText(value) ?? '']),
    );
    const asked = headers.get('access-control-request-method');
    const isPreflight = method === 'OPTIONS' && asked !== undefined;
    const open = this.mockFor(url, isPreflight ? asked : method);
    if (!isPreflight) this.add([targetSession, asText(networkId)], url);
    const forwarded = open ? undefined : this.forwarder?.answer(paused, targetSession, over);
    if (forwarded) return forwarded;
    if (!open) return void (await connection.send('Fetch.continueRequest', { requestId }, options));
    if (isPreflight) {
      const responseHeaders = headerList({
        ...allowing(headers),
        'access-control-allow-methods': asked,
        'access-control-allow-headers': headers.get('access-control-request-headers') ?? '*',
      });
      await connection.send('Fetch.fulfillRequest', { requestId, responseCode: 204, responseHeaders }, options);
      return;
    }
    open.left--;
    const { mock } = open;
    if (mock.delay > 0) await delay(mock.delay, undefined, { signal, ref: false });
    if (mock.abort) {
      await connection.send('Fetch.failRequest', { requestId, errorReason: 'InternetDisconnected' }, options);
      return;
    }
    const answer = {
      requestId,
      responseCode: mock.status,
      responseHeaders: headerList({ ...allowing(headers), ...mock.headers }),
      body: Buffer.from(mock.body).toString('base64'),
    };
    await connection.send('Fetch.fulfillRequest', answer, options);
  }

  private mockFor(url: string, method: string): OpenMock | undefined {
    return this.mocks.find(
      ({ mock, left }) =>
        left > 0 && (mock.method === undefined || mock.method === method) && fitsPattern(mock.url, url),
    );
  }
}

/** Headers with which a page of another origin may read the answer: the mock is of the test, not of a server. */
function allowing(request: ReadonlyMap<string, string>): Record<string, string> {
  const origin = request.get('origin');
  return origin === undefined
    ? {}
    : { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
}

function headerList(headers: Readonly<Record<string, string>>): Protocol.Fetch.HeaderEntry[] {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return [...named].map(([name, value]) => ({ name, value }));
}
