import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';

/**
 * Serves a shop on this machine, for the browsers to open.
 * @param port any free one by default.
 */
export async function servePage(port = 0) {
  const page = fs.readFileSync(new URL('shop.html', import.meta.url));
  const server = http.createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${server.address().port}/`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
