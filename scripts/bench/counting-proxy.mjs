// A reverse proxy that forwards everything and records each request: the path, a digest of the body, and the part of
// the body that identifies a request of the benchmark. It records no headers, because one of them contains the token.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer, request } from 'node:http';

/** The name of an uploaded extension, or the body of a click. */
function whatIn(body, path) {
  if (!path.endsWith('/extensions')) return body.toString();
  return /name="extensions\[0\]\[name\]"\r\n\r\n([^\r]+)\r\n/.exec(body.toString('latin1'))?.[1] ?? '';
}

/** Forwards a request, once, over a new connection, so that no request fails because an old connection was closed. */
function passOn(target, { method, url, headers: { connection: _connection, ...headers } }, body, outgoing) {
  return new Promise((resolve, reject) => {
    outgoing.once('close', resolve);
    const upstream = request(target + url, { method, headers, agent: false }, (answer) => {
      const { connection: _ours, 'keep-alive': _kept, ...told } = answer.headers;
      outgoing.writeHead(answer.statusCode, told);
      answer.once('error', reject).pipe(outgoing);
    });
    upstream.once('error', reject).end(body);
  });
}

/** @param onSeen called with each request after it was received completely. */
export async function startCountingProxy(target, file, onSeen) {
  const seen = [];
  const sockets = { open: 0, highest: 0, all: 0 };
  const serve = async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray());
    const { method, url } = incoming;
    const entry = {
      method,
      path: url,
      digest: createHash('sha256').update(body).digest('hex'),
      what: whatIn(body, url),
    };
    seen.push(entry);
    onSeen(entry);
    await passOn(target, incoming, body, outgoing);
    entry.status = outgoing.statusCode;
    fs.appendFileSync(file, `${JSON.stringify(entry)}\n`);
  };
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing).catch(() => outgoing.destroy()));
  server.on('connection', (socket) => {
    sockets.all++;
    sockets.highest = Math.max(sockets.highest, ++sockets.open);
    socket.once('close', () => sockets.open--);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    seen,
    sockets,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
