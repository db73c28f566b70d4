import { createClient } from '../../src/api';
import { DevToolsSessions } from '../../src/app/devtools-sessions';
import { ScreenFeed } from '../../src/app/screen/screen-feed';
import { ScreenInput } from '../../src/app/screen/screen-input';
import type { ScreenPicture } from '../../src/app/screen/shown-pictures';
import type { Pixel } from '../../src/core/screen/geometry';
import { DevToolsConnection } from '../../src/devtools';
import { openRecords } from '../../src/state';
import { directly } from '../support/browser';
import { storage } from '../support/storage';

const { signal } = new AbortController();

/** The screen of a session, as the tab uses it; each picture counts as drawn at once. */
export interface Screen {
  /** Clicks. @returns after the next picture that differs from the one before. */
  click(at: Pixel): Promise<void>;
  /** Resolves with the next picture. */
  next(): Promise<ScreenPicture>;
  /** Resolves when nothing has changed for a moment. */
  still(): Promise<void>;
  close(): void;
}

export async function openScreen({
  url,
  token,
  session,
}: Record<'url' | 'token' | 'session', string>): Promise<Screen> {
  const client = createClient({ baseUrl: url, token });
  const { sessions } = openRecords(storage(), { name: 'bench', address: url }, () => {});
  const devtools = new DevToolsSessions();
  const waiting = new Set<(picture: ScreenPicture) => void>();
  const access = { client, sessions, devtools };
  const feed = new ScreenFeed(access, session, {
    onPicture: (picture) => {
      for (const resolve of waiting) resolve(picture);
      waiting.clear();
      setImmediate(() => feed.drawn(picture.id));
    },
    onPopup: () => {},
    onState: () => {},
    onTabs: () => {},
    onClick: () => {},
    onPopupClick: () => {},
    onBegin: () => {},
  });
  const input = new ScreenInput(access, session, feed);
  const next = (): Promise<ScreenPicture> => new Promise((resolve) => waiting.add(resolve));
  const still = async (): Promise<void> => {
    while (feed.display.newest?.mime !== 'image/png') await next();
  };
  const first = next();
  feed.setVisible(true);
  await first;
  return {
    click: async (at) => {
      const shown = next();
      await input.click(feed.display.newest?.id ?? 0, at, signal);
      await shown;
    },
    next,
    still,
    close: () => {
      feed.dispose();
      devtools.close();
      client.close();
    },
  };
}

/** The bare protocol on the page of a session: the limit of what a screen can reach. */
export interface BarePage {
  /** Clicks. @returns after the next frame that differs from the one before. */
  click(at: Pixel): Promise<void>;
  run(expression: string): Promise<void>;
  close(): void;
}

/** @param casts whether the page sends frames; without it, only `run` works. */
export async function openBare(address: string, casts: boolean): Promise<BarePage> {
  const connection = await DevToolsConnection.open(new URL(address), directly, signal);
  // oxlint-disable-next-line typescript/no-explicit-any -- each method has another answer
  const call = async (method: any, params: object, sessionId?: string): Promise<any> =>
    connection.send(method, params, { signal, ...(sessionId !== undefined && { targetSession: sessionId }) });
  const { targetInfos } = await call('Target.getTargets', {});
  const { targetId } = targetInfos.find(({ type }: { type: string }) => type === 'page');
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true });
  let shown: (() => void) | undefined;
  let last: unknown;
  connection.onEvent('Page.screencastFrame', ({ data, sessionId: number }) => {
    void call('Page.screencastFrameAck', { sessionId: number }, sessionId).catch(() => {});
    if (data !== last) shown?.();
    last = data;
  });
  await call('Page.enable', {}, sessionId);
  if (casts) await call('Page.startScreencast', { format: 'jpeg', quality: 80 }, sessionId);
  return {
    click: async ({ x, y }) => {
      const frame = new Promise<void>((resolve) => (shown = resolve));
      for (const type of ['mousePressed', 'mouseReleased'])
        await call('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 }, sessionId);
      await frame;
    },
    run: async (expression) => void (await call('Runtime.evaluate', { expression }, sessionId)),
    close: () => connection.close(),
  };
}
