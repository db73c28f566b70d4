import type { Click } from '../core/click';
import type { Point, Scroll } from '../core/input';
import { message } from '../core/message';
import type { Operation } from '../core/service-error';
import { isPng, requireReadable } from './answers';
import type { Service } from './service';
import { onSession } from './sessions';

/**
 * Mouse, keyboard and screen of a session. Input resolves when the service has sent it; whether the page reacted is
 * unknown. It is sent at most once. All but the click throw NotOffered; a 404 may be about the session or the operation.
 */
export interface ComputerRequests {
  click(sessionId: string, click: Click, signal: AbortSignal): Promise<void>;
  /** A PNG of the session's display. */
  screenshot(sessionId: string, signal: AbortSignal): Promise<Buffer>;

  moveMouse(sessionId: string, to: Point, signal: AbortSignal): Promise<void>;
  /** Turns the wheel at a point. */
  scroll(sessionId: string, scroll: Scroll, signal: AbortSignal): Promise<void>;
  typeText(sessionId: string, text: string, signal: AbortSignal): Promise<void>;
  /** @param keys pressed one after another: X11 names and combinations such as `Return` and `ctrl+a`. */
  pressKey(sessionId: string, keys: readonly string[], signal: AbortSignal): Promise<void>;
  /**
   * Drags with the left button.
   * @param path at least 2 points, `[x, y]`.
   */
  drag(sessionId: string, path: readonly (readonly [number, number])[], signal: AbortSignal): Promise<void>;
}

/** None of the input may happen twice. */
export const computerOperations = {
  click: (id: string): Operation => ({
    ...onSession(id),
    failed: message('Couldn’t click in “{0}”.', id),
    verifyWith: 'takeScreenshot',
    uncertain: {
      noAnswer: message('The click in “{0}” got no answer.', id),
      serviceFailed: message('The service failed during the click in “{0}”.', id),
      check: message('The click may have gone through. Check the screen before you retry.'),
    },
  }),
  screenshot: (id: string): Operation => ({
    ...onSession(id),
    notOffered: { ability: 'takeScreenshot', text: message('This service doesn’t provide screenshots.') },
    failed: message('Couldn’t take a screenshot of “{0}”.', id),
    verifyWith: 'showLog',
  }),
  moveMouse: (id: string): Operation => ({
    ...onInput(id),
    notOffered: { ability: 'moveMouse', text: message('This service can’t move the mouse in sessions.') },
    failed: message('Couldn’t move the mouse in “{0}”.', id),
    uncertain: {
      noAnswer: message('Moving the mouse in “{0}” got no answer.', id),
      serviceFailed: message('The service failed while moving the mouse in “{0}”.', id),
      check: message('The mouse may have moved. Check the screen before you retry.'),
    },
  }),
  scroll: (id: string): Operation => ({
    ...onInput(id),
    notOffered: { ability: 'scroll', text: message('This service can’t scroll in sessions.') },
    failed: message('Couldn’t scroll in “{0}”.', id),
    uncertain: {
      noAnswer: message('Scrolling in “{0}” got no answer.', id),
      serviceFailed: message('The service failed while scrolling in “{0}”.', id),
      check: message('It may have scrolled. Check the screen before you retry.'),
    },
  }),
  typeText: (id: string): Operation => ({
    ...onInput(id),
    notOffered: { ability: 'typeText', text: message('This service can’t type in sessions.') },
    failed: message('Couldn’t type in “{0}”.', id),
    uncertain: {
      noAnswer: message('Typing in “{0}” got no answer.', id),
      serviceFailed: message('The service failed while typing in “{0}”.', id),
      check: message('The text may have been typed. Check the screen before you retry.'),
    },
  }),
  pressKey: (id: string): Operation => ({
    ...onInput(id),
    notOffered: { ability: 'pressKey', text: message('This service can’t press keys in sessions.') },
    failed: message('Couldn’t press keys in “{0}”.', id),
    uncertain: {
      noAnswer: message('Pressing keys in “{0}” got no answer.', id),
      serviceFailed: message('The service failed while pressing keys in “{0}”.', id),
      check: message('The keys may have been pressed. Check the screen before you retry.'),
    },
  }),
  drag: (id: string): Operation => ({
    ...onInput(id),
    notOffered: { ability: 'drag', text: message('This service can’t drag in sessions.') },
    failed: message('Couldn’t drag in “{0}”.', id),
    uncertain: {
      noAnswer: message('Dragging in “{0}” got no answer.', id),
      serviceFailed: message('The service failed while dragging in “{0}”.', id),
      check: message('The drag may have gone through. Check the screen before you retry.'),
    },
  }),
};

function onInput(id: string): Pick<Operation, 'notFound' | 'notFoundAction' | 'session' | 'verifyWith'> {
  return { ...onSession(id), verifyWith: 'takeScreenshot' };
}

/** A long text, and a path of many points, take the service a while. */
const LONG = true;

export function computerRequests(service: Service): ComputerRequests {
  const pathOf = (id: string, action: string): string => `/browsers/${service.segment(id)}/computer/${action}`;
  const input =
    <Input>(operation: (id: string) => Operation, action: string, body: (input: Input) => object, slow = false) =>
    async (id: string, given: Input, signal: AbortSignal): Promise<void> => {
      const request = { operation: operation(id), path: pathOf(id, action), json: body(given), slow, signal };
      await service.send({ ...request, method: 'POST' });
    };

  return {
    click: async (id, click, signal) => {
      const operation = computerOperations.click(id);
      const path = pathOf(id, 'click_mouse');
      await service.send({ operation, method: 'POST', path, json: clickBody(click), signal });
    },
    screenshot: async (id, signal) => {
      const operation = computerOperations.screenshot(id);
      const path = pathOf(id, 'screenshot');
      const { body } = await service.send({ operation, method: 'POST', path, json: {}, wantsBody: true, signal });
      return requireReadable(isPng(body) ? body : undefined, operation);
    },
    moveMouse: input(computerOperations.moveMouse, 'move_mouse', ({ x, y }: Point) => ({ x, y })),
    scroll: input(computerOperations.scroll, 'scroll', ({ x, y, deltaX, deltaY }: Scroll) => ({
      x,
      y,
      delta_x: deltaX,
      delta_y: deltaY,
    })),
    typeText: input(computerOperations.typeText, 'type', (text: string) => ({ text }), LONG),
    pressKey: input(computerOperations.pressKey, 'press_key', (keys: readonly string[]) => ({ keys })),
    drag: input(
      computerOperations.drag,
      'drag_mouse',
      (path: readonly (readonly [number, number])[]) => ({ path }),
      LONG,
    ),
  };
}

/**
 * The names `button` and `click_type`, and integers for `x`, `y` and `num_clicks`, come from the published API
 * description (S); the contract leaves them open. Source: docs/service.md, "Click".
 */
export function clickBody({ x, y, button, clickType, clicks, holdKeys }: Click): object {
  return {
    x,
    y,
    ...(button && { button }),
    ...(clickType && { click_type: clickType }),
    ...(clicks !== undefined && { num_clicks: clicks }),
    ...(holdKeys && holdKeys.length > 0 && { hold_keys: holdKeys }),
  };
}
