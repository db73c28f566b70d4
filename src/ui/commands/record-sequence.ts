import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { startRecording } from '../clicks/recordings';
import { sessionOf } from '../sessions/choose-session';
import type { Command } from './command';

/** From now on every click in the session is recorded, wherever it comes from; its screen is there to click in. */
export const recordSequence: Command = async (services, target) => {
  const { connection, records, screens, notOffered } = services;
  const client = await connection.client();
  const needs = { client, records, connection };
  const id = await sessionOf(target, needs, { title: message('Record Sequence: Select Session') });
  startRecording(services, connection.settings, records.sessions.get(id) ?? { id });
  if (!notOffered.has(connection.settings, 'openScreen')) screens.open(connection, id, client);
};

/** Opens what was recorded as a new file. */
export const stopRecording: Command = async ({ activities }) => {
  const [recording] = activities.of('recording');
  if (!recording) throw new UserError(message('Nothing is being recorded. Use Record Sequence first.'));
  activities.stopWhere((each) => each === recording, 'stopped');
  await recording.opened;
};
