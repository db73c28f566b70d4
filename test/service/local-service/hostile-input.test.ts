import assert from 'node:assert/strict';
import { request } from '../../support/local-service';
import { useInputFixture } from './input-fixture';

describe('input that is wrong', () => {
  const fixture = useInputFixture('/input');

  const point = { x: 1, y: 1 };
  const wrong: [action: string, body: object, message: RegExp][] = [
    ['move_mouse', { x: 1280, y: 0 }, /^coordinates exceed screen bounds \(max: 1280x800\)$/],
    ['move_mouse', { x: -1, y: 0 }, /^coordinates must be non-negative$/],
    ['move_mouse', { x: 1.5, y: 0 }, /^x must be an integer$/],
    ['move_mouse', { x: '1', y: 0 }, /^x must be an integer$/],
    ['move_mouse', { x: 1 }, /^y is required$/],
    ['move_mouse', { ...point, smooth: true }, /^invalid field: smooth$/],
    ['scroll', point, /^delta_x or delta_y must not be 0$/],
    ['scroll', { ...point, delta_y: 0.5 }, /^delta_y must be an integer$/],
    ['scroll', { ...point, delta_y: 101 }, /^delta_y must be from -100 to 100$/],
    ['scroll', { ...point, delta_x: -1e9 }, /^delta_x must be from -100 to 100$/],
    ['scroll', { x: 0, y: 800, delta_y: 1 }, /^coordinates exceed screen bounds \(max: 1280x800\)$/],
    ['scroll', { ...point, delta_y: 1, hold_keys: ['x'] }, /^invalid hold_keys: "x" \(known: alt,/],
    ['type', {}, /^text is required$/],
    ['type', { text: '' }, /^text must not be empty$/],
    ['type', { text: 1 }, /^text must be a string$/],
    ['type', { text: 'x'.repeat(10_001) }, /^text is too long: 10001 \(max: 10000\)$/],
    ['type', { text: 'a\u0000' }, /^text has a character that no key types: "\\u0000"$/],
    ['type', { text: '\u001b[2J' }, /^text has a character that no key types: "\\u001b"$/],
    ['type', { text: 'a\ud800' }, /^text has a character that no key types: "\\ud800"$/],
    ['type', { text: 'a', delay: 1 }, /^invalid field: delay$/],
    ['press_key', { keys: [] }, /^keys must not be empty$/],
    ['press_key', { keys: 'a' }, /^keys must be an array$/],
    ['press_key', { keys: [7] }, /^invalid keys: 7 \(a name of X11 such as Return/],
    ['press_key', { keys: ['return;reboot'] }, /^invalid keys: "return;reboot" \(a name/],
    ['press_key', { keys: ['tab'] }, /^invalid keys: "tab" \(a name/],
    ['press_key', { keys: ['ctrl+'] }, /^invalid keys: "ctrl\+" \(a name/],
    ['press_key', { keys: ['a+b'] }, /^invalid keys: "a\+b" \(a name/],
    ['press_key', { keys: ['constructor'] }, /^invalid keys: "constructor" \(a name/],
    ['press_key', { keys: ['x'.repeat(100_000)] }, /^invalid keys: "x{59}… \(a name/],
    ['press_key', { keys: Array.from({ length: 21 }, () => 'a') }, /^too many keys: 21 \(max: 20\)$/],
    ['press_key', { keys: ['a'], duration: 5 }, /^invalid field: duration$/],
    ['drag_mouse', { path: [[1, 1]] }, /^path must have at least 2 points$/],
    [
      'drag_mouse',
      { path: Array.from({ length: 1001 }, () => [1, 1]) },
      /^path has too many points: 1001 \(max: 1000\)$/,
    ],
    [
      'drag_mouse',
      {
        path: [
          [1, 1],
          [1, 2, 3],
        ],
      },
      /^path must be an array of \[x, y\], both integers, not \[1,2,3\]$/,
    ],
    ['drag_mouse', { path: [[1, 1], { x: 1, y: 1 }] }, /^path must be an array of \[x, y\], both integers, not \{"x"/],
    [
      'drag_mouse',
      {
        path: [
          [1, 1],
          [1, 0.5],
        ],
      },
      /^path must be an array of \[x, y\]/,
    ],
    [
      'drag_mouse',
      {
        path: [
          [1, 1],
          [1, -1],
        ],
      },
      /^coordinates must be non-negative$/,
    ],
    [
      'drag_mouse',
      {
        path: [
          [1, 1],
          [1, 800],
        ],
      },
      /^coordinates exceed screen bounds/,
    ],
    [
      'drag_mouse',
      {
        path: [
          [1, 1],
          [2, 2],
        ],
        button: 'back',
      },
      /^button must be one of left, middle, right$/,
    ],
  ];
  it('refuses what is wrong with 400 and a reason, and sends nothing', async () => {
    for (const [action, body, message] of wrong) {
      const { status, body: told } = await fixture.ask(action, body);
      const shown = `${action} ${JSON.stringify(body).slice(0, 80)}: ${JSON.stringify(told)}`;
      assert.equal(status, 400, shown);
      assert.ok(told && typeof told === 'object' && 'message' in told && 'code' in told, shown);
      assert.match(String(told.message), message, shown);
      assert.equal(told.code, 'bad_request');
    }
    // The next input comes after whatever was sent before it.
    await fixture.send('press_key', { keys: ['z'] });
    await fixture.released('z');
    assert.deepEqual(
      fixture.pages.events().map(({ type, key }) => `${type} ${key}`),
      ['keydown z', 'keyup z'],
    );
  });

  it('answers 404 where there is no such session, and 405 to another method', async () => {
    for (const action of ['move_mouse', 'scroll', 'type', 'press_key', 'drag_mouse']) {
      const place = (id: string): string => `/browsers/${id}/computer/${action}`;
      assert.equal((await request(fixture.service, 'POST', place('nothing'), {})).status, 404);
      assert.equal((await request(fixture.service, 'GET', place(fixture.session))).status, 405);
    }
  });
});
