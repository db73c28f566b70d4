import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { DevToolsConnection, ExtensionFollower, type LogEntry } from '../../../src/devtools';
import { until } from '../../support/until';
import { directly } from '../../support/browser';
import { nightly } from '../../support/nightly';
import { listen } from '../../support/network/listen';

const ID = 'a'.repeat(32);
const ORIGIN = `chrome-extension://${ID}`;
const PARENT = 'parent';
const WORKER = 'worker';
/** Values of kinds that the protocol does not have there. */
const STRANGE: readonly unknown[] = [
  null,
  7,
  true,
  [],
  {},
  '',
  { toString: 1, valueOf: 1 },
  [{ toString: null, valueOf: null }],
  'NESTED ARRAYS',
];
const [ARRAYS, PROMISES] = ['"NESTED ARRAYS"', '"NESTED PROMISES"'];

/** More than can be read by functions that call themselves. `JSON.stringify` is one of them. */
const DEPTH = 20_000;

function nestedArrays(): string {
  return '['.repeat(DEPTH) + ']'.repeat(DEPTH);
}

function nestedPromises(): string {
  const state = '{"name":"[[PromiseState]]","value":"fulfilled"}';
  const begin = `{"type":"object","subtype":"promise","properties":[${state},{"name":"[[PromiseResult]]","valuePreview":`;
  return `${begin.repeat(DEPTH)}{}${'}]}'.repeat(DEPTH)}`;
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly sessionId?: string;
  readonly params?: Record<string, unknown>;
}

/** A host that speaks the protocol, and whose log is not what a browser would say. */
class HostileHost {
  readonly calls: Call[] = [];
  /** Calls that are not answered. */
  silent: (call: Call) => boolean = () => false;
  private socket: WebSocket | undefined;
  private readonly server: Server = createServer();

  async open(): Promise<DevToolsConnection> {
    new WebSocketServer({ server: this.server }).on('connection', (socket) => {
      this.socket = socket;
      socket.on('error', () => {});
      socket.on('message', (data: Buffer) => this.answer(JSON.parse(data.toString())));
    });
    const port = await listen(this.server);
    return DevToolsConnection.open(new URL(`ws://127.0.0.1:${port}/`), directly, new AbortController().signal);
  }

  emit(method: string, params: unknown, sessionId = WORKER): void {
    const text = JSON.stringify({ method, params, sessionId });
    this.socket?.send(text.replaceAll(ARRAYS, nestedArrays).replaceAll(PROMISES, nestedPromises));
  }

  /** As the browser does when a worker starts. */
  startWorker(sessionId: string, url: string): void {
    const targetInfo = { targetId: `target of ${sessionId}`, type: 'service_worker', url };
    this.emit('Target.attachedToTarget', { sessionId, targetInfo, waitingForDebugger: true }, PARENT);
  }

