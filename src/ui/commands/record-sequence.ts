import { message } from '../../core/message';
import { labelOf } from '../../state';
import { openNewSequence } from '../clicks/new-sequence';
import { sessionOf } from '../sessions/choose-session';
import type { Command } from './command';

/** From now on every click in the session is recorded, wherever it comes from; its screen is there to click in. */
export const recordSequence: Command = async (services, target) => {
  const { connection, records, recordings, screens, notOffered } = services;
  const client = await connection.client();
  const needs = { client, records, connection };
  const id = await sessionOf(target, needs, { title: message('Record Sequence: Select Session') });
  recordings.start(connection.settings, id, labelOf(records.sessions.get(id) ?? { id }));
  if (!notOffered.has(connection.settings, 'openScreen')) screens.open(services, id, client);
};

/** Opens what was recorded as a new file. */
export const stopRecording: Command = async ({ brief, recordings }) => {
  const recording = recordings.stop();
  if (recording.count === 0) return brief.show(message('No clicks were recorded'));
  await openNewSequence(recording.steps);
  if (recording.left > 0) return brief.show(message('$(warning) Recorded the first {0} clicks', recording.count));
  brief.show(
    recording.count === 1
      ? message('$(check) Recorded 1 click. Save to keep it')
      : message('$(check) Recorded {0} clicks. Save to keep them', recording.count),
  );
};
