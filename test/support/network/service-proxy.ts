import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen';

/** A server in front of a service, which sees each request. */
export interface ServiceProxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** Answers a request itself and returns true; or returns false, perhaps later, to have it passed on. */
export type Answers = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean | Promise<boolean>;

/** Passes requests on to a service, except those that `answers` answers. */
export async function startServiceProxy(url: string, answers: Answers): Promise<ServiceProxy> {
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (await answers(incoming, outgoing)) return;
    const { method, headers } = incoming;
    const passed = request(new URL(incoming.url ?? '', url), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  };
  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing));
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
