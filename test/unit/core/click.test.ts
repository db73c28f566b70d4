import assert from 'node:assert/strict';
import { describeClick, describeClicked, formatClick, parseClick, type Click } from '../../../src/core/click';
import { english } from '../../../src/core/message';

const read: [string, Click, string][] = [
  ['640, 360', { x: 640, y: 360 }, 'Click at 640, 360'],
  ['640,360', { x: 640, y: 360 }, 'Click at 640, 360'],
  ['  0 0  ', { x: 0, y: 0 }, 'Click at 0, 0'],
  ['640, 360 right', { x: 640, y: 360, button: 'right' }, 'Click at 640, 360 (right button)'],
  ['640, 360 left', { x: 640, y: 360, button: 'left' }, 'Click at 640, 360'],
  ['640, 360 x2', { x: 640, y: 360, clicks: 2 }, 'Double-click at 640, 360'],
  ['640, 360 ×3 middle', { x: 640, y: 360, button: 'middle', clicks: 3 }, 'Click 3 times at 640, 360 (middle button)'],
  ['1 2 +shift', { x: 1, y: 2, holdKeys: ['shift'] }, 'Click at 1, 2 (Shift)'],
  ['1 2 +Ctrl+Alt +META', { x: 1, y: 2, holdKeys: ['ctrl', 'alt', 'meta'] }, 'Click at 1, 2 (Ctrl, Alt, Meta)'],
  [
    '1 2 RIGHT X2 +SHIFT',
    { x: 1, y: 2, button: 'right', clicks: 2, holdKeys: ['shift'] },
    'Double-click at 1, 2 (right button, Shift)',
  ],
  ['1 2 +shift +shift', { x: 1, y: 2, holdKeys: ['shift'] }, 'Click at 1, 2 (Shift)'],
  ['1 2 down', { x: 1, y: 2, clickType: 'down' }, 'Press and hold at 1, 2'],
  ['1 2 up forward', { x: 1, y: 2, button: 'forward', clickType: 'up' }, 'Release at 1, 2 (forward button)'],
  ['1 2 click x1', { x: 1, y: 2, clickType: 'click', clicks: 1 }, 'Click at 1, 2'],
];

const refused: [string, RegExp][] = [
  ['', /Enter x and y/],
  ['640', /Enter x and y/],
  ['A, 2', /“A” isn’t a number\. x must/],
  ['1, b', /“b” isn’t a number\. y must/],
  ['NaN 1', /isn’t a number/],
  ['Infinity 1', /x is too large: “Infinity”/],
  ['1e999 1', /x is too large/],
  ['99999999999999999999 1', /x is too large/],
  ['-1, 5', /x can’t be negative/],
  ['5, -0', /y can’t be negative/],
  ['1.5 2', /x must be an integer/],
  ['1, 2.0', /y must be an integer/],
  ['1, 1e2', /y must be an integer/],
  ['0x10 2', /x must be an integer/],
  ['1 2 Leftish', /Unknown word “Leftish”/],
  ['1 2 3', /Unknown word “3”/],
  ['1 2 left right', /Use only one button: “left” or “right”/],
  ['1 2 down up', /Use only one kind of click/],
  ['1 2 x2 x3', /Use only one count/],
  ['1 2 x0', /from 1 to 100/],
  ['1 2 x101', /from 1 to 100/],
  ['1 2 x', /from 1 to 100/],
  ['1 2 x2.5', /from 1 to 100/],
  ['1 2 down x2', /“down” can’t be combined with a count/],
  ['1 2 +enter', /Unknown key/],
  ['1 2 +', /Unknown key/],
];

describe('The text of a click', () => {
  for (const [text, click, words] of read) {
    it(`reads “${text}”`, () => assert.deepEqual(parseClick(text), { click }));
    it(`says what “${text}” does`, () => assert.equal(english(describeClick(click)), words));
    it(`writes “${text}” so that it reads the same again`, () =>
      assert.deepEqual(parseClick(formatClick(click)), { click }));
  }

  it('says what was done', () => {
    const click: Click = { x: 1, y: 2, button: 'right', holdKeys: ['shift'] };
    assert.deepEqual(
      [click, { ...click, clicks: 2 }, { x: 1, y: 2, clicks: 3 }].map((each) => english(describeClicked(each))),
      [
        'Clicked at 1, 2 (right button, Shift)',
        'Double-clicked at 1, 2 (right button, Shift)',
        'Clicked 3 times at 1, 2',
      ],
    );
  });

  for (const [text, why] of refused) {
    it(`refuses “${text}”`, () => {
      const parsed = parseClick(text);
      assert.ok('problem' in parsed, JSON.stringify(parsed));
      assert.match(english(parsed.problem), why);
    });
  }

  it('refuses what is outside the display, where its size is known', () => {
    const display = { width: 1280, height: 800 };
    assert.deepEqual(parseClick('1279, 799', display), { click: { x: 1279, y: 799 } });
    for (const [text, why] of [
      ['1280, 5', 'x must be 0–1279.'],
      ['5, 800', 'y must be 0–799.'],
    ] as const) {
      const parsed = parseClick(text, display);
      assert.ok('problem' in parsed, text);
      assert.equal(english(parsed.problem), why);
    }
  });
});
