import assert from 'node:assert/strict';
import { BOX, BUTTON_AT } from '../../support/pages';
import { useInputFixture } from './input-fixture';

/** What Chromium makes of one notch of a wheel. */
const NOTCH = 120;

describe('the mouse in a session', () => {
  const fixture = useInputFixture('/input');

  describe('move_mouse', () => {
    for (const at of [
      { x: 0, y: 0 },
      { x: 637, y: 251 },
      { x: 1279, y: 799 },
    ])
      it(`moves to the very pixel ${at.x}, ${at.y}`, async () => {
        await fixture.send('move_mouse', at);
        await fixture.pages.waitFor(({ type, x, y }) => type === 'mousemove' && x === at.x && y === at.y);
      });

    it('drags from a press to a release, with the button', async () => {
      await fixture.send('click_mouse', { x: 500, y: 500, click_type: 'down' });
      await fixture.send('move_mouse', { x: 600, y: 501 });
      const move = await fixture.pages.waitFor(({ type, x }) => type === 'mousemove' && x === 600);
      assert.deepEqual([move.button, move.buttons], [0, 1]);
      await fixture.send('click_mouse', { x: 600, y: 501, click_type: 'up' });
      await fixture.pages.waitFor(({ type }) => type === 'mouseup');
    });
  });

  describe('scroll', () => {
    it('turns the wheel by notches at the very pixel, down and up', async () => {
      await fixture.send('scroll', { x: 700, y: 301, delta_x: 0, delta_y: 3 });
      await fixture.pages.waitFor(({ type, value }) => type === 'scroll' && value === String(3 * NOTCH));
      assert.deepEqual(
        fixture.eventsOf('wheel').map(({ x, y, deltaX, deltaY }) => [x, y, deltaX, deltaY]),
        Array.from({ length: 3 }, () => [700, 301, 0, NOTCH]),
      );
      await fixture.send('scroll', { x: 700, y: 301, delta_y: -3 });
      await fixture.pages.waitFor(({ type, value }) => type === 'scroll' && value === '0');
    });

    it('turns it to both sides, and holds keys', async () => {
      await fixture.send('scroll', { x: 700, y: 301, delta_x: -1, delta_y: 1, hold_keys: ['shift'] });
      await fixture.pages.waitFor(({ type, deltaX }) => type === 'wheel' && deltaX === -NOTCH);
      assert.deepEqual(
        fixture.eventsOf('wheel').map(({ shift }) => shift),
        [true, true],
      );
      await fixture.released('Shift');
    });
  });

  describe('drag_mouse', () => {
    it('presses, moves over each point, and releases, at the very pixels', async () => {
      const path = [
        [400, 300],
        [410, 305],
        [500, 333],
        [401, 600],
      ];
      await fixture.send('drag_mouse', { path });
      await fixture.pages.waitFor(({ type }) => type === 'mouseup');
      assert.deepEqual(
        fixture.eventsOf('mousedown', 'mousemove', 'mouseup').map(({ type, x, y, buttons }) => [type, x, y, buttons]),
        [
          ['mousemove', 400, 300, 0],
          ['mousedown', 400, 300, 1],
          ['mousemove', 410, 305, 1],
          ['mousemove', 500, 333, 1],
          ['mousemove', 401, 600, 1],
          ['mouseup', 401, 600, 0],
        ],
      );
    });

    it('selects text', async () => {
      await fixture.focus();
      await fixture.send('type', { text: 'word' });
      await fixture.released('d');
      await fixture.send('drag_mouse', {
        path: [
          [BOX.left + 4, BOX.top + 10],
          [BOX.left + 50, BOX.top + 10],
          [BOX.left + 150, BOX.top + 10],
        ],
      });
      await fixture.send('press_key', { keys: ['x'] });
      await fixture.released('x');
      assert.equal(fixture.text(), 'x');
    });

    it('takes a long path, and another button', async () => {
      const path = Array.from({ length: 200 }, (_, index) => [index, 2 * index]);
      await fixture.send('drag_mouse', { path, button: 'right' });
      const { x, y, button } = await fixture.pages.waitFor(({ type }) => type === 'mouseup');
      assert.deepEqual([x, y, button], [199, 398, 2]);
    });

    it('drops what a page lets be dragged', async () => {
      await fixture.show('/drop');
      await fixture.send('drag_mouse', {
        path: [
          [BUTTON_AT.x, BUTTON_AT.y],
          [300, 160],
          [590, 150],
          [600, 150],
        ],
      });
      const { x, y, value } = await fixture.pages.waitFor(({ type }) => type === 'drop');
      assert.deepEqual([x, y, value], [600, 150, 'dragged']);
      await fixture.pages.waitFor(({ type }) => type === 'dragend');
    });
  });
});
