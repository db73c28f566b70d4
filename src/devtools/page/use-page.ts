import { DevToolsFailure, ProtocolError } from '../../core/devtools-failure';
import { Cancelled, UserError } from '../../core/errors';
import { formatBytes, MEGABYTE } from '../../core/format';
import { asNumber, asText } from '../../core/json';
import { keyEvents, modifierBits, writtenCombination } from '../../core/keys';
import type { Point } from '../../core/input';
import { message } from '../../core/message';
import type { Size } from '../../core/screen/geometry';
import { pngSize } from '../../core/screen/picture-size';
import { withTimeLimit } from '../../core/time-limit';
import type { DevToolsConnection } from '../connection';
import { worldIn, type Called } from '../screen/frames';
import { inOwnSession } from '../targets';

const BLANK = 'about:blank';

export type Page = { readonly targetSession: string; readonly targetId: string };

/**
 * Presses a key, with its modifiers: `Enter`, `a`, `ctrl+a`.
 * @returns false for a name that is no key.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function pressKey(
  connection: DevToolsConnection,
  { targetSession }: Page,
  name: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { key, held = [] } = writtenCombination(name) ?? {};
  if (!key) return false;
  const [down, up] = keyEvents(key, modifierBits(held));
  // Chromium edits by commands, which a shortcut has only on a Mac by itself.
  const isSelectAll = key.key === 'a' && held.length === 1 && held[0]?.key === 'Control';
  const commands = isSelectAll ? ['selectAll'] : [];
  const to = limited(signal, targetSession);
  await sent(
    Promise.all([
      connection.send('Input.dispatchKeyEvent', { ...down, commands }, to),
      connection.send('Input.dispatchKeyEvent', up, to),
    ]),
    signal,
  );
  return true;
}

/** Turns the wheel at a point, by CSS pixels. Positive ones scroll right and down. */
export async function turnWheel(
  connection: DevToolsConnection,
  { targetSession }: Page,
  at: Point,
  by: Point,
  signal: AbortSignal,
): Promise<void> {
  const turn = { type: 'mouseWheel', ...at, deltaX: by.x, deltaY: by.y } as const;
  await sent(connection.send('Input.dispatchMouseEvent', turn, limited(signal, targetSession)), signal);
}

/** Milliseconds for which a page may be busy with an input. */
const MAX_INPUT = 1000;

/** Limits how long an input is waited for. */
function limited(signal: AbortSignal, targetSession: string): Called {
  return { targetSession, signal: withTimeLimit(signal, MAX_INPUT) };
}

/** A page answers only when it has handled an input, which may open a dialog: what was sent counts as done. */
async function sent(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (signal.aborted || !(error instanceof Cancelled)) throw error;
  }
}

/** Milliseconds without a change until a page counts as quiet, and for which that is waited at most. */
const QUIET = 80;
const MAX_QUIET = 1000;
const UNTIL_QUIET = `new Promise((resolve) => {
  let timer = setTimeout(resolve, ${QUIET});
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(resolve, ${QUIET});
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  setTimeout(resolve, ${MAX_QUIET});
}).then(() => document.readyState)`;
/** Milliseconds for which a page may load. */
const MAX_LOAD = 5000;

/**
 * Resolves when nothing has changed on a page for a moment; after a navigation, when the new one has loaded. A page that
 * is never quiet is waited for no longer than a second, and one that loads for five.
 * @throws Cancelled.
 */
export async function untilQuiet(connection: DevToolsConnection, page: Page, signal: AbortSignal): Promise<void> {
  await settled(connection, page, UNTIL_QUIET, withTimeLimit(signal, MAX_LOAD), signal, (state) => state !== 'loading');
}

/** Milliseconds in which a page has to paint something. */
const MAX_PAINT = 2000;
/** What is in a frame of its own, or in a plugin, is no content of the page that it is in. */
const UNTIL_PAINTED = `new Promise((resolve) => {
  const isPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0;
  const isElsewhere = () => document.querySelector('iframe, frame, embed, object') !== null;
  const done = () => resolve(isPainted() || (isElsewhere() ? undefined : false));
  if (isPainted()) return done();
  new PerformanceObserver(() => isPainted() && done()).observe({ type: 'paint', buffered: true });
  setTimeout(done, ${MAX_PAINT});
})`;

/**
 * Waits until a page has painted a first content, after a navigation the new one.
 * @returns whether it has; undefined if that isn't known.
 * @throws Cancelled.
 */
export async function untilPainted(
  connection: DevToolsConnection,
  page: Page,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const isPainted = await settled(connection, page, UNTIL_PAINTED, withTimeLimit(signal, 2 * MAX_PAINT), signal);
  return typeof isPainted === 'boolean' ? isPainted : undefined;
}

/**
 * Evaluates what settles later in a world of our own in a page, and anew in the document that replaces it meanwhile.
 * @param ending ends the wait, and the answer is then undefined.
 */
