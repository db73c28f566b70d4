export interface Detail {
  code?: string;
  message?: string;
}

/** A failure that is reported to the caller as the interface's error object. Any other error becomes a 500. */
export class Problem extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 500 | 501,
    readonly code: string,
    message: string,
    readonly inner?: Detail,
  ) {
    super(message);
  }
}

export function badRequest(message: string, inner?: Detail): Problem {
  return new Problem(400, 'bad_request', message, inner);
}

export function forbidden(message: string): Problem {
  return new Problem(403, 'forbidden', message);
}

/** What the interface has, and this service has not. @param message says why, or what to do. */
export function notImplemented(message: string): Problem {
  return new Problem(501, 'not_implemented', message);
}

export function notFound(kind: string, idOrName: string): Problem {
  return new Problem(404, 'not_found', `${kind} not found: ${idOrName}`);
}
