import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request as open } from 'node:http';
import type { LocalService } from '../../local-service';

/** A request whose body is sent by and by, and whose connection may be broken at any time. */
export interface OpenRequest {
  /** Sends a part of the body; settles when it has left. */
  write(part: Buffer | string): Promise<void>;
  /** Sends the rest, and waits for the answer. */
  end(part?: Buffer | string): Promise<Answer>;
  /** The answer, which may come before the end. */
  readonly answer: Promise<Answer>;
  /** Breaks the connection. */
  abort(): void;
  /** Breaks the connection so that the other side sees a reset: what it has sent is unread. */
  reset(): void;
}

export interface Answer {
  status: number;
  text: string;
}

/** Opens a request on a connection of its own. `length` in bytes of its body, where it is known. */
export async function openRequest(
  { url, token }: LocalService,
  method: string,
  place: string,
  headers: Record<string, string | number> = {},
): Promise<OpenRequest> {
  const request = open(`${url}${place}`, {
    method,
    agent: new Agent({ keepAlive: true }),
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  const answer = once(request, 'response').then(([response]: IncomingMessage[]) => read(response));
  // Who breaks it off does not ask for it.
  answer.catch(() => {});
  const socket = once(request, 'socket').then(([opened]) => opened);
  request.flushHeaders();
  await once(await socket, 'connect');
  return {
    write: (part) => write(request, part),
    end: (part = '') => {
      request.end(part);
      return answer;
    },
    answer,
    abort: () => void request.destroy(),
    reset: () => void request.socket?.resetAndDestroy(),
  };
}

function write(request: ClientRequest, part: Buffer | string): Promise<void> {
  return new Promise((resolve, reject) => request.write(part, (error) => (error ? reject(error) : resolve())));
}

async function read(response: IncomingMessage | undefined): Promise<Answer> {
  let text = '';
  for await (const chunk of response ?? []) text += String(chunk);
  return { status: response?.statusCode ?? 0, text };
}
