import type { Received } from '../../chromium/pipe';

/**
 * The text of a reply with another id. The id is replaced where Chromium usually writes it. Only if it is elsewhere, the
 * reply is serialized again, because it may be a picture of many megabytes.
 */
export function withId({ message, text }: Received, id: number): Received {
  const start = `{"id":${message.id},`;
  const isAsEver = text.startsWith(start);
  const renamed = { ...message, id };
  return {
    message: renamed,
    text: isAsEver ? `{"id":${id},${text.slice(start.length)}` : JSON.stringify(renamed),
  };
}

/** The text of a message without its session, done in the same way. */
export function withoutSession({ message, text }: Received): string {
  const { sessionId, ...rest } = message;
  const end = `,"sessionId":"${sessionId}"}`;
  return text.endsWith(end) ? `${text.slice(0, -end.length)}}` : JSON.stringify(rest);
}
