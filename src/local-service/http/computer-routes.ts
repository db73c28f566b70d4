import type { Protocol } from 'devtools-protocol';
import { BUTTONS, CLICK_TYPES, MAX_CLICKS } from '../../core/click';
import type { Point } from '../../core/input';
import type { Channel } from '../../chromium/channel';
import type { Browser } from '../chromium/browser';
import type { Click } from '../../chromium/input/computer-input';
import { press, type } from '../../chromium/input/keyboard';
import type { Screen } from '../chromium/tabs';
import { badRequest } from '../problem';
import type { App, Service } from './context';
import type { Fields } from './fields';
import {
  DRAG_FIELDS,
  MOVE_FIELDS,
  PRESS_FIELDS,
  readDrag,
  readMove,
  readPoint,
  readPresses,
  readScroll,
  readText,
  SCROLL_FIELDS,
  TYPE_FIELDS,
  readHoldKeys,
} from './input-request';
import { readJson } from './read-body';

/**
 * Mouse and keyboard input and screenshots of a session. A request belongs to the lease that was current when it arrived, before its
 * body is read.
 */
export function addComputerRoutes(app: App, { sessions }: Pick<Service, 'sessions'>): void {
  const addInput = <Input>(
    action: string,
    fields: readonly string[],
    read: (fields: Fields) => Input,
    points: (input: Input) => readonly Point[],
    perform: (browser: Browser, page: Channel, input: Input, onSideEffect: () => void) => Promise<void>,
  ): void => {
    app.post(`/browsers/:id/computer/${action}`, async (c) => {
      const lease = sessions.get(c.req.param('id') ?? '');
      const input = read(await readJson(c, fields));
      await lease.use((session, signal) =>
        session.operate(async (browser, onSideEffect) => {
          const { tab, width, height } = await browser.screen();
          if (points(input).some(({ x, y }) => x >= width || y >= height)) throw outside({ width, height });
          await perform(browser, tab.channel, input, onSideEffect);
        }, signal),
      );
      return c.body(null, 200);
    });
  };

  addInput('click_mouse', CLICK_FIELDS, readClick, itself, ({ mouse }, ...input) => mouse.perform(...input));
  addInput('move_mouse', MOVE_FIELDS, readMove, itself, ({ mouse }, ...input) => mouse.move(...input));
  addInput('scroll', SCROLL_FIELDS, readScroll, itself, ({ mouse }, ...input) => mouse.scroll(...input));
  addInput(
    'drag_mouse',
    DRAG_FIELDS,
    readDrag,
    ({ path }) => path,
    ({ mouse }, ...input) => mouse.drag(...input),
  );
  addInput('type', TYPE_FIELDS, readText, nowhere, (_, ...input) => type(...input));
  addInput('press_key', PRESS_FIELDS, readPresses, nowhere, (_, ...input) => press(...input));

  app.post('/browsers/:id/computer/screenshot', async (c) => {
    const lease = sessions.get(c.req.param('id'));
    const body = await readJson(c, ['region']);
    const region = body.has('region') ? readRegion(body.object('region', ['x', 'y', 'width', 'height'])) : undefined;
    const { data } = await lease.use((session, signal) =>
      session.operate(async (browser) => {
        const screen = await browser.screen();
        if (region && !fits(region, screen)) throw outside(screen);
        return screen.tab.channel.send('Page.captureScreenshot', {
          format: 'png',
          optimizeForSpeed: true,
          ...(region && { clip: region }),
        });
      }, signal),
    );
    return c.body(Buffer.from(data, 'base64'), 200, { 'content-type': 'image/png' });
  });
}

function itself(point: Point): readonly Point[] {
  return [point];
}

function nowhere(): readonly Point[] {
  return [];
}

function readRegion(fields: Fields): Protocol.Page.Viewport {
  const { x, y } = readPoint(fields);
  const [width, height] = [fields.integer('width', { min: 1 }), fields.integer('height', { min: 1 })];
  return { x, y, width, height, scale: 1 };
}

function fits(region: Protocol.Page.Viewport, screen: Screen): boolean {
  return region.x + region.width <= screen.width && region.y + region.height <= screen.height;
}

/** The wording is the real service's own. */
function outside({ width, height }: Pick<Screen, 'width' | 'height'>): Error {
  return badRequest(`coordinates exceed screen bounds (max: ${width}x${height})`);
}

const CLICK_FIELDS = ['x', 'y', 'button', 'click_type', 'num_clicks', 'hold_keys'];

/** Names, integers and defaults as in docs/service.md, "Click". */
function readClick(fields: Fields): Click {
  return {
    ...readPoint(fields),
    button: fields.has('button') ? fields.choice('button', BUTTONS) : 'left',
    type: fields.has('click_type') ? fields.choice('click_type', CLICK_TYPES) : 'click',
    times: fields.has('num_clicks') ? fields.integer('num_clicks', { min: 1, max: MAX_CLICKS }) : 1,
    keys: readHoldKeys(fields),
  };
}
