import { Cancelled, UserError } from '../../core/errors';
import type { Message } from '../../core/message';
import { withTimeLimit } from '../../core/time-limit';
import type { ConnectionKey } from '../../state';
import type { PlayOutcome } from '../clicks/play-sequence';
import { takeScreenshot } from '../computer';
import type { BrowserAccess } from '../devtools-sessions';
import { playedPath, type PlayedSequence } from './played-path';
import type { ReportPicture } from './report';
import type { SessionHistories } from './session-history';

/** Milliseconds. A session that takes longer has no picture. */
const MAX_PICTURE = 10_000;

export interface Remembering {
  readonly access: BrowserAccess;
  readonly connection: ConnectionKey;
  readonly histories: SessionHistories;
  readonly localize: (text: Message) => string;
}

/**
 * Remembers what came of a sequence in a session, with a picture of its display now.
 * @returns the picture; undefined if there is none.
 */
export async function rememberPlayed(
  { access, connection, histories, localize }: Remembering,
  sequence: PlayedSequence,
  outcome: PlayOutcome,
): Promise<ReportPicture | undefined> {
  const { sessionId, log } = outcome;
  histories.addLines(connection, sessionId, log);
  histories.setPath(connection, sessionId, playedPath(sequence, outcome, undefined, localize));
  const picture = await pictureOf(access, sessionId);
  if (picture) histories.setPath(connection, sessionId, playedPath(sequence, outcome, picture, localize));
  return picture;
}

async function pictureOf(access: BrowserAccess, session: string): Promise<ReportPicture | undefined> {
  try {
    const limited = withTimeLimit(access.client.ended, MAX_PICTURE);
    return { png: await takeScreenshot(access, session, limited), at: Date.now() };
  } catch (error) {
    if (error instanceof UserError || error instanceof Cancelled || access.client.ended.aborted) return undefined;
    throw error;
  }
}
