// Tells when a worker has started: it requests this server with the mark that it has in its file.
import { createServer } from 'node:http';
import { once } from 'node:events';

/** Milliseconds. */
const PATIENCE = 30_000;

export async function startMarks() {
  const seen = new Set();
  const waiting = new Map();
  const server = createServer(({ url }, response) => {
    const mark = url.slice(1);
    seen.add(mark);
    waiting.get(mark)?.();
    response.writeHead(204, { 'access-control-allow-origin': '*' }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address();
  return {
    /** The content of a worker that reports a mark. */
    worker: (mark) => `fetch('http://127.0.0.1:${port}/${mark}');\n`,
    /** Resolves as soon as a worker with this mark has started. */
    reported: (mark) =>
      new Promise((resolve, reject) => {
        if (seen.has(mark)) return resolve();
        const timer = setTimeout(() => reject(new Error(`No worker reported ${mark}.`)), PATIENCE);
        waiting.set(mark, () => {
          clearTimeout(timer);
          resolve();
        });
      }),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
