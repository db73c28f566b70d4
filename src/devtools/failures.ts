/** Why a session's DevTools gave no answer. Texts of Chromium and the host are made plain where they are shown. */
export class DevToolsFailure extends Error {
  override readonly name: string = 'DevToolsFailure';
}

/** The address could not be opened. It is not part of the text, because it holds a secret. */
export class NotReachable extends DevToolsFailure {
  override readonly name = 'NotReachable';

  constructor(
    cause: unknown,
    /** Status of an HTTP answer that was not an upgrade. */
    readonly status?: number,
  ) {
    super(
      status === undefined ? 'the DevTools address could not be opened' : `the DevTools address answered ${status}`,
      {
        cause,
      },
    );
  }
}

/** The connection has ended: the browser restarted, the network broke, or the connection was not needed any more. */
export class ConnectionClosed extends DevToolsFailure {
  override readonly name = 'ConnectionClosed';

  constructor() {
    super('the DevTools connection was closed');
  }
}

/** No answer came in time. */
export class NoAnswer extends DevToolsFailure {
  override readonly name = 'NoAnswer';

  constructor(method: string, milliseconds: number) {
    super(`${method} was not answered within ${milliseconds / 1000} seconds`);
  }
}

/** Chromium answered with an error; the message is its own text. */
export class ProtocolError extends DevToolsFailure {
  override readonly name = 'ProtocolError';

  constructor(
    text: string,
    readonly code: number | undefined,
  ) {
    super(text);
  }
}
