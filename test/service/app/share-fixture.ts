import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { Activities } from '../../../src/app/activities/activities';
import type { ShareActivity } from '../../../src/app/activities/activity';
import { wordsForStop } from '../../../src/app/activities/stop-reasons';
import { sharePort } from '../../../src/app/share/share-port';
import { english } from '../../../src/core/message';
import { openTab } from '../../../src/devtools';
import { startFarService } from '../../support/far-service';
import type { LocalService } from '../../support/local-service';
import { portOf } from '../../support/network/listen';
import { Person } from '../../support/person';
import { until } from '../../support/until';

const { signal } = new AbortController();
const HERE = { name: 'here', address: 'https://here' };

/** What a test's server does with a request; nothing: it answers with a small page. */
type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

/** A developer's server on a port of this machine, which says who has asked for what. */
export class DevServer {
  readonly asked: { readonly line: string; readonly headers: IncomingMessage['headers']; readonly body: string }[] = [];
  readonly sockets: { readonly socket: WebSocket; readonly request: IncomingMessage }[] = [];
  private readonly server = createServer((request, response) => void this.serve(request, response));
  private readonly answers = new Map<string, Answer>();
  port = 0;

  /** @param host the loopback address that it listens on. @param port 0: a free one. */
  static async start(host = '127.0.0.1', port = 0): Promise<DevServer> {
    const dev = new DevServer();
    await once(dev.server.listen(port, host), 'listening');
    dev.port = portOf(dev.server);
    const sockets = new WebSocketServer({
      server: dev.server,
      handleProtocols: (protocols) => [...protocols].at(-1) ?? false,
    });
    sockets.on('connection', (socket, request) => {
      dev.sockets.push({ socket, request });
      socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
    });
    return dev;
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  on(path: string, answer: Answer): void {
    this.answers.set(path, answer);
  }

  get lines(): readonly string[] {
    return this.asked.map(({ line }) => line);
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
    for (const { socket } of this.sockets) socket.terminate();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    const { method, url = '', headers } = request;
    if (url !== '/favicon.ico') this.asked.push({ line: `${method} ${url}`, headers, body: body.toString() });
    const answer = this.answers.get(url.replace(/\?.*/, ''));
    if (answer) return answer(request, response, body);
    response.setHeader('content-type', 'text/html').end(`<title>${url}</title><p>page</p>`);
  }
}

/** A session in a browser that can't reach this machine, and a person who shares ports with it. */
export class ShareFixture {
  readonly activities = new Activities(wordsForStop);
  readonly person: Person;

  private constructor(readonly service: LocalService) {
    this.person = new Person(service);
  }

  static async open(): Promise<ShareFixture> {
    return new ShareFixture(await startFarService());
  }

  async share(port: number, production = false): Promise<void> {
    const { client, records, devtools } = this.person;
    const access = { client, sessions: records.sessions, devtools };
    const onLost = (): void => this.stop();
    const needs = { access, activities: this.activities, localize: english, production, onLost };
    await sharePort(needs, HERE, { id: this.service.session }, port, signal);
  }

  get activity(): ShareActivity | undefined {
    return this.activities.of('share')[0];
  }

  get problem(): string | undefined {
    const { problem } = this.activity ?? {};
    return problem && english(problem);
  }

  stop(): void {
    this.activities.stopWhere(({ kind }) => kind === 'share', 'stopped');
  }

  /** Opens a page in a new tab. */
  async open(url: string, session = this.service.session): Promise<PageInSession> {
    return this.person.devtools.of(this.person.client, session).use(async (connection) => {
      const targetId = await openTab(connection, url, signal);
      const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true }, { signal });
      const page: PageInSession = {
        run: async (expression) => {
          const asked = { expression, returnByValue: true, awaitPromise: true, userGesture: true };
          const to = { signal, targetSession: String(sessionId), timeout: 0 };
          const answer = await connection.send('Runtime.evaluate', asked, to);
          const { result, exceptionDetails } = JSON.parse(JSON.stringify(answer));
          if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
          return result.value;
        },
        send: (method, params) => connection.send(method, params, { signal, targetSession: String(sessionId) }),
      };
      await until('the page is there', async () =>
        page.run(`document.readyState === 'complete' && location.href !== 'about:blank'`),
      );
      return page;
    }, signal);
  }

  async close(): Promise<void> {
    this.activities.dispose();
    this.person.close();
    await this.service.stop();
  }
}

/** A tab of the session. */
export interface PageInSession {
  /** @returns the value of the expression. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each expression has another value
  run(expression: string): Promise<any>;
  send(
    method: 'Page.reload' | 'DOM.getDocument' | 'DOM.querySelector' | 'DOM.setFileInputFiles',
    params: object,
  ): Promise<unknown>;
}
