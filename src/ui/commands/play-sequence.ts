import { message } from '../../core/message';
import { playAndTell } from '../clicks/play';
import { openSequence, sequenceFileOf } from '../clicks/sequence-file';
import { sessionsOf } from '../sessions/choose-session';
import type { Command } from './command';

/** Plays a sequence file in one or more sessions. */
export const playSequence: Command = async (services, target) => {
  const sequence = await openSequence(await sequenceFileOf(target));
  const { connection, records } = services;
  const needs = { client: await connection.client(), records, connection };
  const sessions = await sessionsOf(target, needs, message('Play “{0}”: Select Sessions', sequence.name));
  await playAndTell(services, sequence, sessions);
};
