import type { ReplayListResponse } from '@onkernel/sdk/resources/browsers';
import type { Context, Hono } from 'hono';
import { fail } from '.';

export interface KnownReplay {
  readonly session: string;
  record: ReplayListResponse.ReplayListResponseItem;
  video: Uint8Array<ArrayBuffer>;
  /** The names of the moments that were marked. */
  readonly marks: string[];
  /** How often the service answers that it still prepares the video. */
  preparing: number;
}

/** What only a replay's own address has: a secret. */
export const VIEW_SECRET = 'secret-of-a-replay';

/** The boxes of an MP4 with no picture in it. */
export function emptyVideo(bytes = 64): Uint8Array<ArrayBuffer> {
  const video = Buffer.alloc(bytes);
  video.write('\0\0\0\u0010ftypisom\0\0\u0002\0', 'latin1');
  video.writeUInt32BE(bytes - 16, 16);
  video.write('free', 20);
  return new Uint8Array(video);
}

/** `/browsers/{id}/replays`, for any session. The newest is the last in the list. */
export function addReplayRoutes(app: Hono, replays: KnownReplay[]): void {
  app.get('/browsers/:id/replays', (c) =>
    c.json(replays.filter(({ session }) => session === c.req.param('id')).map(({ record }) => record)),
  );

  app.post('/browsers/:id/replays', (c) => {
    const id = `replay${replays.length + 1}`;
    const record = {
      replay_id: id,
      started_at: new Date(Date.UTC(2026, 0, 31, 12, replays.length)).toISOString(),
      finished_at: null,
      replay_view_url: `https://replays.example/?jwt=${VIEW_SECRET}&replay_id=${id}`,
    };
    replays.push({ session: c.req.param('id'), record, video: emptyVideo(), marks: [], preparing: 0 });
    return c.json(record);
  });

  app.post('/browsers/:id/replays/:replay/stop', (c) => {
    const replay = find(c, replays);
    if (replay.record.finished_at) fail(400, 'bad_request', 'this replay has ended');
    const started = Date.parse(replay.record.started_at ?? '');
    replay.record = { ...replay.record, finished_at: new Date(started + 65_000).toISOString() };
    return c.json({});
  });

  app.post('/browsers/:id/replays/:replay/mark', async (c) => {
    const replay = find(c, replays);
    if (replay.record.finished_at) fail(409, 'conflict', 'this replay has ended');
    const { name } = await c.req.json<{ name: string }>();
    replay.marks.push(name);
    return c.json({}, 201);
  });

  app.get('/browsers/:id/replays/:replay', (c) => {
    const replay = find(c, replays);
    if (replay.preparing-- > 0) return c.json({}, 202);
    return c.body(replay.video, 200, { 'content-type': 'video/mp4' });
  });
}

function find(c: Context, replays: readonly KnownReplay[]): KnownReplay {
  const [session, wanted] = [c.req.param('id'), c.req.param('replay')];
  const replay = replays.find((each) => each.session === session && each.record.replay_id === wanted);
  return replay ?? fail(404, 'not_found', `replay not found: ${wanted}`);
}
