import path from 'node:path';
import type { ServiceReplay } from '../../api';
import { listVideos, saveVideo as save } from '../../app/videos';
import { Cancelled, UserError } from '../../core/errors';
import { formatBytes, formatDuration } from '../../core/format';
import { message, type Message } from '../../core/message';
import { plainText } from '../../core/plain-text';
import { isNotFound } from '../../core/service-error';
import { labelOf, type Label } from '../../state';
import { chooseActivity } from '../sessions/choose-activity';
import { MAX_NAME, plainLabel, t, withIcon } from '../editor/localize';
import { pick, type Choice } from '../editor/pick';
import { formatMoment } from '../editor/format-moment';
import { withSendingProgress, withStatus } from '../editor/progress';
import { chooseFile, datedName } from '../editor/save-file';
import { commandButton, OfferError } from '../editor/show';
import type { Services } from '../services';
import { sessionOf } from '../sessions/choose-session';
import { startVideo, tellRecorded } from '../sessions/videos';
import type { Command } from './command';

/** Has the service record a video of a session's display. */
export const recordVideo: Command = async (services, target) => {
  const { activities, connection, records, statusMessages } = services;
  const client = await connection.client();
  const needs = { client, records, connection };
  const id = await sessionOf(target, needs, { title: message('Record Video: Select Session') });
  const label = labelOf(records.sessions.get(id) ?? { id });
  if (activities.in('video', connection.settings, id).length > 0)
    throw new OfferError(
      message('A video of “{0}” is already being recorded.', label),
      commandButton(message('Stop Recording Video'), 'stopRecordingVideo', { session: id }),
    );
  await withStatus(message('Starting to record a video of “{0}”…', label), (signal) =>
    startVideo(services, client, id, signal),
  );
  statusMessages.show(message('$(device-camera-video) Recording a video of “{0}”', label));
};

/** Ends a video, at whatever connection, and offers to save it. */
export const stopRecordingVideo: Command = async (services, { session: id }) => {
  const { activities } = services;
  // Without a session, the connection in use may be another one, or not valid.
  const all = id === undefined ? activities.of('video') : activities.in('video', services.connection.settings, id);
  const [only, ...others] = all;
  if (!only) throw new UserError(message('No video is being recorded. Use Record Video first.'));
  const video =
    others.length === 0 ? only : await chooseActivity(message('Stop Recording Video'), 'device-camera-video', all);
  activities.stopWhere((each) => each === video, 'stopped');
  const isStopped = await withStatus(message('Stopping the video recording of “{0}”…', video.title), () =>
    video.ended.then(
      () => true,
      (error: unknown) => {
        // Any other failure has been told.
        if (isNotFound(error)) throw error;
        return false;
      },
    ),
  );
  if (isStopped) tellRecorded(video.connection, [{ id: video.video, session: video.session.id, label: video.title }]);
};

/** Saves a video of a session as a file. */
export const saveVideo: Command = async (services, target) => {
  const { connection, records, statusMessages } = services;
  const { sessions } = records;
  const client = await connection.client();
  const needs = { client, records, connection };
  const id = await sessionOf(target, needs, {
    title: message('Save Video: Select Session'),
    mayStart: false,
  });
  const label = labelOf(sessions.get(id) ?? { id });
  const all = await withStatus(message('Looking for videos of “{0}”…', label), (signal) =>
    listVideos({ client, sessions }, id, signal),
  );
  const wanted = all.find((each) => each.id === target.video);
  const video = wanted ?? (await chooseVideo(all, label));
  const name = `${datedName(plainLabel(label), video.startedAt ?? Date.now())}.mp4`;
  const file = await chooseFile(message('Save Video of “{0}”', label), name, { MP4: ['mp4'] });
  if (!file) return;
  if (file.scheme !== 'file') throw new UserError(message('A video can only be saved to a disk.'));
  if (video.finishedAt === undefined) await stopFirst(services, id, video.id);
  await withSendingProgress(message('Saving the video of “{0}”', label), (signal, report) => {
    let shownAt = 0;
    return save(client, { sessionId: id, videoId: video.id, file: file.fsPath }, signal, (bytes, total) => {
      if (performance.now() - shownAt < SHOW_EVERY) return;
      shownAt = performance.now();
      if (total) report(message('{0} of {1}', formatBytes(bytes), formatBytes(total)), bytes / total);
      else report(message('{0}', formatBytes(bytes)));
    });
  });
  statusMessages.show(message('$(check) Saved the video as “{0}”', path.basename(file.fsPath)));
};

/** Milliseconds between two numbers that are shown. */
const SHOW_EVERY = 100;

async function chooseVideo(all: readonly ServiceReplay[], label: Label): Promise<ServiceReplay> {
  if (all.length === 0)
    throw new UserError(message('“{0}” has no videos. Use Record Video first.', label), undefined, 'warning');
  // The first one is preselected: saving one that is still recorded stops it.
  const finishedFirst = all.toSorted((one, other) => Number(isRecording(one)) - Number(isRecording(other)));
  return pick(
    message('Save Video of “{0}”', label),
    message('Select a video, the newest first'),
    finishedFirst.map(choiceOf),
  );
}

function isRecording({ finishedAt }: ServiceReplay): boolean {
  return finishedAt === undefined;
}

function choiceOf(video: ServiceReplay): Choice<ServiceReplay> {
  const { id, startedAt, finishedAt } = video;
  const time = startedAt === undefined ? id : formatMoment(new Date(startedAt));
  const took =
    startedAt === undefined || finishedAt === undefined || finishedAt < startedAt
      ? undefined
      : plainText(formatDuration(finishedAt - startedAt), MAX_NAME);
  return {
    label: withIcon('device-camera-video', plainText(time, MAX_NAME)),
    description: isRecording(video) ? t('still recording: stops it, then saves it') : took,
    value: video,
  };
}

/** Stops a video that may still be recorded, here or elsewhere. If that fails, the download tells why. */
async function stopFirst({ activities, connection, log }: Services, session: string, video: string): Promise<void> {
  const own = activities.in('video', connection.settings, session).find((each) => each.video === video);
  const client = await connection.client();
  const title: Message = message('Stopping the video recording…');
  await withStatus(title, async (signal) => {
    if (!own) return client.stopReplay(session, video, signal);
    activities.stopWhere((each) => each === own, 'stopped');
    await own.ended;
  }).catch((error: unknown) => {
    if (error instanceof Cancelled) throw error;
    log.error(error);
  });
}
