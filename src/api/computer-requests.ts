import type { Click } from '../core/click';
import type { Point, Scroll } from '../core/input';
import type { Operation } from '../core/service-error';
import { isPng, understood } from './answers';
import { inputOperations } from './input-operations';
import { operations } from './operations';
import type { Wire } from './wire';
import { clickBody } from './wire-bodies';

/**
 * Mouse, keyboard and screen of a session. Input resolves when the service has sent it; whether the page reacted is
 * unknown. It is sent at most once.
 */
export interface ComputerRequests {
  click(sessionId: string, click: Click, signal: AbortSignal): Promise<void>;
  /** A PNG of the session's display. */
  screenshot(sessionId: string, signal: AbortSignal): Promise<Buffer>;

  /**
   * The methods below return false if the service answers that it does not have the operation (405, 501). A 404 is
   * thrown: it also means that the session does not exist.
   */
  moveMouse(sessionId: string, to: Point, signal: AbortSignal): Promise<boolean>;
  /** Turns the wheel at a point. */
  scroll(sessionId: string, scroll: Scroll, signal: AbortSignal): Promise<boolean>;
  typeText(sessionId: string, text: string, signal: AbortSignal): Promise<boolean>;
  /** @param keys pressed one after another: X11 names and combinations such as `Return` and `ctrl+a`. */
  pressKey(sessionId: string, keys: readonly string[], signal: AbortSignal): Promise<boolean>;
  /**
   * Drags with the left button.
   * @param path at least 2 points, `[x, y]`.
   */
  drag(sessionId: string, path: readonly (readonly [number, number])[], signal: AbortSignal): Promise<boolean>;
}

/** A long text, and a path of many points, take the service a while. */
const LONG = true;

export function computerRequests({ part, tell, ask, tellIfOffered }: Wire): ComputerRequests {
  const pathOf = (id: string, action: string): string => `/browsers/${part(id)}/computer/${action}`;
  const input =
    <Input>(operation: (id: string) => Operation, action: string, body: (input: Input) => object, slow = false) =>
    async (id: string, given: Input, signal: AbortSignal): Promise<boolean> =>
      tellIfOffered(operation(id), { method: 'POST', path: pathOf(id, action), json: body(given), slow }, signal);

  return {
    click: async (id, click, signal) => {
      await tell(operations.click(id), pathOf(id, 'click_mouse'), clickBody(click), signal);
    },
    screenshot: async (id, signal) => {
      const picture = await ask(operations.screenshot(id), pathOf(id, 'screenshot'), {}, signal);
      return understood(isPng(picture) ? picture : undefined, operations.screenshot(id));
    },
    moveMouse: input(inputOperations.moveMouse, 'move_mouse', ({ x, y }: Point) => ({ x, y })),
    scroll: input(inputOperations.scroll, 'scroll', ({ x, y, deltaX, deltaY }: Scroll) => ({
      x,
      y,
      delta_x: deltaX,
      delta_y: deltaY,
    })),
    typeText: input(inputOperations.typeText, 'type', (text: string) => ({ text }), LONG),
    pressKey: input(inputOperations.pressKey, 'press_key', (keys: readonly string[]) => ({ keys })),
    drag: input(inputOperations.drag, 'drag_mouse', (path: readonly (readonly [number, number])[]) => ({ path }), LONG),
  };
}
