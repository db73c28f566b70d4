import assert from 'node:assert/strict';
import { describeClick, formatClick, parseClick, type Click } from '../../../src/core/click';
import { english } from '../../../src/core/message';

const read: [string, Click, string][] = [
  ['640, 360', { x: 640, y: 360 }, 'Click with the left button at 640, 360'],
  ['640,360', { x: 640, y: 360 }, 'Click with the left button at 640, 360'],
  ['  0 0  ', { x: 0, y: 0 }, 'Click with the left button at 0, 0'],
  ['640, 360 right', { x: 640, y: 360, button: 'right' }, 'Click with the right button at 640, 360'],
  ['640, 360 left', { x: 640, y: 360, button: 'left' }, 'Click with the left button at 640, 360'],
  ['640, 360 x2', { x: 640, y: 360, clicks: 2 }, 'Double click with the left button at 640, 360'],
  [
    '640, 360 ×3 middle',
    { x: 640, y: 360, button: 'middle', clicks: 3 },
    '3 clicks with the middle button at 640, 360',
  ],
  ['1 2 +shift', { x: 1, y: 2, holdKeys: ['shift'] }, 'Click with the left button at 1, 2, holding Shift'],
  [
    '1 2 +Ctrl+Alt +META',
    { x: 1, y: 2, holdKeys: ['ctrl', 'alt', 'meta'] },
    'Click with the left button at 1, 2, holding Ctrl+Alt+Meta',
  ],
  [
    '1 2 RIGHT X2 +SHIFT',
    { x: 1, y: 2, button: 'right', clicks: 2, holdKeys: ['shift'] },
    'Double click with the right button at 1, 2, holding Shift',
  ],
  ['1 2 +shift +shift', { x: 1, y: 2, holdKeys: ['shift'] }, 'Click with the left button at 1, 2, holding Shift'],
  ['1 2 down', { x: 1, y: 2, clickType: 'down' }, 'Press the left button and keep it pressed at 1, 2'],
  ['1 2 up forward', { x: 1, y: 2, button: 'forward', clickType: 'up' }, 'Let go of the forward button at 1, 2'],
  ['1 2 click x1', { x: 1, y: 2, clickType: 'click', clicks: 1 }, 'Click with the left button at 1, 2'],
];

const refused: [string, RegExp][] = [
  ['', /Type x and y/],
  ['640', /Type x and y/],
  ['a, 2', /“a” is not a number: x is/],
  ['1, b', /“b” is not a number: y is/],
  ['NaN 1', /not a number/],
  ['Infinity 1', /not a number: x/],
  ['1e999 1', /x is too large/],
  ['99999999999999999999 1', /x is too large/],
  ['-1, 5', /x cannot be negative/],
  ['5, -0', /y cannot be negative/],
  ['1.5 2', /x must be a whole number/],
  ['1, 2.0', /y must be a whole number/],
  ['1, 1e2', /y must be a whole number/],
  ['0x10 2', /x must be a whole number/],
  ['1 2 leftish', /“leftish” is not known here/],
  ['1 2 3', /“3” is not known here/],
  ['1 2 left right', /Only one button: “left” or “right”/],
  ['1 2 down up', /Only one kind of click/],
  ['1 2 x2 x3', /Only one count/],
  ['1 2 x0', /from 1 to 100/],
  ['1 2 x101', /from 1 to 100/],
  ['1 2 x', /from 1 to 100/],
  ['1 2 x2.5', /from 1 to 100/],
  ['1 2 down x2', /A count goes with a click/],
  ['1 2 +enter', /no key that can be held/],
  ['1 2 +', /no key that can be held/],
];

describe('The text of a click', () => {
  for (const [text, click, words] of read) {
    it(`reads “${text}”`, () => assert.deepEqual(parseClick(text), { click }));
    it(`says what “${text}” does`, () => assert.equal(english(describeClick(click)), words));
    it(`writes “${text}” so that it reads the same again`, () =>
      assert.deepEqual(parseClick(formatClick(click)), { click }));
  }

  for (const [text, why] of refused) {
    it(`refuses “${text}”`, () => {
      const parsed = parseClick(text);
      assert.ok('problem' in parsed, JSON.stringify(parsed));
      assert.match(english(parsed.problem), why);
    });
  }
});
