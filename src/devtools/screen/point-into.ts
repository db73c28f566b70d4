import { asCount, asRecord } from '../../core/json';
import type { Pixel } from '../../core/screen/geometry';
import type { DevToolsConnection } from '../connection';
import { ifThere, type Called } from './frames';
import { WORLD } from './front-page';

/** Milliseconds. */
const MAX_TIME = 2000;
const MOVED = `new Promise((resolve) => {
  addEventListener('mousemove', () => resolve(true), { once: true, capture: true });
})`;

/**
 * Points into a frame of another site, until it tells so. After a page has scrolled, the browser takes a moment to know
 * where such frames are now, and a click in this time would go to another one.
 * @param frame its ID, and by what it is called.
 * @returns whether it told so in time. One that something covers does not.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function pointInto(
  connection: DevToolsConnection,
  page: Called,
  frame: { readonly id: string; readonly within: Called },
  { x, y }: Pixel,
): Promise<boolean> {
  const { signal } = page;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(MAX_TIME)]);
  const done = new AbortController();
  const told = ifThere(nextMove(connection, frame.id, { ...frame.within, signal: inTime }), signal);
  const move = { type: 'mouseMoved', x, y } as const;
  const point = async (): Promise<void> => {
    const to = { ...page, signal: inTime };
    while (!done.signal.aborted) await ifThere(connection.send('Input.dispatchMouseEvent', move, to), signal);
  };
  const [isOver] = await Promise.all([told.finally(() => done.abort()), point()]);
  return isOver === true;
}

async function nextMove(connection: DevToolsConnection, frameId: string, to: Called): Promise<boolean> {
  const world = asRecord(await connection.send('Page.createIsolatedWorld', { frameId, worldName: WORLD }, to));
  const contextId = asCount(world['executionContextId']);
  if (contextId === undefined) return false;
  const asked = { expression: MOVED, contextId, awaitPromise: true, returnByValue: true };
  const { result } = asRecord(await connection.send('Runtime.evaluate', asked, to));
  return asRecord(result)['value'] === true;
}