  async stop(): Promise<void> {
    this.socket?.terminate();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(call: Call): void {
    this.calls.push(call);
    if (this.silent(call)) return;
    const result = call.method.startsWith('Target.attachTo') ? { sessionId: PARENT } : {};
    if (call.method === 'Target.setAutoAttach') this.startWorker(WORKER, `${ORIGIN}/sw.js`);
    this.socket?.send(JSON.stringify({ id: call.id, result }));
  }
}

function isDetach({ method, params }: Call, session: string): boolean {
  return method === 'Target.detachFromTarget' && params?.['sessionId'] === session;
}

describe('A host that floods and lies in the log', () => {
  let host: HostileHost;
  let connection: DevToolsConnection;
  let end: AbortController;
  const entries: LogEntry[] = [];

  beforeEach(async () => {
    host = new HostileHost();
    connection = await host.open();
    end = new AbortController();
    entries.length = 0;
  });
  afterEach(async () => {
    end.abort();
    connection.close();
    await host.stop();
  });

  async function follow(): Promise<void> {
    const follower = new ExtensionFollower({
      extensionId: ID,
      pausesWorkers: true,
      runsIn: () => true,
      onEntry: (e) => entries.push(e),
    });
    await follower.follow(connection, end.signal);
  }

  /** Waits until the host's next line is reported, which is after all that it sent before. */
  async function lineAfter(): Promise<void> {
    host.emit('Runtime.consoleAPICalled', { type: 'log', args: [{ type: 'string', value: 'the end' }] });
    await until('the line after it is reported', () => entries.at(-1)?.text === 'the end');
  }

  it('has values of any kind in every field: the lines after them are reported', async () => {
    await follow();
    for (const strange of STRANGE) {
      const fields = ['type', 'subtype', 'value', 'description', 'unserializableValue', 'preview'];
      const args = fields.flatMap((field) => [
        { [field]: strange },
        { type: 'string', [field]: strange },
        { type: 'object', preview: { type: 'object', [field]: strange } },
      ]);
      const property = { name: strange, type: strange, value: strange };
      for (const preview of [{ properties: [property, strange] }, { entries: [{ key: strange, value: property }] }])
        for (const subtype of ['array', 'typedarray', 'promise', 'map'])
          args.push({ type: 'object', preview: { type: 'object', subtype, ...preview } });
      host.emit('Runtime.consoleAPICalled', { type: strange, args: strange, timestamp: strange, stackTrace: strange });
      host.emit('Runtime.consoleAPICalled', { type: 'log', args: args.slice(0, 20) });
      host.emit('Runtime.consoleAPICalled', { type: 'log', args: args.slice(20) });
      host.emit('Runtime.exceptionThrown', { exceptionDetails: { text: strange, exception: strange, url: strange } });
      host.emit('Runtime.exceptionThrown', {
        exceptionDetails: { exception: { value: strange }, stackTrace: strange },
      });
      host.emit('Log.entryAdded', { entry: { source: strange, level: strange, text: strange, url: strange } });
      const request = { method: strange, url: strange };
      host.emit('Network.requestWillBeSent', { requestId: 'r', request, initiator: strange });
      host.emit('Network.loadingFailed', { requestId: 'r', errorText: strange, blockedReason: strange });
      const targetInfo = { targetId: strange, type: strange, url: strange };
      for (const method of ['Target.targetCreated', 'Target.attachedToTarget', 'Target.targetDestroyed'])
        host.emit(method, { targetInfo, targetId: strange, sessionId: strange }, PARENT);
      host.emit('Target.detachedFromTarget', { sessionId: strange }, PARENT);
    }
    await lineAfter();
  });

  it('has promises in promises without end', async () => {
    await follow();
    host.emit('Runtime.consoleAPICalled', {
      type: 'log',
      args: [{ type: 'object', preview: 'NESTED PROMISES' }],
    });
    await lineAfter();
  });

  nightly(
    'does not answer for a worker of its own and one of others: it lets go of both, so that none stays paused',
    async () => {
      host.silent = ({ method, sessionId }) =>
        (method === 'Runtime.runIfWaitingForDebugger' && sessionId === 'another') ||
        (method === 'Log.enable' && sessionId === WORKER);
      const following = follow();
      await until('it is followed', () => host.calls.some(({ method }) => method === 'Log.enable'));
      host.startWorker('another', 'https://example.com/sw.js');
      await following;
      for (const session of ['another', WORKER])
        await until(`it has let go of ${session}`, () => host.calls.some((call) => isDetach(call, session)));
    },
  );

  nightly('has errors of 10 MB: they are cut', async () => {
    await follow();
    const frame = `\n    at f (${ORIGIN}/sw.js:1:1)`;
    const huge = '\n '.repeat(5e6);
    host.emit('Runtime.exceptionThrown', { exceptionDetails: { exception: { description: `x${frame}${huge}` } } });
    host.emit('Runtime.exceptionThrown', { exceptionDetails: { exception: { description: `${frame}${huge}\n at` } } });
    const stackTrace = { callFrames: [{ url: `${ORIGIN}/sw.js` }] };
    host.emit('Runtime.exceptionThrown', { exceptionDetails: { exception: { description: `x${huge}` }, stackTrace } });
    host.emit('Log.entryAdded', { entry: { level: 'error', text: `x${frame}${huge}` } });
    host.emit('Log.entryAdded', { entry: { level: 'error', text: `x${huge}` } });
    for (const requestId of ['1', '2']) {
      host.emit('Network.requestWillBeSent', { requestId, request: { method: 'GET', url: `data:,${huge}` } });
      host.emit('Network.loadingFailed', { requestId, errorText: huge });
    }
    await until('all seven are reported', () => entries.length === 7);
    for (const { text } of entries) assert.ok(text.length <= 10_000, `${text.length} characters`);
  });
});
