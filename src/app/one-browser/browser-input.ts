import type { ComputerRequests } from '../../api/computer';
import { refusal } from '../../chromium/failures';
import type { InputPage } from '../../chromium/input/computer-input';
import { press, type } from '../../chromium/input/keyboard';
import { Mouse } from '../../chromium/input/mouse';
import { Cancelled, UserError } from '../../core/errors';
import { keyNamed, MODIFIER_KEYS, readCombination, type KeyCombination } from '../../core/keys';
import { message } from '../../core/message';
import type { Point } from '../../core/input';
import { withTimeLimit } from '../../core/time-limit';
import {
  capturePage,
  ProtocolError,
  withFront,
  type DevToolsConnection,
  type FrontPage,
  type SessionDevTools,
} from '../../devtools';

/** Milliseconds. A page answers only when it has handled an input, which may open a dialog: what was sent counts as done. */
const MAX_INPUT = 1000;
/** Milliseconds in which a page has to be found. One that shows a dialog does not answer. */
const MAX_SEARCH = 5000;
/** Pixels: more than any display has. */
const MAX_SIDE = 16_384;

/** Input and pictures of the page that is in front. Points are its CSS pixels. */
export class BrowserInput {
  private readonly mouse = new Mouse();

  constructor(private readonly devtools: Pick<SessionDevTools, 'use'>) {}

  readonly click = async (...[{ x, y, ...how }, signal]: Args<'click'>): Promise<void> => {
    const { button = 'left', clickType = 'click', clicks = 1, holdKeys = [] } = how;
    const keys = holdKeys.flatMap((key) => MODIFIER_KEYS.get(key) ?? []);
    return this.act([{ x, y }], signal, (page, onSent) =>
      this.mouse.perform(page, { x, y, button, type: clickType, times: clicks, keys }, onSent),
    );
  };

  readonly moveMouse = async (...[to, signal]: Args<'moveMouse'>): Promise<void> =>
    this.act([to], signal, (page, onSent) => this.mouse.move(page, { ...to, keys: [] }, onSent));

  readonly scroll = async (...[turn, signal]: Args<'scroll'>): Promise<void> =>
    this.act([turn], signal, (page, onSent) => this.mouse.scroll(page, { ...turn, keys: [] }, onSent));

  readonly drag = async (...[points, signal]: Args<'drag'>): Promise<void> => {
    const path = points.map(([x, y]) => ({ x, y }));
    return this.act(path, signal, (page, onSent) => this.mouse.drag(page, { path, button: 'left', keys: [] }, onSent));
  };

  readonly typeText = async (...[text, signal]: Args<'typeText'>): Promise<void> =>
    this.act([], signal, (page, onSent) => type(page, text.replaceAll('\r\n', '\n'), onSent));

  readonly pressKey = async (...[names, signal]: Args<'pressKey'>): Promise<void> => {
    const keys = names.map(keyOf);
    return this.act([], signal, (page, onSent) => press(page, keys, onSent));
  };

  readonly screenshot = async (signal: AbortSignal): Promise<Buffer> =>
    this.devtools.use(
      (connection) =>
        withPage(connection, signal, async (page) => {
          const { bytes } = await capturePage(connection, page, undefined, MAX_SIDE, signal);
          return bytes;
        }),
      signal,
    );

  /** Once something was sent, it is not sent again over another connection. */
  private act(
    points: readonly Point[],
    signal: AbortSignal,
    work: (page: InputPage, onSent: () => void) => Promise<void>,
  ): Promise<void> {
    let isSent = false;
    const onSent = (): void => void (isSent = true);
    return this.devtools.use(
      (connection) =>
        withPage(connection, signal, async (page) => {
          if (points.some(({ x, y }) => x >= page.width || y >= page.height))
            throw new UserError(
              message('The point is outside the page, which is {0} × {1} pixels.', page.width, page.height),
              'takeScreenshot',
            );
          await work(inputPage(connection, page, signal), onSent);
        }),
      signal,
      () => !isSent,
    );
  }
}

/** The arguments of an operation after the ID of its session. */
type Args<Name extends keyof ComputerRequests> =
  Parameters<ComputerRequests[Name]> extends [string, ...infer Rest] ? Rest : never;

/** @throws UserError if no page is in front, or it does not answer. */
async function withPage<T>(
  connection: DevToolsConnection,
  signal: AbortSignal,
  work: (page: FrontPage) => Promise<T>,
): Promise<T> {
  const limited = withTimeLimit(signal, MAX_SEARCH);
  let isFound = false;
  try {
    return await withFront(connection, limited, async ({ page, part, popup }) => {
      isFound = true;
      const front = page ?? part ?? popup;
      if (front) return work(front);
      throw new UserError(message('The browser shows no page. Open one and try again.'));
    });
  } catch (error) {
    if (isFound || signal.aborted || !(error instanceof Cancelled)) throw error;
    throw new UserError(message('The page in front doesn’t respond. It may show a dialog: answer it in the browser.'));
  }
}

function inputPage(
  connection: DevToolsConnection,
  { targetSession }: Pick<FrontPage, 'targetSession'>,
  signal: AbortSignal,
): InputPage {
  return {
    send: async (method, params) => {
      try {
        await connection.send(method, params, { targetSession, signal: withTimeLimit(signal, MAX_INPUT) });
      } catch (error) {
        if (error instanceof ProtocolError) throw refusal(method, error.message);
        if (signal.aborted || !(error instanceof Cancelled)) throw error;
      }
    },
  };
}

function keyOf(name: string): KeyCombination {
  const key = readCombination(name, keyNamed);
  if (!key) throw new UserError(message('“{0}” isn’t the name of a key.', name));
  return key;
}
