import assert from 'node:assert/strict';
import { ShownPictures } from '../../../../src/app/screen/shown-pictures';
import type { Size } from '../../../../src/core/screen/geometry';

const SMALL = { width: 800, height: 600 };
const LARGE = { width: 1280, height: 800 };

function show(pictures: ShownPictures, size: Size): number {
  return pictures.show({ bytes: Buffer.alloc(0), mime: 'image/png', ...size });
}

describe('The sizes of pictures', () => {
  it('are known however many pictures have followed', () => {
    const [display, popup] = [new ShownPictures(() => {}), new ShownPictures(() => {})];
    const small = show(display, SMALL);
    const first = show(display, LARGE);
    let last = first;
    for (let count = 0; count < 5000; count++) {
      show(popup, SMALL);
      last = show(display, LARGE);
    }
    assert.deepEqual(display.sizeOf(small), SMALL);
    assert.deepEqual(display.sizeOf(first), LARGE);
    assert.deepEqual(display.sizeOf(last), LARGE);
  });

  it('are not made up for pictures that were never shown', () => {
    const display = new ShownPictures(() => {});
    assert.equal(display.sizeOf(1), undefined);
    const only = show(display, SMALL);
    assert.deepEqual([display.sizeOf(only - 1), display.sizeOf(only + 1)], [undefined, undefined]);
  });
});
