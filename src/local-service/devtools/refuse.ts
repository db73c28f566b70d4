import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody, toProblem } from '../http/error-response';

/** Rejects an upgrade request with the interface's error object. */
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
