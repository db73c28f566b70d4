import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody, toProblem } from '../http/error-response';

/** Answers a request to change to another protocol with the error object, as any other request. */
export function refuse(stream: Duplex, error: unknown): void {
  const problem = toProblem(error);
  const body = JSON.stringify(errorBody(problem));
  stream.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}
