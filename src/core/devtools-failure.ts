/** Why a browser gave no answer over its DevTools. Texts of Chromium and the host are made plain where they are shown. */
export class DevToolsFailure extends Error {
  override readonly name: string = 'DevToolsFailure';
}

/** No answer came in time. A page in an endless loop never answers. */
export class NoAnswer extends DevToolsFailure {
  override readonly name = 'NoAnswer';

  constructor(
    method: string,
    readonly milliseconds: number,
  ) {
    super(`${method} was not answered within ${milliseconds / 1000} seconds`);
  }
}

/** Chromium answered with an error; the message is its own text. */
export class ProtocolError extends DevToolsFailure {
  override readonly name = 'ProtocolError';

  constructor(
    text: string,
    readonly code?: number,
  ) {
    super(text);
  }
}