async function settled(
  connection: DevToolsConnection,
  { targetSession, targetId }: Page,
  expression: string,
  ending: AbortSignal,
  cancelled: AbortSignal,
  isEnd: (value: unknown) => boolean = () => true,
): Promise<unknown> {
  const to = { targetSession, signal: ending };
  while (!ending.aborted) {
    try {
      // The ID of a page's main frame is that of its target.
      const contextId = await worldIn(connection, targetId, to);
      const asked = { expression, awaitPromise: true, returnByValue: true };
      const answer = await connection.send(
        'Runtime.evaluate',
        { ...asked, ...(contextId !== undefined && { contextId }) },
        to,
      );
      const value: unknown = answer.result?.value;
      if (isEnd(value)) return value;
    } catch (error) {
      if (cancelled.aborted) throw new Cancelled();
      // Its document was replaced meanwhile: the next one is waited for.
      if (!(error instanceof ProtocolError)) {
        if (error instanceof DevToolsFailure || error instanceof Cancelled) return undefined;
        throw error;
      }
      if (!/context|navigat|frame|destroyed/i.test(error.message)) return undefined;
    }
  }
  return undefined;
}

export interface PageRegion extends Size {
  readonly x: number;
  readonly y: number;
}

/** A picture of a page. */
export interface PagePicture {
  readonly bytes: Buffer;
  /** Pixels of the picture for each CSS pixel of the page. */
  readonly scale: number;
  readonly region: PageRegion;
}

/** Of a display with several pixels for each CSS pixel, a picture has as many more; of any other, less than this by rounding. */
const MAX_ROUNDED = 1.2;
/** Bytes: agents take no larger pictures. */
const MAX_PICTURE = 5 * MEGABYTE;

/**
 * Takes a picture of what a page shows, or of a region of it, as a PNG.
 * @param maxSide pixels: the picture is made smaller until no side is longer.
 * @throws UserError if it can't be handed on; DevToolsFailure, or Cancelled.
 */
export async function capturePage(
  connection: DevToolsConnection,
  { targetSession }: Page,
  wanted: PageRegion | undefined,
  maxSide: number,
  signal: AbortSignal,
): Promise<PagePicture> {
  const to = { targetSession, signal };
  const { cssVisualViewport: view } = await connection.send('Page.getLayoutMetrics', undefined, to);
  const region = wanted ?? {
    x: 0,
    y: 0,
    width: asNumber(view?.clientWidth) ?? 0,
    height: asNumber(view?.clientHeight) ?? 0,
  };
  const scale = Math.min(1, maxSide / Math.max(region.width, region.height, 1));
  const take = async (scaled: number): Promise<Buffer> => {
    const clip = {
      ...region,
      x: region.x + (asNumber(view?.pageX) ?? 0),
      y: region.y + (asNumber(view?.pageY) ?? 0),
      scale: scaled,
    };
    const { data } = await connection.send('Page.captureScreenshot', { format: 'png', clip }, to);
    return Buffer.from(asText(data) ?? '', 'base64');
  };
  let bytes = await take(scale);
  let size = pngSize(bytes);
  const density = (size?.width ?? 0) / Math.max(region.width * scale, 1);
  if (density > MAX_ROUNDED) {
    bytes = await take(scale / density);
    size = pngSize(bytes);
  }
  // A picture that is broken or too large ends the chat of an agent.
  if (!size || Math.max(size.width, size.height) > maxSide + 1)
    throw new UserError(message('The browser gave no usable screenshot. Try again, or take a smaller region.'));
  if (bytes.length > MAX_PICTURE)
    throw new UserError(message('The screenshot has more than {0}. Take a smaller region.', formatBytes(MAX_PICTURE)));
  return { bytes, scale, region };
}

/**
 * Opens an address in a page that is there.
 * @returns Chromium's error, such as `net::ERR_NAME_NOT_RESOLVED`; undefined if it opens.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function navigate(
  connection: DevToolsConnection,
  { targetSession }: Pick<Page, 'targetSession'>,
  address: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  return asText((await connection.send('Page.navigate', { url: address }, { targetSession, signal })).errorText);
}

/** Milliseconds for which the server of a new tab is waited for. */
const MAX_RESPONSE = 3000;

/**
 * Opens an address in a new tab, in front. Whoever attaches to each new tab has it before the first script runs: one
 * that begins with an address waits for nobody.
 * @returns its target.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function openTab(connection: DevToolsConnection, address: string, signal: AbortSignal): Promise<string> {
  const targetId = asText((await connection.send('Target.createTarget', { url: BLANK }, { signal })).targetId) ?? '';
  if (address === BLANK) return targetId;
  const open = async (targetSession: string): Promise<string> => {
    const inTime = withTimeLimit(signal, MAX_RESPONSE);
    try {
      await navigate(connection, { targetSession }, address, inTime);
      await connection.send('Page.resetNavigationHistory', undefined, { targetSession, signal: inTime });
    } catch (error) {
      // It goes on loading. A page that has opened another one meanwhile keeps its history.
      if (signal.aborted || !(error instanceof Cancelled || error instanceof ProtocolError)) throw error;
    }
    return targetId;
  };
  return inOwnSession(connection, targetId, signal, open, () => targetId);
}

/** Brings a page to the front of its window. */
export async function bringToFront(
  connection: DevToolsConnection,
  { targetSession }: Pick<Page, 'targetSession'>,
  signal: AbortSignal,
): Promise<void> {
  await connection.send('Page.bringToFront', undefined, { targetSession, signal });
}
