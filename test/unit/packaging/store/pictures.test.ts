import assert from 'node:assert/strict';
import { decode, encode } from 'fast-png';
import { storePictures } from '../../../../src/packaging/store/pictures';

interface Kind {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** @param at gives the values of a pixel. */
function picture({ width, height, channels }: Kind, at: (x: number, y: number) => readonly number[]): Uint8Array {
  const data = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(at(x, y), (y * width + x) * channels);
  return encode({ width, height, channels, data });
}

const SIZES = [
  [1280, 800],
  [640, 400],
];

function read(png: Uint8Array): {
  size: readonly number[];
  type: number | undefined;
  at: (x: number, y: number) => number[];
} {
  const { width, height, channels, data } = decode(png);
  return {
    size: [width, height],
    type: png[25],
    at: (x, y) => Array.from(data.slice((y * width + x) * channels, (y * width + x + 1) * channels)),
  };
}

describe('Pictures for the store', () => {
  it('are exactly both sizes without alpha, white where a display shows through', () => {
    const png = picture({ width: 1280, height: 800, channels: 4 }, (x) => (x < 640 ? [255, 0, 0, 255] : [0, 0, 0, 0]));
    const pictures = storePictures(png).map((each) => read(each.png));
    assert.deepEqual(
      pictures.map(({ size }) => size),
      SIZES,
    );
    for (const { type, size, at } of pictures) {
      assert.equal(type, 2);
      assert.deepEqual(at(0, 0), [255, 0, 0]);
      assert.deepEqual(at((size[0] ?? 0) - 1, 0), [255, 255, 255]);
    }
  });

  it('keep each pixel of a display of that size, and average four for the smaller one', () => {
    const png = picture({ width: 1280, height: 800, channels: 3 }, (x, y) => [
      x % 256,
      y % 256,
      (x + y) % 2 ? 200 : 100,
    ]);
    const [large, small] = storePictures(png).map((each) => read(each.png));
    assert.deepEqual(large?.at(300, 700), [300 % 256, 700 % 256, 100]);
    assert.deepEqual(small?.at(5, 7), [11, 15, 150]);
  });

  it('are the middle of a display with other sides', () => {
    // Beside the middle 1728 of 1920 pixels it is red.
    const png = picture({ width: 1920, height: 1080, channels: 3 }, (x) =>
      x < 96 || x >= 1824 ? [255, 0, 0] : [0, 0, 255],
    );
    for (const { size, at } of storePictures(png).map((each) => read(each.png)))
      for (const x of [0, (size[0] ?? 0) - 1]) assert.deepEqual(at(x, 10), [0, 0, 255], `${size.join(' × ')} at ${x}`);
  });

  it('are of a gray display too', () => {
    const [large] = storePictures(picture({ width: 1280, height: 800, channels: 1 }, () => [77])).map((each) =>
      read(each.png),
    );
    assert.deepEqual([large?.type, large?.at(9, 9)], [2, [77, 77, 77]]);
  });

  it('are none of a smaller display, or of what is no PNG', () => {
    const small = picture({ width: 1279, height: 800, channels: 3 }, () => [0, 0, 0]);
    assert.throws(() => storePictures(small), /The display has 1279 × 800 pixels/);
    assert.throws(() => storePictures(new TextEncoder().encode('no picture')), /isn’t a PNG that can be read/);
    const good = picture({ width: 1280, height: 800, channels: 3 }, () => [0, 0, 0]);
    assert.throws(() => storePictures(good.slice(0, 60)), /isn’t a PNG that can be read/);
  });
});
