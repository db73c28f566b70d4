/** A command of a client. Chromium itself checks its other fields. */
export interface Request {
  readonly id: number;
  readonly sessionId?: string;
}

/** Chromium's error for a message that it does not accept. */
export interface ProtocolError {
  readonly code: number;
  readonly message: string;
}

export const SESSION_NOT_FOUND: ProtocolError = { code: -32001, message: 'Session with given id not found.' };

const NOT_JSON: ProtocolError = { code: -32700, message: 'JSON: the message is not valid JSON' };
const NO_OBJECT: ProtocolError = { code: -32600, message: 'Message must be an object' };
const NO_ID: ProtocolError = { code: -32600, message: "Message must have integer 'id' property" };
const NO_SESSION_ID: ProtocolError = { code: -32600, message: "Message may have string 'sessionId' property" };

/** Reads the parts of a client's message that decide where it goes. */
export function readRequest(text: string): Request | ProtocolError {
  const message = parse(text);
  if (message === undefined) return NOT_JSON;
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return NO_OBJECT;
  if (!('id' in message) || !isId(message.id)) return NO_ID;
  if (!('sessionId' in message)) return { ...message, id: message.id };
  if (typeof message.sessionId !== 'string') return NO_SESSION_ID;
  return { ...message, id: message.id, sessionId: message.sessionId };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Chromium reads an id as an integer of 32 bits. */
function isId(value: unknown): value is number {
  return typeof value === 'number' && value === Math.trunc(value) && value === (value | 0);
}
