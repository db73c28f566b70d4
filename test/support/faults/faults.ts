import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Arrived, Exchange, FaultServer, Misbehaviour } from './fault-server';

/** A kind of misbehavior, with its name in the table. */
export interface Fault {
  readonly name: string;
  /** The service says that it did nothing, so any request is sent once more. */
  readonly turnsAway?: boolean;
  readonly will: Misbehaviour;
  readonly onConnection?: (socket: Socket) => void;
  /** The fault affects the second of two requests. */
  readonly twice?: boolean;
  /** Behind TLS, with an untrusted certificate; or at a port where nothing listens. */
  readonly where?: 'behind TLS' | 'nowhere';
  /** Nothing more comes, so that only a time-out of the client ends it. */
  readonly silent?: boolean;
  /** It happens while the body is on its way, so the body has to be larger than what the system takes at once. */
  readonly large?: boolean;
  /** The operations that meet it, where all of them would take gigabytes: one for each way to read an answer. */
  readonly of?: readonly string[];
}

/** A complete answer, as a well-behaved server writes it. */
export function answer(
  status: number,
  body: string | Buffer = '',
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const content = Buffer.from(body);
  const all = { 'content-type': 'application/json', 'content-length': String(content.length), ...headers };
  const head = Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Status\r\n${head}\r\n`), content]);
}

const ERROR = JSON.stringify({ code: 'some_code', message: 'the words of the service' });
/** The body of a good answer to a request. */
function goodBody({ method, path }: Pick<Arrived, 'method' | 'path'>): string | Buffer {
  if (path.endsWith('/screenshot')) return Buffer.from('89504e470d0a1a0a', 'hex');
  if (path.endsWith('/replays')) return method === 'GET' ? '[]' : JSON.stringify({ replay_id: 'r1' });
  if (path.endsWith('/r1')) return Buffer.from('\0\0\0\u0008ftyp');
  if (path.startsWith('/extensions/')) return Buffer.from('PK\u0003\u0004PK\u0005\u0006');
  return path.includes('?') ? '[]' : JSON.stringify({ session_id: 's1', id: 'e1' });
}

function goodAnswer(request: Arrived): Buffer {
  return answer(request.path.endsWith('/extensions') ? 201 : 200, goodBody(request));
}

const afterBody =
  (reply: string | Buffer) =>
  async ({ body, write }: Exchange): Promise<void> => {
    await body();
    write(reply);
  };
const status = (code: number, headers?: Record<string, string>): Misbehaviour =>
  afterBody(answer(code, ERROR, headers));
/** The first request misbehaves; the others are answered correctly. */
const atFirst =
  (first: Misbehaviour): Misbehaviour =>
  (exchange) =>
    exchange.count === 1 ? first(exchange) : good(exchange);
const good: Misbehaviour = (exchange) => afterBody(goodAnswer(exchange.request))(exchange);
/** Ends the connection as a crash does: with a reset, so that data that was not read yet is lost. */
const reset = ({ socket }: Pick<Exchange, 'socket'>): void => void socket.resetAndDestroy();
const forEver = (write: () => unknown, socket: Socket, every: number): void => {
  const timer = setInterval(write, every);
  socket.on('close', () => clearInterval(timer));
};

const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';

export const faults: readonly Fault[] = [
  { name: 'is not there', will: good, where: 'nowhere' },
  { name: 'has a certificate that nobody trusts', will: good, where: 'behind TLS' },
  {
    name: 'takes the connection, and does not begin with TLS',
    will: good,
    where: 'behind TLS',
    onConnection: (socket) => void socket.pause(),
    silent: true,
  },
  { name: 'closes each connection at once', will: good, onConnection: (socket) => void socket.destroy() },
  { name: 'resets the connection before the body', will: reset, large: true },
  {
    name: 'resets in the middle of the body',
    large: true,
    will: async (exchange) => {
      await exchange.body(Math.floor(Number(exchange.request.headers['content-length'] ?? 0) / 2));
      reset(exchange);
    },
  },
  {
    name: 'resets after the body',
    will: async (exchange) => {
      await exchange.body();
      reset(exchange);
    },
  },
  {
    name: 'closes after the body without an answer',
    will: async ({ body, socket }) => {
      await body();
      socket.end();
    },
  },
  { name: 'resets at first, and answers the next request', will: atFirst(reset) },
  {
    name: 'closes the connection that was kept, when the next request comes',
    will: (exchange) => (exchange.onConnection === 1 ? good(exchange) : reset(exchange)),
    twice: true,
    large: true,
  },
  { name: 'stops reading', will: ({ stall }) => stall(), silent: true, large: true },
  { name: 'never answers', will: ({ body }) => body(), silent: true },
  { name: 'stops in the head of the answer', will: afterBody('HTTP/1.1 200 OK\r\ncontent-le'), silent: true },
  {
    name: 'stops in the body of a good answer',
    will: afterBody('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n[{'),
    silent: true,
  },
  {
    name: 'stops in the body of an error',
    will: afterBody('HTTP/1.1 500 E\r\ncontent-length: 100\r\n\r\n{"message": "half'),
    silent: true,
  },
  {
    name: 'sends a good answer byte by byte',
    will: async ({ body, write, socket, request }) => {
      await body();
      const reply = goodAnswer(request);
      let at = 0;
      forEver(() => void (at < reply.length && write(reply.subarray(at, ++at))), socket, 1);
    },
  },
  {
    name: 'sends an error that does not end',
    will: async ({ body, write, socket }) => {
      await body();
      write('HTTP/1.1 500 E\r\n\r\n');
      forEver(() => write(`${'x'.repeat(1000)}\n`), socket, 1);
    },
  },
  {
    name: 'sends a good answer that does not end',
    of: ['upload', 'list', 'start'],
    will: async ({ body, write, socket }) => {
      await body();
      write('HTTP/1.1 200 OK\r\n\r\n[');
      forEver(() => socket.writableNeedDrain || write(' '.repeat(1_000_000)), socket, 1);
    },
  },
  { name: 'answers 401 before the body, and reads on', will: ({ write }) => write(answer(401, ERROR)), large: true },
  {
    name: 'answers 401 before the body, and closes',
    large: true,
    will: ({ write, socket }) => {
      write(answer(401, ERROR, { connection: 'close' }));
      socket.end();
    },
  },
  {
    name: 'answers well before the body, and reads on',
    large: true,
    will: ({ write, request }) => write(goodAnswer(request)),
  },
  {
    name: 'answers well before the body, and closes',
    large: true,
    will: ({ write, request, socket }) => {
      write(goodAnswer(request));
      socket.end();
    },
  },
  {
    name: 'says 100 Continue, and then answers',
    will: async (exchange) => {
      exchange.write('HTTP/1.1 100 Continue\r\n\r\n');
      await good(exchange);
    },
  },
  {
    name: 'says 102 Processing again and again',
    silent: true,
    will: async ({ body, write, socket }) => {
      await body();
      forEver(() => write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)), socket, 1);
    },
  },
  {
    name: 'says 103 Early Hints, and closes',
    will: async ({ body, write, socket }) => {
      await body();
      write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n');
      socket.end();
    },
  },
  { name: 'switches to another protocol (101)', will: afterBody(SWITCH) },
  { name: 'switches to another protocol before the body', will: ({ write }) => write(SWITCH), large: true },
  { name: 'answers 101 and names no protocol', will: afterBody('HTTP/1.1 101 Switching Protocols\r\n\r\n') },
  { name: 'sends on to another origin (302)', will: status(302, { location: 'http://127.0.0.1:1/' }) },
  { name: 'sends on to another origin (307)', will: status(307, { location: 'http://127.0.0.1:1/' }) },
  ...[400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 501, 502, 503, 504].map((code) => ({
    name: `answers ${code}`,
    will: status(code),
    turnsAway: code === 429,
  })),
  {
    name: 'answers 429 with Retry-After in seconds, then well',
    turnsAway: true,
    will: atFirst(status(429, { 'retry-after': '10' })),
  },
  {
    name: 'answers 429 with Retry-After as a date, then well',
    turnsAway: true,
    will: atFirst((exchange) => status(429, { 'retry-after': new Date(Date.now() + 10_500).toUTCString() })(exchange)),
  },
  { name: 'answers 429 with Retry-After of an hour', will: status(429, { 'retry-after': '3600' }) },
  { name: 'answers 429 with Retry-After of 400 digits', will: status(429, { 'retry-after': '9'.repeat(400) }) },
  {
    name: 'answers 429 with Retry-After in the year 9999',
    will: status(429, { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }),
  },
  {
    name: 'answers 429 with a negative Retry-After, then well',
    turnsAway: true,
    will: atFirst(status(429, { 'retry-after': '-10' })),
  },
  {
    name: 'answers 429 with Retry-After of 1.5 seconds, then well',
    turnsAway: true,
    will: atFirst(status(429, { 'retry-after': '1.5' })),
  },
  {
    name: 'answers 503 with Retry-After in seconds, then well',
    turnsAway: true,
    will: atFirst(status(503, { 'retry-after': '10' })),
  },
  {
    name: 'answers 503 with Retry-After as a date, then well',
    turnsAway: true,
    will: atFirst((exchange) => status(503, { 'retry-after': new Date(Date.now() + 10_500).toUTCString() })(exchange)),
  },
  { name: 'answers 502 at first, then 404', will: (exchange) => status(exchange.count === 1 ? 502 : 404)(exchange) },
  { name: 'answers 500 with nothing', will: afterBody(answer(500)) },
  {
    name: 'answers 500 with HTML',
    will: afterBody(answer(500, '<html><h1>Bad Gateway</h1></html>', { 'content-type': 'text/html' })),
  },
  { name: 'answers 500 with JSON that is cut off', will: afterBody(answer(500, '{"message": "the wor')) },
  { name: 'answers 500 with JSON of another shape', will: afterBody(answer(500, '["what", {"is": "this"}]')) },
  { name: 'answers 500 with gzip', will: afterBody(answer(500, gzipSync(ERROR), { 'content-encoding': 'gzip' })) },
  { name: 'answers 500 with 10 MB', will: afterBody(answer(500, 'x'.repeat(10_000_000))) },
  { name: 'answers 200 with nothing', will: afterBody(answer(200)) },
  {
    name: 'answers 200 with HTML',
    will: afterBody(answer(200, '<html>Welcome to the Wi-Fi</html>', { 'content-type': 'text/html' })),
  },
  { name: 'answers 200 with JSON that is cut off', will: afterBody(answer(200, '[{"session_id": "s')) },
  { name: 'answers 200 with JSON of another shape', will: afterBody(answer(200, '{"items": []}')) },
  {
    name: 'claims a longer answer than it sends',
    will: async ({ body, write, socket, request }) => {
      await body();
      write(answer(200, goodBody(request), { 'content-length': '1000' }));
      socket.end();
    },
  },
  {
    name: 'claims a shorter answer than it sends',
    will: async ({ body, write, request }) => {
      await body();
      write(Buffer.concat([goodAnswer(request), Buffer.from('and more')]));
    },
  },
  {
    name: 'speaks HTTP/1.0',
    will: async ({ body, write, socket, request }) => {
      await body();
      write('HTTP/1.0 200 OK\r\n\r\n');
      write(goodBody(request));
      socket.end();
    },
  },
  { name: 'speaks something else', will: afterBody('220 mail.example.com ESMTP\r\n') },
];

/** Makes a server misbehave. */
export function set(server: FaultServer, { will, onConnection }: Fault): void {
  server.will(will, onConnection);
}
