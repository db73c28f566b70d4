import path from 'node:path';
import type { ServiceReplay } from '../../api';
import type { ReplayActivity } from '../../app/activities/activity';
import { listReplays, saveReplay as save } from '../../app/replays';
import { Cancelled, UserError } from '../../core/errors';
import { formatBytes, formatDuration } from '../../core/format';
import { message, type Message } from '../../core/message';
import { joinPlain, plainText } from '../../core/plain-text';
import { isNotFound } from '../../core/service-error';
import { labelOf, type Label } from '../../state';
import { MAX_NAME, plainLabel, t, withIcon } from '../editor/localize';
import { pick, type Choice } from '../editor/pick';
import { withSendingProgress, withStatus } from '../editor/progress';
import { chooseFile, datedName } from '../editor/save-file';
import { commandButton, OfferError } from '../editor/show';
import type { Services } from '../services';
import { sessionOf } from '../sessions/choose-session';
import { startReplay, tellRecorded } from '../sessions/replays';
import type { Command } from './command';

/** Has the service record a video of a session's display. */
export const recordReplay: Command = async (services, target) => {
  const { activities, connection, records, statusMessages } = services;
  const client = await connection.client();
  const needs = { client, records, connection };
  const id = await sessionOf(target, needs, { title: message('Record Replay: Select Session') });
  const label = labelOf(records.sessions.get(id) ?? { id });
  if (activities.in('replay', connection.settings, id).length > 0)
    throw new OfferError(
      message('A replay of “{0}” is being recorded.', label),
      commandButton(message('Stop Replay'), 'stopReplay', { session: id }),
    );
  await withStatus(message('Starting a replay of “{0}”…', label), (signal) =>
    startReplay(services, client, id, signal),
  );
  statusMessages.show(message('$(device-camera-video) Recording a replay of “{0}”', label));
};

/** Ends a replay, at whatever connection, and offers to save it. */
export const stopReplay: Command = async (services, { session: id }) => {
  const { activities } = services;
  // Without a session, the connection in use may be another one, or not valid.
  const all = id === undefined ? activities.of('replay') : activities.in('replay', services.connection.settings, id);
  const [only, ...others] = all;
  if (!only) throw new UserError(message('No replay is being recorded. Use Record Replay first.'));
  const replay = others.length === 0 ? only : await chooseRecorded(all);
  activities.stopWhere((each) => each === replay, 'stopped');
  const isStopped = await withStatus(message('Stopping the replay of “{0}”…', replay.title), () =>
    replay.ended.then(
      () => true,
      (error: unknown) => {
        // Any other failure has been told.
        if (isNotFound(error)) throw error;
        return false;
      },
    ),
  );
  if (isStopped)
    tellRecorded(replay.connection, [{ id: replay.replay, session: replay.session.id, label: replay.title }]);
};

async function chooseRecorded(all: readonly ReplayActivity[]): Promise<ReplayActivity> {
  const choices = all.map((replay): Choice<ReplayActivity> => ({
    label: withIcon('device-camera-video', plainLabel(replay.title)),
    description: plainText(replay.connection.name, MAX_NAME),
    value: replay,
  }));
  return pick(message('Stop Replay'), message('Select a session'), choices);
}

/** Saves a replay of a session as a file. */
export const saveReplay: Command = async (services, target) => {
  const { connection, records, statusMessages } = services;
  const { sessions } = records;
  const client = await connection.client();
  const needs = { client, records, connection };
  const id = await sessionOf(target, needs, {
    title: message('Save Replay: Select Session'),
    mayStart: false,
  });
  const label = labelOf(sessions.get(id) ?? { id });
  const all = await withStatus(message('Asking for the replays of “{0}”…', label), (signal) =>
    listReplays({ client, sessions }, id, signal),
  );
  const wanted = all.find((each) => each.id === target.replay);
  const replay = wanted ?? (await chooseReplay(all, label));
  const name = `${datedName(plainLabel(label), replay.startedAt ?? Date.now())}.mp4`;
  const file = await chooseFile(message('Save Replay of “{0}”', label), name, { MP4: ['mp4'] });
  if (!file) return;
  if (file.scheme !== 'file') throw new UserError(message('A replay can only be saved to a disk.'));
  if (replay.finishedAt === undefined) await stopFirst(services, id, replay.id);
  await withSendingProgress(message('Saving the replay of “{0}”', label), (signal, report) => {
    let shownAt = 0;
    return save(client, { sessionId: id, replayId: replay.id, file: file.fsPath }, signal, (bytes, total) => {
      if (performance.now() - shownAt < SHOW_EVERY) return;
      shownAt = performance.now();
      if (total) report(message('{0} of {1}', formatBytes(bytes), formatBytes(total)), bytes / total);
      else report(message('{0}', formatBytes(bytes)));
    });
  });
  statusMessages.show(message('$(check) Saved the replay as “{0}”', path.basename(file.fsPath)));
};

/** Milliseconds between two numbers that are shown. */
const SHOW_EVERY = 100;

async function chooseReplay(all: readonly ServiceReplay[], label: Label): Promise<ServiceReplay> {
  if (all.length === 0)
    throw new UserError(message('“{0}” has no replays. Use Record Replay first.', label), undefined, 'warning');
  return pick(message('Save Replay of “{0}”', label), message('Select a replay, the newest first'), all.map(choiceOf));
}

function choiceOf(replay: ServiceReplay): Choice<ServiceReplay> {
  const { id, startedAt, finishedAt } = replay;
  const time = startedAt === undefined ? id : new Date(startedAt).toLocaleString();
  const until = finishedAt === undefined ? undefined : t('until {0}', new Date(finishedAt).toLocaleTimeString());
  const took =
    startedAt === undefined || finishedAt === undefined || finishedAt < startedAt
      ? undefined
      : plainText(formatDuration(finishedAt - startedAt), MAX_NAME);
  return {
    label: withIcon('device-camera-video', plainText(time, MAX_NAME)),
    description: until ? joinPlain(' · ', [until, took]) : t('still recording; saving stops it'),
    value: replay,
  };
}

/** Stops a replay that may still be recorded, here or elsewhere. If that fails, the download tells why. */
async function stopFirst({ activities, connection, log }: Services, session: string, replay: string): Promise<void> {
  const own = activities.in('replay', connection.settings, session).find((each) => each.replay === replay);
  const client = await connection.client();
  const title: Message = message('Stopping the replay…');
  await withStatus(title, async (signal) => {
    if (!own) return client.stopReplay(session, replay, signal);
    activities.stopWhere((each) => each === own, 'stopped');
    await own.ended;
  }).catch((error: unknown) => {
    if (error instanceof Cancelled) throw error;
    log.error(error);
  });
}
