import type { Protocol } from 'devtools-protocol';
import type { Screen } from '../chromium/tabs';
import { badRequest } from '../problem';
import { CLICK_FIELDS, readClick } from './click-request';
import type { App, Service } from './context';
import type { Fields } from './fields';
import { readJson } from './read-json';

/**
 * Mouse input and screenshots of a session. A request belongs to the lease that was current when it arrived, before its
 * body is read.
 */
export function addComputerRoutes(app: App, { sessions }: Pick<Service, 'sessions'>): void {
  app.post('/browsers/:id/computer/click_mouse', async (c) => {
    const lease = sessions.get(c.req.param('id'));
    const click = readClick(await readJson(c, CLICK_FIELDS));
    await lease.use((session, signal) =>
      session.operate(async (browser, onSideEffect) => {
        const { tab, width, height } = await browser.screen();
        if (click.x >= width || click.y >= height) throw outside({ width, height });
        await browser.mouse.perform(tab.channel, click, onSideEffect);
      }, signal),
    );
    return c.body(null, 200);
  });

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

function readRegion(fields: Fields): Protocol.Page.Viewport {
  const [x, y] = [fields.integer('x'), fields.integer('y')];
  if (x < 0 || y < 0) throw badRequest('coordinates must be non-negative');
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
