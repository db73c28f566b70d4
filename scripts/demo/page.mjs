import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

/** Serves the sample's page on this machine, for the browsers to open. */
export async function servePage(workspace) {
  const page = fs.readFileSync(path.join(workspace, 'page.html'));
  const server = http.createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
