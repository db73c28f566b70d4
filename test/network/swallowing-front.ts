import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** A service that takes uploads and loads nothing, as an older browser image does with some; all else is passed on. */
export async function startSwallowingFront(url: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    if (incoming.method === 'POST' && incoming.url?.endsWith('/extensions')) {
      incoming.resume().on('end', () => outgoing.writeHead(201).end());
      return;
    }
    const { method, headers } = incoming;
    const passed = request(new URL(incoming.url ?? '', url), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
