import assert from 'node:assert/strict';
import { type LocalService, type Reply, request, startLocalService } from '../../support/local-service';
import { BUTTON_AT, type PageEvent, type Pages, startPages } from '../../support/pages';
import { click, showPage, startSessionOn } from './session';

function accepted({ status, text }: Reply): void {
  assert.deepEqual([status, text], [200, '']);
}

function ofType(wanted: string): (event: PageEvent) => boolean {
  return ({ type }) => type === wanted;
}

describe('The display of a session:', () => {
  let service: LocalService;
  let pages: Pages;

  /** Pages that never end, and clicks there: the service waits ten seconds for them, and the tests go on meanwhile. */
  let hanging: Pages;
  let neverEnding: Promise<(Reply & { took: number })[]>;

  before(async () => {
    [service, pages, hanging] = await Promise.all([startLocalService(), startPages(), startPages()]);
    const sessions = [await startSessionOn(service, hanging, '/hang'), await startSessionOn(service, hanging, '/hang')];
    neverEnding = Promise.all(
      sessions.map(async (session, index) => {
        const start = performance.now();
        const keys = index === 0 ? [] : ['shift', 'ctrl', 'alt'];
        const reply = await click(service, session, { ...BUTTON_AT, hold_keys: keys });
        return { ...reply, took: performance.now() - start };
      }),
    );
    // It is awaited in its test.
    neverEnding.catch(() => {});
  });
  after(() => Promise.all([service.stop(), pages.stop(), hanging.stop()]));

  /** Runs a test in the session that all share, showing one page. */
  async function on(page: string, test: (session: string) => Promise<void>): Promise<void> {
    await showPage(service, service.session, pages, page);
    await test(service.session);
  }

  /** Runs a test that leaves other pages behind, in a session of its own. */
  async function alone(page: string, test: (session: string) => Promise<void>): Promise<void> {
    const session = await startSessionOn(service, pages, page);
    try {
      await test(session);
    } finally {
      await request(service, 'DELETE', `/browsers/${session}`);
    }
  }

  function mouseEvents(): string[] {
    return pages
      .events()
      .filter(({ type }) => !type.startsWith('key'))
      .map(({ type, button, detail }) => `${type} ${button} ${detail}`);
  }

  async function picture(body: object): Promise<{ status: number; type: string | null; bytes: Buffer }> {
    const response = await fetch(`${service.url}/browsers/${service.session}/computer/screenshot`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}` },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  }

  describe('clicking in a session', () => {
    it('presses and releases the left button at the coordinates', () =>
      on('/button', async (session) => {
        accepted(await click(service, session, BUTTON_AT));
        const { x, y } = await pages.waitFor(ofType('click'));
        assert.deepEqual({ x, y }, BUTTON_AT);
        assert.deepEqual(mouseEvents(), ['mousedown 0 1', 'mouseup 0 1', 'click 0 1']);
      }));

    it('clicks twice for a double click, which the page sees as one', () =>
      on('/button', async (session) => {
        accepted(await click(service, session, { ...BUTTON_AT, num_clicks: 2 }));
        await pages.waitFor(ofType('dblclick'));
        assert.deepEqual(mouseEvents().slice(-4), ['mousedown 0 2', 'mouseup 0 2', 'click 0 2', 'dblclick 0 2']);
      }));

    it('opens the context menu with the right button', () =>
      on('/button', async (session) => {
        accepted(await click(service, session, { ...BUTTON_AT, button: 'right' }));
        assert.equal((await pages.waitFor(ofType('contextmenu'))).button, 2);
      }));

    it('takes the middle button', () =>
      on('/button', async (session) => {
        accepted(await click(service, session, { ...BUTTON_AT, button: 'middle' }));
        assert.equal((await pages.waitFor(ofType('auxclick'))).button, 1);
      }));

    it('goes back and forward with the buttons of those names', () =>
      on('/link', async (session) => {
        await click(service, session, BUTTON_AT);
        await pages.waitFor(({ type, path }) => type === 'load' && path === '/button');
        pages.clear();
        accepted(await click(service, session, { ...BUTTON_AT, button: 'back' }));
        await pages.waitFor(({ type, path }) => type === 'load' && path === '/link');
        accepted(await click(service, session, { ...BUTTON_AT, button: 'forward' }));
        await pages.waitFor(({ type, path }) => type === 'load' && path === '/button');
      }));

    for (const [name, flag] of Object.entries({
      Alt: 'alt',
      ctrl: 'control',
      META: 'meta',
      super: 'meta',
      shift: 'shift',
    } as const)) {
      it(`holds ${name} during the click, and lets it go`, () =>
        on('/button', async (session) => {
          accepted(await click(service, session, { ...BUTTON_AT, hold_keys: [name] }));
          await pages.waitFor(ofType('keyup'));
          assert.deepEqual(
            pages.events().map(({ type }) => type),
            ['keydown', 'mousedown', 'mouseup', 'click', 'keyup'],
          );
          assert.equal((await pages.waitFor(ofType('click')))[flag], true);
          accepted(await click(service, session, BUTTON_AT));
          await pages.waitFor((event) => event.type === 'click' && event[flag] === false);
        }));
    }

    it('keeps a button pressed from down to up', () =>
      on('/button', async (session) => {
        accepted(await click(service, session, { ...BUTTON_AT, click_type: 'down' }));
        await pages.waitFor(ofType('mousedown'));
        assert.deepEqual(mouseEvents(), ['mousedown 0 1']);
        accepted(await click(service, session, { ...BUTTON_AT, click_type: 'up' }));
        await pages.waitFor(ofType('click'));
      }));

    it('remembers every button that is pressed', () =>
      on('/button', async (session) => {
        accepted(await click(service, session, { ...BUTTON_AT, click_type: 'down' }));
        accepted(await click(service, session, { ...BUTTON_AT, button: 'middle', click_type: 'down' }));
        assert.equal((await pages.waitFor(({ type, button }) => type === 'mousedown' && button === 1)).buttons, 1 + 4);
        accepted(await click(service, session, { ...BUTTON_AT, click_type: 'up' }));
        assert.equal((await pages.waitFor(({ type, button }) => type === 'mouseup' && button === 0)).buttons, 4);
        accepted(await click(service, session, { ...BUTTON_AT, button: 'middle', click_type: 'up' }));
      }));

    it('takes the last pixel, and refuses what lies outside the screen', () =>
      on('/button', async (session) => {
        accepted(await click(service, session, { x: 1279, y: 799 }));
        await pages.waitFor(({ type, x, y }) => type === 'click' && x === 1279 && y === 799);
        for (const outside of [
          { x: 1280, y: 0 },
          { x: 0, y: 800 },
        ]) {
          const { status, body } = await click(service, session, outside);
          assert.deepEqual(
            [status, body],
            [400, { code: 'bad_request', message: 'coordinates exceed screen bounds (max: 1280x800)' }],
          );
        }
        const { status, body } = await click(service, session, { x: -1, y: 0 });
        assert.deepEqual([status, body], [400, { code: 'bad_request', message: 'coordinates must be non-negative' }]);
      }));

    const wrong: [string, object, RegExp][] = [
      ['a missing coordinate', { x: 1 }, /^y is required$/],
      ['a fraction', { x: 1.5, y: 1 }, /^x must be an integer$/],
      ['a coordinate in quotes', { x: '1', y: 1 }, /^x must be an integer$/],
      ['no click at all', { x: 1, y: 1, num_clicks: 0 }, /^num_clicks must be from 1 to 100$/],
      [
        'an unknown button',
        { x: 1, y: 1, button: 'third' },
        /^button must be one of left, right, middle, back, forward$/,
      ],
      ['an unknown click type', { x: 1, y: 1, click_type: 'double' }, /^click_type must be one of click, down, up$/],
      ['an unknown key', { x: 1, y: 1, hold_keys: ['hyper'] }, /^invalid hold_keys: "hyper"/],
      ['an unknown field', { x: 1, y: 1, clickCount: 2 }, /^invalid field: clickCount$/],
    ];
    for (const [what, body, message] of wrong) {
      it(`refuses ${what}`, async () => {
        const reply = await click(service, service.session, body);
        assert.equal(reply.status, 400);
        const { message: said }: { message: string } = JSON.parse(reply.text);
        assert.match(said, message);
      });
    }

    it('clicks in the newest tab that is visible', () =>
      alone('/opener', async (session) => {
        await click(service, session, BUTTON_AT);
        await pages.waitFor(({ type, path }) => type === 'load' && path === '/button');
        accepted(await click(service, session, BUTTON_AT));
        await pages.waitFor(({ type, path }) => type === 'click' && path === '/button');
      }));

    it('dismisses a dialog, which would hold the page back', () =>
      on('/alert', async (session) => {
        accepted(await click(service, session, BUTTON_AT));
        assert.equal((await pages.waitFor(ofType('answered'))).key, 'false');
        accepted(await click(service, session, BUTTON_AT));
      }));

    it('succeeds when the click closes the page, and goes on in a new one', () =>
      alone('/close', async (session) => {
        accepted(await click(service, session, BUTTON_AT));
        await pages.waitFor(ofType('closing'));
        accepted(await click(service, session, BUTTON_AT));
      }));

    it('answers 500 when the page never ends, and does not wait again for each key', async () => {
      const [plain, withKeys] = await neverEnding;
      assert.ok(plain && withKeys);
      for (const { status, text } of [plain, withKeys]) {
        assert.equal(status, 500);
        assert.match(text, /endless loop/);
      }
      // Three keys would be three times as long once more.
      assert.ok(withKeys.took < 2 * plain.took, `${withKeys.took} and ${plain.took} ms`);
    });

    it('runs the clicks of one session one after the other', () =>
      on('/button', async (session) => {
        const replies = await Promise.all(
          Array.from({ length: 10 }, () => click(service, session, { ...BUTTON_AT, num_clicks: 2 })),
        );
        replies.forEach(accepted);
        const { order } = await pages.waitFor(() => pages.events().filter(ofType('dblclick')).length === 10);
        assert.ok(order);
        assert.deepEqual(
          [
            ...new Set(
              pages
                .events()
                .filter(ofType('mousedown'))
                .map(({ detail }, index) => `${index % 2}${detail}`),
            ),
          ],
          ['01', '12'],
        );
      }));
  });

  describe('the picture of a session', () => {
    it('is a PNG of the whole screen', async () => {
      const { status, type, bytes } = await picture({});
      assert.deepEqual([status, type], [200, 'image/png']);
      assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1280, 800]);
    });

    it('is a part of it when a region is given', async () => {
      const { bytes } = await picture({ region: { x: 10, y: 20, width: 30, height: 40 } });
      assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [30, 40]);
    });

    it('is refused for a region outside the screen', async () => {
      assert.equal((await picture({ region: { x: 1279, y: 0, width: 2, height: 1 } })).status, 400);
    });
  });
});
