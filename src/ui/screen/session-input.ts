import type { Client } from '../../api';
import { drag, pressKeys, scroll, typeText } from '../../app/computer';
import type { ScreenFeed } from '../../app/screen/screen-feed';
import { message, type Message } from '../../core/message';
import type { FromPage } from '../../core/screen/messages';
import type { ConnectionRecords } from '../../state';

/** What the page sends for the session, besides clicks. */
export type Input = Extract<FromPage, { type: 'text' | 'keys' | 'scroll' | 'drag' }>;

interface Parts {
  readonly client: Client;
  readonly sessions: ConnectionRecords['sessions'];
}

/**
 * Sends input to a session, and lets the feed show what comes of it.
 * @returns what was sent.
 * @throws NotOffered
 */
export async function sendInput(
  parts: Parts,
  feed: ScreenFeed,
  sessionId: string,
  input: Input,
  signal: AbortSignal,
): Promise<Message> {
  const [send, sent] = inputOf(parts, sessionId, input, signal);
  const picture = 'picture' in input ? input.picture : undefined;
  await feed.input.act(picture, signal, send);
  return sent;
}

function inputOf(
  parts: Parts,
  sessionId: string,
  input: Input,
  signal: AbortSignal,
): readonly [send: () => Promise<void>, sent: Message] {
  switch (input.type) {
    case 'text': {
      const { text } = input;
      // Not the text itself: it may be a password.
      return [() => typeText(parts, { sessionId, text }, signal), message('Typed characters: {0}', text.length)];
    }
    case 'keys': {
      const { keys } = input;
      return [() => pressKeys(parts, { sessionId, keys }, signal), message('Pressed {0}', keys.join(' '))];
    }
    case 'scroll': {
      const { scroll: wanted } = input;
      const sent = message('Scrolled at {0}, {1}', String(wanted.x), String(wanted.y));
      return [() => scroll(parts, { sessionId, scroll: wanted }, signal), sent];
    }
    case 'drag': {
      const { path } = input;
      const end = path.at(-1);
      const sent = message('Dragged to {0}, {1}', String(end?.x), String(end?.y));
      return [() => drag(parts, { sessionId, path }, signal), sent];
    }
  }
}
