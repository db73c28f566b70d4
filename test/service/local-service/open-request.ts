import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request as open } from 'node:http';
import type { LocalService } from '../../support/local-service';

/** A request whose body is sent in steps, and whose connection can be closed at any time. */
export interface OpenRequest {
  /** Sends a part of the body; settles when it was sent. */
  write(part: Buffer | string): Promise<void>;
  /** Sends the rest, and waits for the answer. */
  end(part?: Buffer | string): Promise<Answer>;
  /** The answer, which may arrive before the end of the request. */
  readonly answer: Promise<Answer>;
  /** Closes the connection. */
  abort(): void;
  /** Resets the connection, so that the other side sees that its data was not read. */
  reset(): void;
}

export interface Answer {
  status: number;
  text: string;
}

/** Opens a request on a new connection. `length` is the length of its body in bytes, if known. */
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
  // A caller that closes the connection does not use the answer.
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
