import { message } from '../../core/message';
import { labelOf } from '../../state';
import { openNewSequence } from '../clicks/new-sequence';
import { sessionOf } from '../sessions/choose-session';
import type { Command } from './command';

/** From now on every click in the session is recorded, wherever it comes from. */
export const recordSequence: Command = async ({ connection, records, recordings }, target) => {
  const needs = { client: await connection.client(), records, connection };
  const id = await sessionOf(target, needs, { title: message('Record Sequence: Select Session') });
  recordings.start(connection.settings, id, labelOf(records.sessions.get(id) ?? { id }));
};

/** Opens what was recorded as a new file. */
export const stopRecording: Command = async ({ brief, recordings }) => {
  const recording = recordings.stop();
  if (recording.count === 0) return brief.show(message('No clicks were recorded'));
  await openNewSequence(recording.steps);
  brief.show(
    recording.left === 0
      ? message('$(check) Recorded {0} clicks. Save to keep them', recording.count)
      : message('$(warning) Recorded the first {0} clicks', recording.count),
  );
};
