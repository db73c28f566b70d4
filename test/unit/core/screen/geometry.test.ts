import assert from 'node:assert/strict';
import { isWithin, movedBy, pixelAt } from '../../../../src/core/screen/geometry';

const SIZE = { width: 1280, height: 800 };

describe('A point on a picture', () => {
  for (const scale of [0.1, 0.5, 0.75, 1, 1.5, 3])
    it(`is the pixel below it, at ${scale} ×, up to its very edges`, () => {
      const drawn = { left: 10.5, top: 20.25, width: SIZE.width * scale, height: SIZE.height * scale };
      for (const pixel of [
        { x: 0, y: 0 },
        { x: 1279, y: 799 },
        { x: 333, y: 777 },
      ])
        for (const inside of [0.01, 0.5, 0.99])
          assert.deepEqual(
            pixelAt(
              { clientX: 10.5 + (pixel.x + inside) * scale, clientY: 20.25 + (pixel.y + inside) * scale },
              drawn,
              SIZE,
            ),
            pixel,
          );
    });

  it('beyond an edge is at that edge', () => {
    const drawn = { left: 0, top: 0, width: 640, height: 400 };
    assert.deepEqual(pixelAt({ clientX: -5, clientY: 400 }, drawn, SIZE), { x: 0, y: 799 });
    assert.deepEqual(pixelAt({ clientX: 640, clientY: -1 }, drawn, SIZE), { x: 1279, y: 0 });
  });

  it('is moved, but not off the display', () => {
    assert.deepEqual(movedBy({ x: 5, y: 795 }, { x: -10, y: 10 }, SIZE), { x: 0, y: 799 });
    assert.deepEqual(movedBy({ x: 5, y: 5 }, { x: 100, y: -1 }, SIZE), { x: 105, y: 4 });
  });

  it('is on a display or not', () => {
    assert.ok(isWithin({ x: 1279, y: 799 }, SIZE));
    for (const pixel of [
      { x: 1280, y: 0 },
      { x: 0, y: 800 },
      { x: -1, y: 0 },
    ])
      assert.ok(!isWithin(pixel, SIZE));
  });
});
