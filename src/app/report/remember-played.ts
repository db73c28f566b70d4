import { Cancelled, UserError } from '../../core/errors';
import type { Message } from '../../core/message';
import { withTimeLimit } from '../../core/time-limit';
import type { ConnectionKey } from '../../state';
import type { PlayOutcome } from '../clicks/play-sequence';
import { takeScreenshot } from '../computer';
import type { BrowserAccess } from '../devtools-sessions';
import { playedPath, type PlayedSequence } from './played-path';
import { REPORT_LIMITS, type ReportPicture } from './report';
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
 * @param signal ends the wait for the picture.
 * @returns the picture; undefined if there is none.
 */
export async function rememberPlayed(
  { access, connection, histories, localize }: Remembering,
  sequence: PlayedSequence,
  outcome: PlayOutcome,
  signal = access.client.ended,
): Promise<ReportPicture | undefined> {
  const { sessionId, log } = outcome;
  histories.addLines(connection, sessionId, log);
  const path = playedPath(sequence, outcome, localize);
  histories.setPath(connection, sessionId, path);
  const picture = await pictureOf(access, sessionId, signal);
  // Meanwhile the session may be somebody else’s, or something else was played in it.
  const isNewest = histories.of(connection, sessionId).path === path;
  if (isNewest && picture && picture.png.length <= REPORT_LIMITS.picture)
    histories.setPath(connection, sessionId, { ...path, picture });
  return picture;
}

async function pictureOf(
  access: BrowserAccess,
  session: string,
  signal: AbortSignal,
): Promise<ReportPicture | undefined> {
  try {
    const limited = withTimeLimit(signal, MAX_PICTURE);
    return { png: await takeScreenshot(access, session, limited), at: Date.now() };
  } catch (error) {
    if (error instanceof UserError || error instanceof Cancelled || access.client.ended.aborted) return undefined;
    throw error;
  }
}
